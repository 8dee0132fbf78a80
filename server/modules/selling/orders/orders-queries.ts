import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { OrderLinesTable, OrdersTable } from './tables.ts'
import type { StockChange } from '../inventory/index.ts'

export type OrderRow = Selectable<OrdersTable>
export type LineRow = Selectable<OrderLinesTable>

/** Orders lie by event: both halves are needed to find one without looking everywhere. */
export interface OrderKey {
  readonly eventId: string
  readonly orderId: string
}

export const readOrder = (db: Db | Tx, { eventId, orderId }: OrderKey): Promise<OrderRow | undefined> =>
  db.selectFrom('orders').selectAll().where('event_id', '=', eventId).where('id', '=', orderId).executeTakeFirst()

/** The first lock of everything that changes an order: its payments, stock and tickets come after it. */
export const lockOrder = (tx: Tx, { eventId, orderId }: OrderKey): Promise<OrderRow | undefined> =>
  tx
    .selectFrom('orders')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()

/** Whether an event limits tickets by phone. */
export const limitsPhones = (eventId: string): RawBuilder<boolean> => sql<boolean>`
  exists (select from events e where e.id = ${eventId}
    and coalesce(e.settings -> 'limit_per_phone', 'false') not in ('false', 'null'))`

/** As `lockOrder`, with whether its event limits tickets by phone at all: most do not, and need not be asked more. */
export const lockOrderWithLimit = (
  tx: Tx,
  { eventId, orderId }: OrderKey,
): Promise<(OrderRow & { readonly phone_limited: boolean }) | undefined> =>
  tx
    .selectFrom('orders')
    .selectAll()
    .select(limitsPhones(eventId).as('phone_limited'))
    .where('event_id', '=', eventId)
    .where('id', '=', orderId)
    .forUpdate('orders')
    .executeTakeFirst()

