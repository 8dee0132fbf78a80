import { canMove, eventOfMove, type OrderState } from '@kartis/domain/order.ts'
import { sql } from 'kysely'
import { inEvent } from '../../../platform/database/unindexed.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { NewDomainEvent } from '../../../platform/domain-events/event-types.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { OrderEventData } from './domain-events.ts'
import type { PricedCart } from './insert-reservations.ts'
import { type BuyerDetails, DETAIL_NAMES, DETAIL_VALUES, detailArrays, withDetails } from './order-batches.ts'
import type { LineRow, OrderKey, OrderRow } from './orders-queries.ts'

/**
 * The one writer of orders, their lines and their history. A change of state is checked against the table in domain and
 * written with its history and its domain event in the caller's transaction.
 */

type Detail = Readonly<Record<string, unknown>>

type OrderIdentity = Pick<OrderRow, 'event_id' | 'id' | 'account_id'>

/** Columns that may change while an order stays in its state. */
export type OrderChange = Partial<
  Pick<
    OrderRow,
    | 'expires_at'
    | 'buyer_name'
    | 'buyer_phone'
    | 'buyer_email'
    | 'user_id'
    | 'lang'
    | 'marketing_consent_at'
    | 'cancellation_fee'
    | 'cancellation_requested_at'
    | 'limit_phone'
    | 'link_turn'
    | 'token_hash'
  >
>

/** The caller holds the order's lock. */
export const updateOrder = async (tx: Tx, { eventId, orderId }: OrderKey, change: OrderChange): Promise<void> => {
  await tx.updateTable('orders').set(change).where(inEvent('event_id', eventId)).where('id', '=', orderId).execute()
}

/** New prices of an order that is only reserved: its lines in their order, and what follows from them. The caller holds its lock. */
export const repriceOrder = async (
  tx: Tx,
  { eventId, orderId }: OrderKey,
  priced: Pick<PricedCart, 'lines' | 'total' | 'discount' | 'couponId' | 'couponCode'>,
): Promise<void> => {
  await tx
    .updateTable('orders')
    .set({
      total: priced.total,
      discount: priced.discount,
      coupon_id: priced.couponId,
      coupon_code: priced.couponCode,
    })
    .where(inEvent('event_id', eventId))
    .where('id', '=', orderId)
    .execute()
  await sql`
    update order_lines l set discount = x.discount
    from unnest(
      ${priced.lines.map(({ typeId }) => typeId)}::uuid[], ${priced.lines.map(({ discount }) => discount)}::int[]
    ) with ordinality as x (type_id, discount, position)
    where l.event_id = ${eventId} and l.order_id = ${orderId} and l.position = x.position - 1
      and l.ticket_type_id = x.type_id`.execute(tx)
}

interface HistoryEntry {
  readonly order: Pick<OrderIdentity, 'event_id' | 'id'>
  readonly id: string
  readonly kind: string
  readonly detail?: Detail | undefined
  readonly userId?: string | null | undefined
}

/** One statement, however many. */
const insertHistory = async (tx: Tx, entries: readonly HistoryEntry[], at: Date): Promise<void> => {
  await sql`
    insert into order_history (event_id, id, order_id, kind, detail, user_id, created_at)
    select x.event_id, x.id, x.order_id, x.kind, x.detail::jsonb, x.user_id, ${at}::timestamptz
    from unnest(
      ${entries.map(({ order }) => order.event_id)}::uuid[], ${entries.map(({ id }) => id)}::uuid[],
      ${entries.map(({ order }) => order.id)}::uuid[], ${entries.map(({ kind }) => kind)}::text[],
      ${entries.map(({ detail }) => JSON.stringify(detail ?? {}))}::text[],
      ${entries.map(({ userId }) => userId ?? null)}::uuid[]
    ) as x (event_id, id, order_id, kind, detail, user_id)`.execute(tx)
}

/** A domain event about an order, without what every one of them has. */
export type OrderEvent = {
  [T in Exclude<keyof OrderEventData, 'event.moved'>]: { readonly type: T; readonly data: OrderEventData[T] }
}[Exclude<keyof OrderEventData, 'event.moved'>]

const eventAbout = (order: OrderIdentity, event: OrderEvent, at: Date): NewDomainEvent => ({
  ...event,
  at,
  accountId: order.account_id,
  eventId: order.event_id,
  subject: order.id,
})

export interface OrderRecord {
  /** Names the entry of the history. */
  readonly kind: string
  readonly detail?: Detail
  /** Who did it, where that is a signed-in person. */
  readonly userId?: string | null
  readonly event?: OrderEvent
  readonly now: Date
}

