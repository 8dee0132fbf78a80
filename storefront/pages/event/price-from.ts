import { hasFreeType, priceFrom as lowestPrice } from '@kartis/domain/price-from.ts'
import type { TicketTypeView } from '../../state/event-state.ts'

interface ShownPrice {
  readonly price: number
  /** What stands before it: there may be other prices, and free types. */
  readonly label: 'price' | 'price_from' | 'price_from_free'
}

/** The price of the event, as the list shows it; undefined without a type for sale. */
export const priceFrom = (ticketTypes: readonly TicketTypeView[]): ShownPrice | undefined => {
  const price = lowestPrice(ticketTypes)
  if (price === undefined) return undefined
  const isSeveral = price > 0 && new Set(ticketTypes.map((type) => type.price)).size > 1
  return { price, label: hasFreeType(ticketTypes) ? 'price_from_free' : isSeveral ? 'price_from' : 'price' }
}
