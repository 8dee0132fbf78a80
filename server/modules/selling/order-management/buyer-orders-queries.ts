import { type RawBuilder, sql } from 'kysely'
import { inEvent } from '../../../platform/database/unindexed.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { PaymentRow } from '../../payments/payments/index.ts'
import {
  type AnswerRow,
  type BuyerDetails,
  type LineRow,
  type OrderKey,
  type OrderRow,
  updatedDetails,
  withInstants,
} from '../orders/index.ts'
import { readTransfersOfOrders, type TicketRow, type TransferRow } from '../ticketing/index.ts'

/** One order with all its parts. */
export interface WholeOrder {
  readonly order: OrderRow
  readonly lines: readonly LineRow[]
  readonly tickets: readonly TicketRow[]
  readonly answers: readonly AnswerRow[]
  /** What is offered to other people or was accepted. */
  readonly transfers: readonly TransferRow[]
  /** The newest first. */
  readonly payments: readonly PaymentRow[]
}

type Parts = Omit<WholeOrder, 'order'>

/** The parts of one order, whose id may be a column of the statement, as JSON. */
const partsOf = ({
  eventId,
  orderId,
}: {
  readonly eventId: string
  readonly orderId: string | RawBuilder<unknown>
}): RawBuilder<Parts> => sql`
  json_build_object(
    'lines', (select coalesce(json_agg(l order by l.position), '[]') from order_lines l
      where l.event_id = ${eventId} and l.order_id = ${orderId}),
    'tickets', (select coalesce(json_agg(t order by t.position), '[]') from tickets t
      where t.event_id = ${eventId} and t.order_id = ${orderId}),
    'answers', (select coalesce(json_agg(a order by a.ticket_no), '[]') from order_answers a
      where a.event_id = ${eventId} and a.order_id = ${orderId}),
    'transfers', (select coalesce(json_agg(x), '[]') from ticket_transfers x
      where x.event_id = ${eventId} and x.order_id = ${orderId} and x.state in ('offered', 'accepted')),
    'payments', (select coalesce(json_agg(p order by p.created_at desc, p.id desc), '[]') from payments p
      where p.event_id = ${eventId} and p.order_id = ${orderId}))`

const wholeOf = (order: OrderRow, parts: Parts): WholeOrder => ({
  order,
  lines: parts.lines,
  answers: parts.answers,
  tickets: parts.tickets.map(withInstants),
  transfers: parts.transfers.map(withInstants),
  payments: parts.payments.map(withInstants),
})