/** Writes what happened to an order that stays in its state. */
export const recordOrderChange = async (
  platform: Platform,
  tx: Tx,
  order: OrderIdentity,
  { event, now, ...entry }: OrderRecord,
): Promise<void> => {
  await insertHistory(tx, [{ ...entry, order, id: platform.newId() }], now)
  if (event) await platform.domainEvents.append(tx, [eventAbout(order, event, now)])
}

/** The event of a move; nothing for moves that are inventory only. */
const moveEvent = (
  order: Pick<OrderRow, 'total' | 'tickets_count' | 'channel' | 'buyer_phone' | 'buyer_email'>,
  from: OrderState | undefined,
  to: OrderState,
): OrderEvent | undefined => {
  const type = eventOfMove(from, to)
  if (type === undefined) return undefined
  if (type === 'order.paid') {
    const { tickets_count: tickets, total, channel } = order
    return { type, data: { tickets, total, channel, contact: Boolean(order.buyer_phone ?? order.buyer_email) } }
  }
  return { type, data: { from: from ?? to } }
}

const present = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value])

/** The times that belong to a state. */
const columnsOf = (to: OrderState, now: Date) => {
  if (to === 'paid') return { paid_at: now, expires_at: null, closed_at: null }
  if (to === 'cancelled') return { expires_at: null, closed_at: now }
  return to === 'refunded' || to === 'expired' ? { closed_at: now } : {}
}

export interface OrderMove {
  readonly to: OrderState
  /** What the history says; the new state unless given. */
  readonly kind?: string
  readonly userId?: string | null
  readonly columns?: OrderChange
  readonly now: Date
}

export interface MovedOrder {
  readonly order: OrderRow
  readonly detail?: Detail
  /** Of its buyer, written with the move. */
  readonly buyer?: BuyerDetails | undefined
  /** An event beside that of the new state. */
  readonly event?: OrderEvent
}

/** One statement; details of buyers differ by order, everything else is the same for all. */
const updateMoved = async (
  tx: Tx,
  eventId: string,
  moved: readonly MovedOrder[],
  columns: OrderChange & Pick<Partial<OrderRow>, 'status' | 'paid_at' | 'closed_at'>,
): Promise<void> => {
  const ids = moved.map(({ order }) => order.id)
  if (moved.every(({ buyer }) => buyer === undefined)) {
    await tx
      .updateTable('orders')
      .set(columns)
      .where('event_id', '=', eventId)
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute()
    return
  }
  const details = sql`unnest(${ids}::uuid[], ${detailArrays(moved.map(({ buyer }) => buyer))})`
  await tx
    .updateTable('orders as o')
    .from(details.as<'x'>(sql`x (order_id, ${DETAIL_NAMES})`))
    .set({ ...columns, ...DETAIL_VALUES })
    .where('o.event_id', '=', eventId)
    .where(sql<boolean>`o.id = any(${ids}::uuid[]) and o.id = x.order_id`)
    .execute()
}

/**
 * Moves any number of orders of one event to another state with three statements: rows, history, events. The caller holds
 * their locks. Throws when the state table does not allow one of the moves.
 */
export const moveOrders = async (
  platform: Platform,
  tx: Tx,
  moved: readonly MovedOrder[],
  { to, kind = to, userId = null, columns = {}, now }: OrderMove,
): Promise<void> => {
  const eventId = moved[0]?.order.event_id
  if (eventId === undefined) return
  for (const { order } of moved) {
    if (!canMove(order.status, to)) throw new Error(`an order cannot go from ${order.status} to ${to}`)
    if (order.event_id !== eventId) throw new Error('orders of different events cannot move together')
  }
  await updateMoved(tx, eventId, moved, { ...columnsOf(to, now), ...columns, status: to })
  const entries = moved.map(({ order, detail }) => ({ order, id: platform.newId(), kind, detail, userId }))
  await insertHistory(tx, entries, now)
  const events = moved.flatMap(({ order: before, buyer, event }) => {
    const order = buyer ? withDetails(before, buyer) : before
    return [...present(moveEvent(order, order.status, to)), ...present(event)].map((each) =>
      eventAbout(order, each, now),
    )
  })
  await platform.domainEvents.append(tx, events)
}

export type NewLine = Pick<LineRow, 'ticket_type_id' | 'name' | 'quantity' | 'unit_price'> & {
  /** Uuids, as many as tickets, where places are numbered. */
  readonly seats?: readonly string[] | undefined
}

