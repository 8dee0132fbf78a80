import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/db.ts'
import type { LineRow, OrderRow } from './orders-queries.ts'

export type CounterLine = Pick<LineRow, 'ticket_type_id' | 'name' | 'quantity' | 'unit_price'>

export interface NewCounterOrder {
  readonly eventId: string
  readonly accountId: string
  readonly id: string
  readonly tokenHash: string
  readonly status: 'paid' | 'pending_payment'
  readonly lines: readonly CounterLine[]
  /** agorot */
  readonly total: number
  readonly buyer: { readonly name: string | null; readonly phone: string | null }
  readonly lang: string
  readonly now: Date
  readonly paidAt?: Date
  readonly expiresAt?: Date
}

/** An order of the counter with its lines. */
export const insertCounterOrder = async (tx: Tx, order: NewCounterOrder): Promise<OrderRow> => {
  const { lines } = order
  const row = await tx
    .insertInto('orders')
    .values({
      event_id: order.eventId,
      account_id: order.accountId,
      id: order.id,
      token_hash: order.tokenHash,
      status: order.status,
      channel: 'cashier',
      total: order.total,
      tickets_count: lines.reduce((sum, line) => sum + line.quantity, 0),
      buyer_name: order.buyer.name,
      buyer_phone: order.buyer.phone,
      lang: order.lang,
      created_at: order.now,
      paid_at: order.paidAt ?? null,
      expires_at: order.expiresAt ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await sql`
    insert into order_lines (event_id, order_id, position, ticket_type_id, name, quantity, unit_price)
    select ${order.eventId}::uuid, ${order.id}::uuid, x.position - 1, x.type_id, x.name, x.quantity, x.price
    from unnest(
      ${lines.map((line) => line.ticket_type_id)}::uuid[], ${lines.map(({ name }) => name)}::text[],
      ${lines.map(({ quantity }) => quantity)}::int[], ${lines.map((line) => line.unit_price)}::int[]
    ) with ordinality as x (type_id, name, quantity, price, position)`.execute(tx)
  return row
}
