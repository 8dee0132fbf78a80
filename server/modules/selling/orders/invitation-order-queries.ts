import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/db.ts'
import type { LineRow, OrderRow } from './orders-queries.ts'

export interface GivenOrder {
  readonly eventId: string
  readonly accountId: string
  readonly id: string
  readonly tokenHash: string
  readonly name: string
  /** E.164 */
  readonly phone: string
  readonly lang: string
  readonly now: Date
}

export type GivenLine = Pick<LineRow, 'ticket_type_id' | 'name' | 'quantity'>

/** An order that nobody pays for: paid at once, every line at price zero. */
export const insertGivenOrder = async (tx: Tx, order: GivenOrder, lines: readonly GivenLine[]): Promise<OrderRow> => {
  const row = await tx
    .insertInto('orders')
    .values({
      event_id: order.eventId,
      account_id: order.accountId,
      id: order.id,
      token_hash: order.tokenHash,
      status: 'paid',
      channel: 'invitation',
      total: 0,
      tickets_count: lines.reduce((sum, line) => sum + line.quantity, 0),
      buyer_name: order.name,
      buyer_phone: order.phone,
      lang: order.lang,
      created_at: order.now,
      paid_at: order.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await sql`
    insert into order_lines (event_id, order_id, position, ticket_type_id, name, quantity, unit_price)
    select ${order.eventId}::uuid, ${order.id}::uuid, x.position - 1, x.type_id, x.name, x.quantity, 0
    from unnest(
      ${lines.map((line) => line.ticket_type_id)}::uuid[], ${lines.map(({ name }) => name)}::text[],
      ${lines.map(({ quantity }) => quantity)}::int[]
    ) with ordinality as x (type_id, name, quantity, position)`.execute(tx)
  return row
}
