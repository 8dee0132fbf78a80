import type { CartItem } from '@kartis/domain/availability.ts'
import { type Coupon, discountsOf } from '@kartis/domain/coupon.ts'
import { toShekels } from '@kartis/domain/money.ts'
import type { Snapshot } from '../inventory/index.ts'
import type { PricedCart } from '../orders/index.ts'

type Lines = PricedCart['lines']

/** The lines of an accepted cart at the prices of its decision. */
export const linesOf = (items: readonly CartItem[], snapshot: Snapshot): PricedCart['lines'] =>
  items.map(({ ticketTypeId, quantity }) => {
    const type = snapshot.types.get(ticketTypeId)
    if (!type) throw new Error(`ticket type ${ticketTypeId} was accepted but is not in the snapshot`)
    return { typeId: ticketTypeId, name: type.name, quantity, price: type.price, discount: 0 }
  })

/** The lines with the discount that the coupon gives on each. */
export const withCoupon = (coupon: Coupon, lines: Lines): Lines => {
  const discounts = discountsOf(
    coupon,
    lines.map((line) => ({ ticketTypeId: line.typeId, quantity: line.quantity, price: line.price })),
  )
  return lines.map((line, place) => ({ ...line, discount: discounts[place] ?? 0 }))
}

/** The part of a reply that depends on the priced cart alone. */
export const viewPricedCart = (cart: Pick<PricedCart, 'total' | 'discount' | 'couponCode' | 'lines'>) => ({
  total_amount: toShekels(cart.total),
  items: cart.lines.map((line) => ({
    events_ticket_uuid: line.typeId,
    name: line.name,
    quantity: line.quantity,
    price: toShekels(line.price),
    total: toShekels(line.quantity * line.price - line.discount),
    ...(line.discount > 0 && { discount: toShekels(line.discount) }),
    ...(line.seats && { seat_uuids: [...line.seats] }),
  })),
  ...(cart.couponCode !== null && { coupon: cart.couponCode, discount_amount: toShekels(cart.discount) }),
})