/** One statement: it is the most frequent read of a buyer. */
export const readWholeOrder = async (db: Db, key: OrderKey): Promise<WholeOrder | undefined> => {
  const { rows } = await sql<OrderRow & { parts: Parts }>`
    select o.*, ${partsOf(key)} as parts
    from orders o where ${inEvent('o.event_id', key.eventId)} and o.id = ${key.orderId}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { parts, ...order } = row
  return wholeOf(order, parts)
}

/** An order as it is read to authorize the holder of its token. */
export interface LoadedOrder {
  readonly order: OrderRow
  /** Of an order that waits for its payment: changes with the order, its payments and its answers. */
  readonly version: string | null
  /** undefined where the version was among the cached ones, or nothing is to be shown. */
  readonly whole: WholeOrder | undefined
}

/** An order to be shown, and the versions of it for which a reply is cached. */
export interface RequestedOrder {
  readonly orderId: string
  readonly versions: readonly string[]
}

/**
 * Orders of one event with all their parts, by id, for requests that show them: one statement, however many. The parts of
 * an order that waits for its payment are left out when its version is among `versions`.
 */
export const readShownOrders = async (
  db: Db,
  eventId: string,
  requested: readonly RequestedOrder[],
): Promise<ReadonlyMap<string, LoadedOrder>> => {
  const orderId = sql.ref('o.id')
  // Versions differ by the transactions that wrote the rows. `offset 0` keeps the subquery, so that they are read once.
  const { rows } = await sql<OrderRow & { version: string | null; parts: Parts | null; written_by: string }>`
    select o.*, v.version,
      case when v.version = any(string_to_array(x.versions, ' ')) then null else ${partsOf({ eventId, orderId })} end as parts
    from unnest(
      ${requested.map((order) => order.orderId)}::uuid[], ${requested.map(({ versions }) => versions.join(' '))}::text[]
    ) as x (id, versions)
    cross join lateral (
      select *, orders.xmin::text as written_by from orders
      where ${inEvent('event_id', eventId)} and orders.id = x.id limit 1
    ) as o
    cross join lateral (
      select case when o.status = 'pending_payment' then concat(o.written_by,
        '/', (select string_agg(p.xmin::text, ',' order by p.id) from payments p
          where p.event_id = ${eventId} and p.order_id = ${orderId}),
        '/', (select string_agg(a.xmin::text, ',' order by a.field_id, a.ticket_no) from order_answers a
          where a.event_id = ${eventId} and a.order_id = ${orderId})) end as version
      offset 0
    ) v`.execute(db)
  return new Map(
    rows.map(({ parts, version, written_by: _writtenBy, ...order }) => [
      order.id,
      { order, version, whole: parts === null ? undefined : wholeOf(order, parts) },
    ]),
  )
}

/** Details of one order. */
export type DetailsOfOrder = BuyerDetails & { readonly orderId: string }

/**
 * Writes details of open orders of one event from which nothing else follows (see `updatedDetails`), and reads the orders
 * with their parts in the same statement. Writes and returns nothing of any other order. Each order at most once.
 */
export const writeDetails = async (
  db: Db,
  eventId: string,
  changes: readonly DetailsOfOrder[],
  now: Date,
): Promise<ReadonlyMap<string, WholeOrder>> => {
  const { rows } = await sql<OrderRow & { parts: Parts }>`
    with written as (${updatedDetails(eventId, changes, now)})
    select w.*, ${partsOf({ eventId, orderId: sql.ref('w.id') })} as parts from written w`.execute(db)
  return new Map(rows.map(({ parts, ...order }) => [order.id, wholeOf(order, parts)]))
}

export interface OrderRows {
  readonly orders: readonly OrderRow[]
  readonly lines: readonly LineRow[]
  readonly tickets: readonly TicketRow[]
  readonly answers: readonly AnswerRow[]
  readonly transfers: readonly TransferRow[]
}

const among = (column: 'event_id' | 'order_id' | 'id', ids: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${[...ids]}::uuid[])`

const conditionsOf = (keys: readonly OrderKey[]) => {
  const ids = keys.map(({ orderId }) => orderId)
  const events = [...new Set(keys.map(({ eventId }) => eventId))]
  return { ids, ofEvents: among('event_id', events), ofOrders: among('order_id', ids) }
}

/** The lines and tickets of orders, each by its place. */
export const readItemRows = async (
  db: Db,
  keys: readonly OrderKey[],
): Promise<Pick<OrderRows, 'lines' | 'tickets'>> => {
  const { ofEvents, ofOrders } = conditionsOf(keys)
  const [lines, tickets] = await Promise.all([
    db.selectFrom('order_lines').selectAll().where(ofEvents).where(ofOrders).orderBy('position').execute(),
    db.selectFrom('tickets').selectAll().where(ofEvents).where(ofOrders).orderBy('position').execute(),
  ])
  return { lines, tickets }
}

/** Orders with their parts: one statement for each kind of row, however many orders. */
export const readOrderRows = async (db: Db, keys: readonly OrderKey[]): Promise<OrderRows> => {
  const { ids, ofEvents, ofOrders } = conditionsOf(keys)
  const [orders, { lines, tickets }, answers, transfers] = await Promise.all([
    db.selectFrom('orders').selectAll().where(ofEvents).where(among('id', ids)).execute(),
    readItemRows(db, keys),
    db.selectFrom('order_answers').selectAll().where(ofEvents).where(ofOrders).orderBy('ticket_no').execute(),
    readTransfersOfOrders(db, keys),
  ])
  return { orders, lines, tickets, answers, transfers }
}
