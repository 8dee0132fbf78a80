import { sql } from 'kysely'
import type { Db } from '../../kernel/db.ts'
import type { LineRow, OrderKey, OrderRow } from './orders-queries.ts'
import type { AnswerRow } from './questions-queries.ts'
import type { TicketRow } from './tickets-queries.ts'

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
