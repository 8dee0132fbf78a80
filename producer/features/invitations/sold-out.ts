import { ApiError } from '../../shared/api-error.ts'

/** The remaining stock by ticket type from a `sold_out` refusal; undefined for any other failure. */
export const leftOf = (error: unknown): Readonly<Record<string, number>> | undefined => {
  if (!(error instanceof ApiError) || error.code !== 'sold_out') return undefined
  const { left } = error.detail
  if (typeof left !== 'object' || left === null) return {}
  return Object.fromEntries(
    Object.entries(left).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  )
}