export interface NewOrder {
  readonly eventId: string
  readonly accountId: string
  readonly id: string
  readonly tokenHash: string
  readonly channel: 'invitation' | 'cashier'
  /** Paid from the start, or held until `expiresAt` while a card is being read. */
  readonly state: { readonly status: 'paid' } | { readonly status: 'pending_payment'; readonly expiresAt: Date }
  readonly lines: readonly NewLine[]
  /** agorot */
  readonly total: number
  readonly buyer: { readonly name: string | null; readonly phone: string | null }
  readonly lang: string
  readonly record: Omit<OrderRecord, 'event'>
}

const insertOrderRows = async (tx: Tx, orders: readonly NewOrder[]): Promise<ReadonlyMap<string, OrderRow>> => {
  const { rows } = await sql<OrderRow>`
    insert into orders (event_id, account_id, id, token_hash, status, channel, total, tickets_count, buyer_name, buyer_phone,
      lang, created_at, paid_at, expires_at)
    select x.* from unnest(
      ${orders.map(({ eventId }) => eventId)}::uuid[], ${orders.map(({ accountId }) => accountId)}::uuid[],
      ${orders.map(({ id }) => id)}::uuid[], ${orders.map((order) => order.tokenHash)}::text[],
      ${orders.map(({ state }) => state.status)}::text[], ${orders.map(({ channel }) => channel)}::text[],
      ${orders.map(({ total }) => total)}::int[],
      ${orders.map(({ lines }) => lines.reduce((sum, line) => sum + line.quantity, 0))}::int[],
      ${orders.map(({ buyer }) => buyer.name)}::text[], ${orders.map(({ buyer }) => buyer.phone)}::text[],
      ${orders.map(({ lang }) => lang)}::text[], ${orders.map(({ record }) => record.now)}::timestamptz[],
      ${orders.map(({ state, record }) => (state.status === 'paid' ? record.now : null))}::timestamptz[],
      ${orders.map(({ state }) => (state.status === 'paid' ? null : state.expiresAt))}::timestamptz[]
    ) as x
    returning *`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

const insertLines = async (tx: Tx, orders: readonly NewOrder[]): Promise<void> => {
  const all = orders.flatMap(({ eventId, id, lines }) =>
    lines.map((line, position) => ({ eventId, id, position, line })),
  )
  await sql`
    insert into order_lines (event_id, order_id, position, ticket_type_id, name, quantity, unit_price, seats)
    select x.event_id, x.order_id, x.position, x.type_id, x.name, x.quantity, x.price, x.seats::uuid[]
    from unnest(
      ${all.map(({ eventId }) => eventId)}::uuid[], ${all.map(({ id }) => id)}::uuid[],
      ${all.map(({ position }) => position)}::int[], ${all.map(({ line }) => line.ticket_type_id)}::uuid[],
      ${all.map(({ line }) => line.name)}::text[], ${all.map(({ line }) => line.quantity)}::int[],
      ${all.map(({ line }) => line.unit_price)}::int[],
      ${all.map(({ line: { seats } }) => (seats ? `{${seats.join(',')}}` : null))}::text[]
    ) as x (event_id, order_id, position, type_id, name, quantity, price, seats)`.execute(tx)
}

/**
 * Orders that no buyer reserved, with their lines, history and events: sold at the box office, or given as invitations. Four
 * statements, however many; they are recorded at the time of the first.
 */
export const insertOrders = async (platform: Platform, tx: Tx, orders: readonly NewOrder[]): Promise<OrderRow[]> => {
  const [first] = orders
  if (!first) return []
  const byId = await insertOrderRows(tx, orders)
  await insertLines(tx, orders)
  const inserted = orders.flatMap((order) => {
    const row = byId.get(order.id)
    return row ? [{ row, record: order.record }] : []
  })
  const entries = inserted.map(({ row, record: { kind, detail, userId } }) => {
    return { order: row, id: platform.newId(), kind, detail, userId }
  })
  await insertHistory(tx, entries, first.record.now)
  const events = inserted.flatMap(({ row, record }) =>
    present(moveEvent(row, undefined, row.status)).map((event) => eventAbout(row, event, record.now)),
  )
  await platform.domainEvents.append(tx, events)
  return inserted.map(({ row }) => row)
}

/** As `insertOrders`, one. */
export const insertOrder = async (platform: Platform, tx: Tx, order: NewOrder): Promise<OrderRow> => {
  const [row] = await insertOrders(platform, tx, [order])
  if (!row) throw new Error(`order ${order.id} was not written`)
  return row
}
