import { sql } from 'kysely'
import type { Db } from '../../kernel/db.ts'
import type { PaymentRow } from '../payments/index.ts'
import type { LineRow, OrderKey, OrderRow } from './orders-queries.ts'
import type { AnswerRow } from './questions-queries.ts'
import type { TicketRow } from './tickets-queries.ts'

/** One order with everything that hangs on it. */
export interface WholeOrder {
  readonly order: OrderRow
  readonly lines: readonly LineRow[]
  readonly tickets: readonly TicketRow[]
  readonly answers: readonly AnswerRow[]
  /** The newest first. */
  readonly payments: readonly PaymentRow[]
}

/** Instants of rows that came as JSON; by the house's naming all of them, and nothing else, end so. */
const withInstants = <R>(rows: readonly R[]): readonly R[] =>
  rows.map(
    (row) =>
      Object.fromEntries(
        Object.entries(row as object).map(([name, value]: [string, unknown]) => [
          name,
          name.endsWith('_at') && typeof value === 'string' ? new Date(value) : value,
        ]),
      ) as R,
  )

/** One statement: buyers ask for theirs more often than for anything else. */
export const readWholeOrder = async (db: Db, { eventId, orderId }: OrderKey): Promise<WholeOrder | undefined> => {
  type Parts = Omit<WholeOrder, 'order'>
  const { rows } = await sql<OrderRow & { parts: Parts }>`
    select o.*, json_build_object(
      'lines', (select coalesce(json_agg(l order by l.position), '[]') from order_lines l
        where l.event_id = ${eventId} and l.order_id = ${orderId}),
      'tickets', (select coalesce(json_agg(t order by t.position), '[]') from tickets t
        where t.event_id = ${eventId} and t.order_id = ${orderId}),
      'answers', (select coalesce(json_agg(a order by a.ticket_no), '[]') from order_answers a
        where a.event_id = ${eventId} and a.order_id = ${orderId}),
      'payments', (select coalesce(json_agg(p order by p.created_at desc, p.id desc), '[]') from payments p
        where p.event_id = ${eventId} and p.order_id = ${orderId})) as parts
    from orders o where o.event_id = ${eventId} and o.id = ${orderId}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { parts, ...order } = row
  return {
    order,
    lines: parts.lines,
    answers: parts.answers,
    tickets: withInstants(parts.tickets),
    payments: withInstants(parts.payments),
  }
}

export interface OrderRows {
  readonly orders: readonly OrderRow[]
  readonly lines: readonly LineRow[]
  readonly tickets: readonly TicketRow[]
  readonly answers: readonly AnswerRow[]
}

const among = (column: 'event_id' | 'order_id' | 'id', ids: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${[...ids]}::uuid[])`

/** Orders with what hangs on them: one statement for each kind of row, however many orders. */
export const readOrderRows = async (db: Db, keys: readonly OrderKey[]): Promise<OrderRows> => {
  const events = [...new Set(keys.map(({ eventId }) => eventId))]
  const ids = keys.map(({ orderId }) => orderId)
  const ofEvents = among('event_id', events)
  const ofOrders = among('order_id', ids)
  const [orders, lines, tickets, answers] = await Promise.all([
    db.selectFrom('orders').selectAll().where(ofEvents).where(among('id', ids)).execute(),
    db.selectFrom('order_lines').selectAll().where(ofEvents).where(ofOrders).orderBy('position').execute(),
    db.selectFrom('tickets').selectAll().where(ofEvents).where(ofOrders).orderBy('position').execute(),
    db.selectFrom('order_answers').selectAll().where(ofEvents).where(ofOrders).orderBy('ticket_no').execute(),
  ])
  return { orders, lines, tickets, answers }
}
