import { sum } from '@kartis/domain/money.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { inEvent } from '../../../platform/database/unindexed.ts'
import { asJson } from '../../../platform/http/listing.ts'
import type { PrintedSeat } from '../inventory/index.ts'
import type { NewReservationLine, PricedCart } from './insert-reservations.ts'
import type { OrderKey } from './orders-queries.ts'

/** The seats of an order's lines, where they became other ones. The caller holds the order's lock. */
export const writeLineSeats = async (
  tx: Tx,
  { eventId, orderId }: OrderKey,
  lines: readonly { readonly typeId: string; readonly seats: readonly string[] }[],
): Promise<void> => {
  for (const { typeId, seats } of lines)
    await tx
      .updateTable('order_lines')
      .set({ seats: [...seats] })
      .where('event_id', '=', eventId)
      .where('order_id', '=', orderId)
      .where('ticket_type_id', '=', typeId)
      .execute()
}

/** Other lines for an order that is only reserved, with their coupon and sum. The caller holds its lock. */
export const replaceLines = async (
  tx: Tx,
  { eventId, orderId }: OrderKey,
  priced: Pick<PricedCart, 'total' | 'discount' | 'couponId' | 'couponCode'> & {
    readonly lines: readonly NewReservationLine[]
  },
): Promise<void> => {
  const { lines, total, discount, couponId, couponCode } = priced
  await tx
    .updateTable('orders')
    .set({
      total,
      discount,
      coupon_id: couponId,
      coupon_code: couponCode,
      tickets_count: sum(lines.map(({ quantity }) => quantity)),
    })
    .where('event_id', '=', eventId)
    .where('id', '=', orderId)
    .execute()
  await tx.deleteFrom('order_lines').where('event_id', '=', eventId).where('order_id', '=', orderId).execute()
  const rows = lines.map(({ typeId, name, quantity, price, discount: off, seats }, position) => ({
    event_id: eventId,
    order_id: orderId,
    position,
    ticket_type_id: typeId,
    name,
    quantity,
    unit_price: price,
    discount: off,
    seats: seats ? [...seats] : null,
  }))
  await tx.insertInto('order_lines').values(rows).execute()
}

/** Writes which seats were chosen first and are others now; null: those of the order are the ones of its buyer or its producer. */
export const writeReplacedSeats = async (
  tx: Tx,
  { eventId, orderId }: OrderKey,
  seats: readonly PrintedSeat[] | null,
): Promise<void> => {
  await tx
    .updateTable('orders')
    .set({ replaced_seats: seats && asJson(seats) })
    .where(inEvent('event_id', eventId))
    .where('id', '=', orderId)
    .execute()
}
