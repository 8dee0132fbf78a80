import { priceFrom as lowestPrice } from '@kartis/domain/price-from.ts'
import type { TicketTypeView } from '../../state/event-state.ts'

/** The price of the event, as the list shows it, and whether there are others; undefined without a type for sale. */
export const priceFrom = (
  ticketTypes: readonly TicketTypeView[],
): { readonly price: number; readonly isSeveral: boolean } | undefined => {
  const price = lowestPrice(ticketTypes)
  return price === undefined
    ? undefined
    : { price, isSeveral: price > 0 && new Set(ticketTypes.map((type) => type.price)).size > 1 }
}
