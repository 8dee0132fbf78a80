import type { SaleState } from './ticket-type.ts'

/** A ticket type as its price is shown; the price in any one unit. */
export interface PricedType {
  readonly price: number
  readonly state: SaleState
}

/** On sale now comes before on sale later; what can no longer be bought comes last. */
const rankOf = (state: SaleState): number => (state === 'on_sale' ? 0 : state === 'not_started' ? 1 : 2)

/**
 * The one price that an event shows, in the list, on its page and in the embedded box: the lowest of its types on sale
 * now, else of those on sale later, else of all. A free type (for a companion) beside paid ones does not make the event
 * free. Undefined where no type is sold to everyone.
 */
export const priceFrom = (types: readonly PricedType[]): number | undefined => {
  const offered = types.filter(({ state }) => state !== 'not_for_sale')
  const open = offered.filter(({ state }) => rankOf(state) < 2)
  const candidates = open.length > 0 ? open : offered
  const paid = candidates.filter(({ price }) => price > 0)
  if (paid.length === 0) return candidates.length > 0 ? 0 : undefined
  const best = Math.min(...paid.map(({ state }) => rankOf(state)))
  return Math.min(...paid.filter(({ state }) => rankOf(state) === best).map(({ price }) => price))
}

/** Whether a free type is on sale beside those whose lowest price the event shows. */
export const hasFreeType = (types: readonly PricedType[]): boolean =>
  (priceFrom(types) ?? 0) > 0 && types.some(({ price, state }) => price === 0 && state === 'on_sale')