/** Where an order lies, when only its id is known (a link of the producer's). */
export const findOrder = async (
  db: Db | Tx,
  orderId: string,
): Promise<(OrderKey & { accountId: string }) | undefined> => {
  const row = await db
    .selectFrom('orders')
    .select(['event_id', 'account_id'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  return row && { eventId: row.event_id, orderId, accountId: row.account_id }
}

export const readLines = (db: Db | Tx, { eventId, orderId }: OrderKey): Promise<LineRow[]> =>
  db
    .selectFrom('order_lines')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()

export const stockOf = (lines: readonly Pick<LineRow, 'ticket_type_id' | 'quantity'>[]): StockChange[] =>
  lines.map((line) => ({ typeId: line.ticket_type_id, quantity: line.quantity }))

export type OrderChange = Partial<
  Pick<
    OrderRow,
    | 'status'
    | 'expires_at'
    | 'paid_at'
    | 'closed_at'
    | 'buyer_name'
    | 'buyer_phone'
    | 'buyer_email'
    | 'user_id'
    | 'lang'
    | 'marketing_consent_at'
    | 'limit_phone'
    | 'link_turn'
    | 'token_hash'
  >
>

/** The caller holds the order's lock. */
export const updateOrder = async (tx: Tx, { eventId, orderId }: OrderKey, change: OrderChange): Promise<void> => {
  await tx.updateTable('orders').set(change).where('event_id', '=', eventId).where('id', '=', orderId).execute()
}

export interface HistoryEntry extends OrderKey {
  readonly id: string
  readonly kind: string
  readonly detail: Readonly<Record<string, unknown>>
  readonly userId: string | null
  readonly at: Date
}

/** One statement, however many. */
export const insertHistory = async (tx: Tx, entries: readonly HistoryEntry[]): Promise<void> => {
  await sql`
    insert into order_history (event_id, id, order_id, kind, detail, user_id, created_at)
    select x.event_id, x.id, x.order_id, x.kind, x.detail::jsonb, x.user_id, x.at
    from unnest(
      ${entries.map(({ eventId }) => eventId)}::uuid[], ${entries.map(({ id }) => id)}::uuid[],
      ${entries.map(({ orderId }) => orderId)}::uuid[], ${entries.map(({ kind }) => kind)}::text[],
      ${entries.map(({ detail }) => JSON.stringify(detail))}::text[],
      ${entries.map(({ userId }) => userId)}::uuid[], ${entries.map(({ at }) => at)}::timestamptz[]
    ) as x (event_id, id, order_id, kind, detail, user_id, at)`.execute(tx)
}

/**
 * Locks orders of one event in the order of their ids; those that exist. Each is looked up by its whole key: a plan made once
 * for all events would rather read every order of this one.
 */
export const lockOrders = async (tx: Tx, eventId: string, ids: readonly string[]): Promise<OrderRow[]> => {
  const { rows } = await sql<OrderRow>`
    select o.* from unnest(${ids.toSorted()}::uuid[]) with ordinality as wanted (id, place)
    cross join lateral (
      select * from orders where event_id = ${eventId} and orders.id = wanted.id limit 1 for update
    ) as o
    order by wanted.place`.execute(tx)
  return rows
}

/** Lines of orders of one event, each order's in their order. */
export const readLinesOf = (db: Db | Tx, eventId: string, orderIds: readonly string[]): Promise<LineRow[]> =>
  db
    .selectFrom('order_lines')
    .selectAll()
    .where('event_id', '=', eventId)
    .where(sql<boolean>`order_id = any(${[...orderIds]}::uuid[])`)
    .orderBy('position')
    .execute()

/** Orders whose locks the caller holds become paid. */
export const markOrdersPaid = async (tx: Tx, eventId: string, ids: readonly string[], now: Date): Promise<void> => {
  await tx
    .updateTable('orders')
    .set({ status: 'paid', paid_at: now, expires_at: null, closed_at: null })
    .where('event_id', '=', eventId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute()
}

/** Events that have reservations whose time is over. */
export const readEventsWithExpired = async (db: Db, now: Date): Promise<string[]> => {
  const rows = await db
    .selectFrom('orders')
    .select('event_id')
    .distinct()
    // Written out, not a parameter: a plan made once for all parameters could not use the index of open orders.
    .where('status', '=', sql.lit('reserved' as const))
    .where('expires_at', '<=', now)
    .orderBy('event_id')
    .execute()
  return rows.map((row) => row.event_id)
}

/** What ended reservations give back: tickets by type, and uses by coupon. */
export interface Freed {
  readonly stock: readonly StockChange[]
  readonly uses: readonly { readonly couponId: string; readonly quantity: number }[]
}

/**
 * Ends reservations of an event whose time is over, passing by those that somebody holds right now, and says what they
 * had. Nobody was at the gateway with them, so nobody needs to be asked.
 */
export const expireReserved = async (tx: Tx, eventId: string, now: Date, most: number): Promise<Freed> => {
  const { rows } = await sql<{ kind: 'type' | 'coupon'; id: string; quantity: number }>`
    with over as (
      select id from orders
      where event_id = ${eventId} and status = 'reserved' and expires_at <= ${now}
      order by expires_at limit ${most} for update skip locked
    ), closed as (
      update orders o set status = 'expired', closed_at = ${now}
      from over where o.event_id = ${eventId} and o.id = over.id
      returning o.id, o.coupon_id
    ), noted as (
      insert into order_history (event_id, id, order_id, kind, created_at)
      select ${eventId}::uuid, gen_random_uuid(), closed.id, 'expired', ${now} from closed
    )
    select 'type' as kind, l.ticket_type_id as id, sum(l.quantity)::int as quantity
    from closed join order_lines l on l.event_id = ${eventId} and l.order_id = closed.id
    group by l.ticket_type_id
    union all
    select 'coupon', coupon_id, count(*)::int from closed where coupon_id is not null group by coupon_id`.execute(tx)
  const of = (kind: 'type' | 'coupon') => rows.filter((row) => row.kind === kind)
  return {
    stock: of('type').map(({ id, quantity }) => ({ typeId: id, quantity })),
    uses: of('coupon').map(({ id, quantity }) => ({ couponId: id, quantity })),
  }
}

/** Orders that were at the gateway when their time was over. */
export const readExpiredAtGateway = async (db: Db, now: Date, most: number): Promise<OrderKey[]> => {
  const rows = await db
    .selectFrom('orders')
    .select(['event_id', 'id'])
    .where('status', '=', sql.lit('pending_payment' as const))
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(most)
    .execute()
  return rows.map((row) => ({ eventId: row.event_id, orderId: row.id }))
}
