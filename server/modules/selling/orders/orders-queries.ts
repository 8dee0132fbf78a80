import { isSold, ORDER_STATES } from '@kartis/domain/order.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { inEvent } from '../../../platform/database/unindexed.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { OrderLinesTable, OrdersTable } from './tables.ts'
import type { PrintedSeat as TicketSeat, StockChange } from '../inventory/index.ts'

export type OrderRow = Selectable<OrdersTable>
export type LineRow = Selectable<OrderLinesTable>

/** Orders are keyed by event: with both halves an order is one index look-up. */
export interface OrderKey {
  readonly eventId: string
  readonly orderId: string
}

export const readOrder = (db: Db | Tx, { eventId, orderId }: OrderKey): Promise<OrderRow | undefined> =>
  db.selectFrom('orders').selectAll().where(inEvent('event_id', eventId)).where('id', '=', orderId).executeTakeFirst()

/** The first lock of everything that changes an order; locks of its payments, stock and tickets follow. */
export const lockOrder = (tx: Tx, { eventId, orderId }: OrderKey): Promise<OrderRow | undefined> =>
  tx
    .selectFrom('orders')
    .selectAll()
    .where(inEvent('event_id', eventId))
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()

/** Whether an event limits tickets by phone. */
export const limitsPhones = (eventId: string): RawBuilder<boolean> => sql<boolean>`
  exists (select from events e where e.id = ${eventId}
    and coalesce(e.settings -> 'limit_per_phone', 'false') not in ('false', 'null'))`

/** As `lockOrder`, with whether its event limits tickets by phone: most do not, and need no further query. */
export const lockOrderWithLimit = (
  tx: Tx,
  { eventId, orderId }: OrderKey,
): Promise<(OrderRow & { readonly phone_limited: boolean }) | undefined> =>
  tx
    .selectFrom('orders')
    .selectAll()
    .select(limitsPhones(eventId).as('phone_limited'))
    .where(inEvent('event_id', eventId))
    .where('id', '=', orderId)
    .forUpdate('orders')
    .executeTakeFirst()

/** The key and account of an order of which only the id is known, as in a producer's link. */
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

/** Whether some of the lines have numbered seats. */
export const hasSeats = (lines: readonly Pick<LineRow, 'seats'>[]): boolean => lines.some(({ seats }) => seats !== null)

export const stockOf = (lines: readonly Pick<LineRow, 'ticket_type_id' | 'quantity'>[]): StockChange[] =>
  lines.map((line) => ({ typeId: line.ticket_type_id, quantity: line.quantity }))

/**
 * Locks those of the orders that exist, in the order of their ids. Each is looked up by its whole key: a generic plan for
 * a join would read every order of the event.
 */
export const lockOrders = async (tx: Tx, eventId: string, ids: readonly string[]): Promise<OrderRow[]> => {
  const { rows } = await sql<OrderRow>`
    select o.* from unnest(${ids.toSorted()}::uuid[]) with ordinality as requested (id, place)
    cross join lateral (
      select * from orders where ${inEvent('event_id', eventId)} and orders.id = requested.id limit 1 for update
    ) as o
    order by requested.place`.execute(tx)
  return rows
}

/** Lines of orders of one event, by position. */
export const readLinesOf = (db: Db | Tx, eventId: string, orderIds: readonly string[]): Promise<LineRow[]> =>
  db
    .selectFrom('order_lines')
    .selectAll()
    .where('event_id', '=', eventId)
    .where(sql<boolean>`order_id = any(${[...orderIds]}::uuid[])`)
    .orderBy('position')
    .execute()

/** Events that have expired reservations. */
export const readEventsWithExpired = async (db: Db, now: Date): Promise<string[]> => {
  const rows = await db
    .selectFrom('orders')
    .select('event_id')
    .distinct()
    // A literal, not a parameter: a generic plan could not use the partial index of open orders.
    .where('status', '=', sql.lit('reserved' as const))
    .where('expires_at', '<=', now)
    .orderBy('event_id')
    .execute()
  return rows.map((row) => row.event_id)
}

/** At most so many open orders of one event, reserved or at the gateway. */
export const readOpenIds = async (db: Db, eventId: string, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('event_id', '=', eventId)
    // Literals, not parameters: a generic plan could not use the partial indexes of open orders.
    .where('status', 'in', [sql.lit('reserved' as const), sql.lit('pending_payment' as const)])
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Expired orders that were sent to a gateway, the oldest first. */
export const readExpiredAtGateway = async (db: Db, now: Date, limit: number): Promise<OrderKey[]> => {
  const rows = await db
    .selectFrom('orders')
    .select(['event_id', 'id'])
    .where('status', '=', sql.lit('pending_payment' as const))
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ eventId: row.event_id, orderId: row.id }))
}

/** The sold order with this number. */
export const findSoldOrder = async (db: Db | Tx, number: string): Promise<OrderKey | undefined> => {
  const row = await db
    .selectFrom('orders')
    .select(['event_id', 'id'])
    .where('number', '=', number)
    // Literals, not parameters: a generic plan could not use the partial index of sold orders.
    .where('status', 'in', [sql.lit('paid' as const), sql.lit('partially_refunded' as const)])
    .executeTakeFirst()
  return row && { eventId: row.event_id, orderId: row.id }
}

/** The next orders of an event with tickets in people's hands, by id. */
export const readSoldOrdersAfter = (tx: Tx, eventId: string, after: string, limit: number): Promise<OrderRow[]> =>
  tx
    .selectFrom('orders')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('id', '>', after)
    .where('status', 'in', ORDER_STATES.filter(isSold))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Orders of any events by their keys, those that exist. The events are compared as in `inEvent`. */
export const readOrders = async (db: Db | Tx, keys: readonly OrderKey[]): Promise<OrderRow[]> => {
  const { rows } = await sql<OrderRow>`
    select o.* from unnest(
      ${keys.map(({ eventId }) => eventId)}::uuid[], ${keys.map(({ orderId }) => orderId)}::uuid[]
    ) as requested (event_id, id)
    cross join lateral (
      select * from orders where orders.event_id is not distinct from requested.event_id and orders.id = requested.id limit 1
    ) as o`.execute(db)
  return rows
}

/** The seats of valid tickets, by order id and in their order; orders without numbered places are missing. */
export const readSeatsOf = async (db: Db | Tx, keys: readonly OrderKey[]): Promise<Map<string, TicketSeat[]>> => {
  const { rows } = await sql<{ order_id: string; seats: TicketSeat[] }>`
    select t.order_id, json_agg(t.seat order by t.position) as seats
    from unnest(
      ${keys.map(({ eventId }) => eventId)}::uuid[], ${keys.map(({ orderId }) => orderId)}::uuid[]
    ) as requested (event_id, id)
    join tickets t on t.event_id = requested.event_id and t.order_id = requested.id
    where t.status = 'valid' and t.seat is not null
    group by t.order_id`.execute(db)
  return new Map(rows.map(({ order_id, seats }) => [order_id, seats]))
}

/** The instants of a row that came as JSON. Columns of instants, and no others, are named `…_at`. */
export const withInstants = <R>(row: R): R =>
  Object.fromEntries(
    Object.entries(row as object).map(([name, value]: [string, unknown]) => [
      name,
      name.endsWith('_at') && typeof value === 'string' ? new Date(value) : value,
    ]),
  ) as R
