import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import type { PaymentRow } from '../../payments/payments/index.ts'
import { withInstants } from '../order-management/index.ts'
import { limitsPhones, type OrderKey, type OrderRow } from '../orders/index.ts'

/**
 * Sends a reserved order that nobody has tried to pay yet to the gateway: its move, its history and its first payment are one
 * statement. Only where nothing is missing for it: details are there, the event asks nothing and the phone is not to be
 * proved. Nothing is written, and nothing answered, where anything else is the case.
 */
export const sendToGateway = async (
  db: Db,
  { eventId, orderId }: OrderKey,
  move: {
    readonly expiresAt: Date
    readonly historyId: string
    /** The payment's insert for whatever row `moved` has. */
    readonly payment: (moved: RawBuilder<unknown>) => RawBuilder<PaymentRow>
  },
  now: Date,
): Promise<{ order: OrderRow; payment: PaymentRow } | undefined> => {
  const { rows } = await sql<OrderRow & { payment: PaymentRow }>`
    with moved as (
      update orders o set status = 'pending_payment', expires_at = greatest(o.expires_at, ${move.expiresAt})
      where o.event_id = ${eventId} and o.id = ${orderId} and o.status = 'reserved' and o.expires_at > ${now}
        and o.total > 0 and o.buyer_name is not null and o.buyer_phone is not null
        and (o.limit_phone is not null or not ${limitsPhones(eventId)})
        and not exists (select from event_forms f where f.event_id = ${eventId})
        and not exists (select from payments p where p.event_id = ${eventId} and p.order_id = ${orderId})
      returning o.*
    ), noted as (
      insert into order_history (event_id, id, order_id, kind, created_at)
      select event_id, ${move.historyId}::uuid, id, 'pending_payment', ${now}::timestamptz from moved
    ), started as (${move.payment(sql`moved`)})
    select moved.*, to_jsonb(started) as payment from moved, started`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { payment, ...order } = row
  return { order, payment: withInstants(payment) }
}
