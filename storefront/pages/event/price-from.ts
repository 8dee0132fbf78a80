import type { TicketTypeView } from '../../state/event-state.ts'

/** The lowest price that is on sale now, and whether there are others; undefined where nothing is on sale. */
export const priceFrom = (
  ticketTypes: readonly TicketTypeView[],
): { readonly price: number; readonly isSeveral: boolean } | undefined => {
  const prices = ticketTypes.filter(({ state }) => state === 'on_sale').map(({ price }) => price)
  if (prices.length === 0) return undefined
  const price = Math.min(...prices)
  return { price, isSeveral: price > 0 && new Set(ticketTypes.map((type) => type.price)).size > 1 }
}
