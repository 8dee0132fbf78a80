import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { inEvent, isLater } from '../../../platform/database/unindexed.ts'
import { type PaymentRow, startedPayments } from '../../payments/payments/index.ts'
import { limitsPhones, type OrderRow, withInstants } from './orders-queries.ts'

/** The frequent writes of a checkout, for many orders of one event in one statement. */

/**
 * Statements on many orders of an event name each by its key, so that no plan reads all orders of the event, and lock those
 * that meet their condition in the order of their ids, as `lockOrders` does: what holds under the lock still holds when
 * they write. `orders` can be used in the condition.
 */
const lockedOrder = (
  eventId: string,
  orderId: RawBuilder<unknown>,
  condition: RawBuilder<boolean>,
): RawBuilder<{ id: string }> => sql`
  select orders.id from orders where ${inEvent('event_id', eventId)} and orders.id = ${orderId} and ${condition} limit 1 for update`

const byOrderId = (a: { readonly orderId: string }, b: { readonly orderId: string }): number =>
  a.orderId < b.orderId ? -1 : 1

/** One order that goes to the gateway. */
export interface GatewayStart {
  readonly orderId: string
  readonly expiresAt: Date
  readonly historyId: string
  readonly paymentId: string
}

/**
 * Sends reserved orders of one event that nobody has tried to pay yet to the gateway: their states, their history and their
 * first payments in one statement, and so one journey. Only those where nothing is missing: details are there, the event
 * asks no questions and the phone need not be verified. Writes and returns nothing for the others. Each order at most once.
 */
export const sendToGateway = async (
  db: Db,
  eventId: string,
  starts: readonly GatewayStart[],
  now: Date,
): Promise<ReadonlyMap<string, { order: OrderRow; payment: PaymentRow }>> => {
  const sorted = starts.toSorted(byOrderId)
  const ids = sorted.map(({ orderId }) => orderId)
  const isComplete = sql<boolean>`orders.status = 'reserved' and ${isLater('orders.expires_at', now)}
    and orders.total > 0 and orders.buyer_name is not null and orders.buyer_phone is not null
    and (orders.limit_phone is not null or not ${limitsPhones(eventId)})
    and not exists (select from event_forms f where f.event_id = ${eventId})
    and not exists (select from payments p where p.event_id = ${eventId} and p.order_id = orders.id)`
  const { rows } = await sql<OrderRow & { payment: PaymentRow }>`
    with locked as materialized (
      select x.* from unnest(
        ${ids}::uuid[], ${sorted.map(({ expiresAt }) => expiresAt)}::timestamptz[],
        ${sorted.map(({ historyId }) => historyId)}::uuid[], ${sorted.map(({ paymentId }) => paymentId)}::uuid[]
      ) as x (order_id, expires_at, history_id, payment_id)
      cross join lateral (${lockedOrder(eventId, sql.ref('x.order_id'), isComplete)}) as o
    ), moved as (
      update orders o set status = 'pending_payment', expires_at = greatest(o.expires_at, x.expires_at)
      from locked x where o.event_id = ${eventId} and o.id = any(${ids}::uuid[]) and o.id = x.order_id
      returning o.*, x.history_id, x.payment_id
    ), recorded as (
      insert into order_history (event_id, id, order_id, kind, created_at)
      select event_id, history_id, id, 'pending_payment', ${now}::timestamptz from moved
    ), started as (${startedPayments(sql`moved`, now)})
    select moved.*, to_jsonb(started) as payment from moved join started on started.id = moved.payment_id`.execute(db)
  return new Map(
    rows.map((row) => {
      const { payment, history_id: _history, payment_id: _payment, ...order } = row as typeof row & GatewayIds
      return [order.id, { order, payment: withInstants(payment) }]
    }),
  )
}

interface GatewayIds {
  readonly history_id: string
  readonly payment_id: string
}

export interface BuyerDetails {
  readonly lang: string
  readonly name: string | undefined
  /** E.164 */
  readonly phone: string | undefined
  /** null removes it. */
  readonly email: string | null | undefined
}

/**
 * The update of the details of open orders of one event from which nothing else follows: the event does not limit tickets by
 * phone and the orders carry no consent to news. Returns the changed orders. Each order at most once.
 */
export const updatedDetails = (
  eventId: string,
  changes: readonly (BuyerDetails & { readonly orderId: string })[],
  now: Date,
): RawBuilder<OrderRow> => {
  const sorted = changes.toSorted(byOrderId)
  const ids = sorted.map(({ orderId }) => orderId)
  const isOpen = sql<boolean>`orders.status in ('reserved', 'pending_payment') and ${isLater('orders.expires_at', now)}
    and orders.marketing_consent_at is null and not ${limitsPhones(eventId)}`
  return sql`
    with locked as materialized (
      select x.* from unnest(
        ${ids}::uuid[], ${sorted.map(({ lang }) => lang)}::text[],
        ${sorted.map(({ name }) => name ?? null)}::text[], ${sorted.map(({ phone }) => phone ?? null)}::text[],
        ${sorted.map(({ email }) => email ?? null)}::text[], ${sorted.map(({ email }) => email === undefined)}::bool[]
      ) as x (order_id, lang, name, phone, email, keeps_email)
      cross join lateral (${lockedOrder(eventId, sql.ref('x.order_id'), isOpen)}) as o
    )
    update orders o set lang = x.lang, buyer_name = coalesce(x.name, o.buyer_name),
      buyer_phone = coalesce(x.phone, o.buyer_phone),
      buyer_email = case when x.keeps_email then o.buyer_email else x.email end
    from locked x where o.event_id = ${eventId} and o.id = any(${ids}::uuid[]) and o.id = x.order_id
    returning o.*`
}
