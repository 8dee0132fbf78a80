import { searchText } from './text.ts'

/** What a person says of an order to have it cancelled without a sign-in. */
export interface RequestClaim {
  readonly name?: string | undefined
  readonly email?: string | undefined
}

/** The number of an order in what a person typed: `101081`, or `101081-2` of one of its tickets. */
export const orderNumberIn = (typed: string): string | undefined =>
  /^#?\s*(\d{4,12})(?:\s*[-–]\s*\d{1,4})?$/.exec(typed.trim())?.[1]

/**
 * Whether the claim fits the order: its e-mail, or its full name of at least two words. A first name alone would fit too
 * many orders, since their numbers are easily guessed.
 */
export const fitsOrder = (
  claim: RequestClaim,
  order: { readonly name: string | null; readonly email: string | null },
) => {
  const email = claim.email?.trim().toLowerCase()
  if (email && order.email && email === order.email.trim().toLowerCase()) return true
  const [claimed, recorded] = [claim.name ?? '', order.name ?? ''].map((name) =>
    searchText(name).split(/\s+/).filter(Boolean).toSorted().join(' '),
  )
  return claimed !== undefined && claimed.includes(' ') && claimed === recorded
}
