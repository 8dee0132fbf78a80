import { ApiError } from '../../shared/api-error.ts'

/** What is left by ticket type, as a `sold_out` refusal tells it; nothing for any other failure. */
export const leftOf = (error: unknown): Readonly<Record<string, number>> | undefined => {
  if (!(error instanceof ApiError) || error.code !== 'sold_out') return undefined
  const { left } = error.detail
  if (typeof left !== 'object' || left === null) return {}
  return Object.fromEntries(
    Object.entries(left).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  )
}
