import type { Agorot } from '@kartis/domain/money.ts'
import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

export interface NewLine {
  readonly typeId: string
  readonly name: string
  readonly quantity: number
  readonly price: Agorot
}

export interface NewReservation {
  readonly id: string
  readonly tokenHash: string
  readonly total: Agorot
  readonly tickets: number
  readonly userId: string | null
  readonly lang: string
  readonly lines: readonly NewLine[]
}

export interface ReservationFrame {
  readonly eventId: string
  readonly accountId: string
  readonly now: Date
  readonly expiresAt: Date
}

/** Any number of reservations and their lines with one statement. Their numbers, by id. */
export const insertReservations = async (
  tx: Tx,
  frame: ReservationFrame,
  orders: readonly NewReservation[],
): Promise<Map<string, string>> => {
  const lines = orders.flatMap((order) => order.lines.map((line, position) => ({ ...line, order: order.id, position })))
  const { rows } = await sql<{ id: string; number: string }>`
    with placed as (
      insert into orders
        (event_id, account_id, id, token_hash, status, total, tickets_count, user_id, lang, expires_at, created_at)
      select ${frame.eventId}::uuid, ${frame.accountId}::uuid, x.id, x.token_hash, 'reserved', x.total, x.tickets,
             x.user_id, x.lang, ${frame.expiresAt}::timestamptz, ${frame.now}::timestamptz
      from unnest(
        ${orders.map(({ id }) => id)}::uuid[], ${orders.map(({ tokenHash }) => tokenHash)}::text[],
        ${orders.map(({ total }) => total)}::int[], ${orders.map(({ tickets }) => tickets)}::int[],
        ${orders.map(({ userId }) => userId)}::uuid[], ${orders.map(({ lang }) => lang)}::text[]
      ) as x (id, token_hash, total, tickets, user_id, lang)
      returning id, number
    ), listed as (
      insert into order_lines (event_id, order_id, position, ticket_type_id, name, quantity, unit_price)
      select ${frame.eventId}::uuid, x.* from unnest(
        ${lines.map(({ order }) => order)}::uuid[], ${lines.map(({ position }) => position)}::int[],
        ${lines.map(({ typeId }) => typeId)}::uuid[], ${lines.map(({ name }) => name)}::text[],
        ${lines.map(({ quantity }) => quantity)}::int[], ${lines.map(({ price }) => price)}::int[]
      ) as x
    )
    select id, number from placed`.execute(tx)
  return new Map(rows.map((row) => [row.id, row.number]))
}
