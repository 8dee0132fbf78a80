import type { quoteCart as contract } from '@kartis/contract/public-orders.ts'
import type { BodyOf, ReplyOf } from '@kartis/contract/endpoint.ts'
import { couponKey, couponRefusal } from '@kartis/domain/coupon.ts'
import { sum, toShekels } from '@kartis/domain/money.ts'
import { type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { typeNamesIn, typeRowsOf } from '../../catalogue/ticket-types/index.ts'
import { readCoupon } from '../coupons/index.ts'
import { viewPricedCart, withCoupon } from './price-cart.ts'

/**
 * The price of a cart with a coupon as it is now; nothing is held. Refusals: `not_found` for an event that is not
 * published, `validation` for other ticket types, those of `couponRefusal`.
 */
export const quoteCart = async (
  { db }: Pick<Platform, 'db'>,
  eventId: string,
  { items, coupon: code }: BodyOf<typeof contract>,
  { lang, now }: { readonly lang: Parameters<typeof typeNamesIn>[2]; readonly now: Date },
): Promise<ReplyOf<typeof contract>['data'] | Refusal> => {
  const [rows, coupon, typeNames] = await Promise.all([
    typeRowsOf(db, [eventId]),
    readCoupon(db, eventId, couponKey(code)),
    typeNamesIn(db, [eventId], lang),
  ])
  if (rows[0]?.event_status !== 'published') return refuse('not_found')
  const types = new Map(rows.filter(({ type }) => type === 'regular').map((row) => [row.id, row]))
  const full = items.flatMap(({ events_ticket_uuid: uuid, quantity }) => {
    const type = types.get(uuid.toLowerCase())
    return type
      ? [{ typeId: type.id, name: typeNames(type.id, type.name), quantity, price: type.price, discount: 0 }]
      : []
  })
  if (full.length < items.length) return refuseField('items', 'unknown_ticket_type')
  const refused = couponRefusal(
    coupon,
    full.map(({ typeId }) => typeId),
    coupon?.taken ?? 0,
    now,
  )
  if (refused || !coupon) return refused ?? refuse('coupon_unknown')
  const lines = withCoupon(coupon, full)
  const discount = sum(lines.map((line) => line.discount))
  const total = sum(lines.map((line) => line.quantity * line.price)) - discount
  return {
    ...viewPricedCart({ total, discount, couponCode: coupon.code, lines }),
    coupon: coupon.code,
    discount_amount: toShekels(discount),
  }
}
