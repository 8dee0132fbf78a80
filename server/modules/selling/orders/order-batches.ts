import { AGREED_TEXT } from '@kartis/domain/agreed-text.ts'
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

/** What a buyer typed, in the form in which it is stored; `undefined` leaves what there is. */
export interface BuyerDetails {
  readonly lang: string
  readonly name: string | undefined
  /** E.164 */
  readonly phone: string | undefined
  /** null removes it. */
  readonly email: string | null | undefined
}

/** The order as it is once these details are written. */
export const withDetails = <Order extends Pick<OrderRow, 'lang' | 'buyer_name' | 'buyer_phone' | 'buyer_email'>>(
  order: Order,
  { lang, name, phone, email }: BuyerDetails,
): Order => ({
  ...order,
  lang,
  buyer_name: name ?? order.buyer_name,
  buyer_phone: phone ?? order.buyer_phone,
  buyer_email: email === undefined ? order.buyer_email : email,
})

/** The columns of `unnest` that hold details, nothing for orders without. They are called `DETAIL_NAMES`. */
export const detailArrays = (details: readonly (BuyerDetails | undefined)[]): RawBuilder<unknown> => sql`
  ${details.map((each) => each?.lang ?? null)}::text[], ${details.map((each) => each?.name ?? null)}::text[],
  ${details.map((each) => each?.phone ?? null)}::text[], ${details.map((each) => each?.email ?? null)}::text[],
  ${details.map((each) => each?.email === undefined)}::bool[]`

export const DETAIL_NAMES = sql`lang, name, phone, email, leaves_email`

/** The values of an order `o` with the details of the row `x`, as `withDetails` says. */
export const DETAIL_VALUES = {
  lang: sql<string>`coalesce(x.lang, o.lang)`,
  buyer_name: sql<string | null>`coalesce(x.name, o.buyer_name)`,
  buyer_phone: sql<string | null>`coalesce(x.phone, o.buyer_phone)`,
  buyer_email: sql<string | null>`case when x.leaves_email then o.buyer_email else x.email end`,
} as const

const setDetails = sql.join(Object.entries(DETAIL_VALUES).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))

/** One order that goes to the gateway. */
export interface GatewayStart {
  readonly orderId: string
  readonly expiresAt: Date
  readonly historyId: string
  readonly paymentId: string
  /** Written with it; details from which something else follows are written before. */
  readonly details?: BuyerDetails | undefined
}

/**
 * Sends reserved orders of one event that nobody has tried to pay yet to the gateway: their states, their history and their
 * first payments in one statement, and so one journey. Only those where nothing is missing: details are there or come along,
 * the event asks no questions and the phone need not be verified. Writes and returns nothing for the others, among them
 * those whose details come along and carry a consent to news. Each order at most once.
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
    and orders.total > 0 and coalesce(x.name, orders.buyer_name) is not null
    and coalesce(x.phone, orders.buyer_phone) is not null
    and (x.lang is null or orders.marketing_consent_at is null)
    and ((x.lang is null and orders.limit_phone is not null) or not ${limitsPhones(eventId)})
    and not exists (select from event_forms f where f.event_id = ${eventId})
    and not exists (select from payments p where p.event_id = ${eventId} and p.order_id = orders.id)`
  const { rows } = await sql<OrderRow & { payment: PaymentRow }>`
    with locked as materialized (
      select x.* from unnest(
        ${ids}::uuid[], ${sorted.map(({ expiresAt }) => expiresAt)}::timestamptz[],
        ${sorted.map(({ historyId }) => historyId)}::uuid[], ${sorted.map(({ paymentId }) => paymentId)}::uuid[],
        ${detailArrays(sorted.map(({ details }) => details))}
      ) as x (order_id, expires_at, history_id, payment_id, ${DETAIL_NAMES})
      cross join lateral (${lockedOrder(eventId, sql.ref('x.order_id'), isComplete)}) as o
    ), moved as (
      update orders o set status = 'pending_payment', expires_at = greatest(o.expires_at, x.expires_at), ${setDetails}
      from locked x where o.event_id = ${eventId} and o.id = any(${ids}::uuid[]) and o.id = x.order_id
      returning o.*, x.history_id, x.payment_id
    ), recorded as (
      insert into order_history (event_id, id, order_id, kind, detail, created_at)
      select event_id, history_id, id, 'pending_payment',
        jsonb_build_object('agreed', jsonb_build_object('text', ${AGREED_TEXT}::int, 'lang', lang)), ${now}::timestamptz
      from moved
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
        ${ids}::uuid[], ${detailArrays(sorted)}
      ) as x (order_id, ${DETAIL_NAMES})
      cross join lateral (${lockedOrder(eventId, sql.ref('x.order_id'), isOpen)}) as o
    )
    update orders o set ${setDetails}
    from locked x where o.event_id = ${eventId} and o.id = any(${ids}::uuid[]) and o.id = x.order_id
    returning o.*`
}
