import type { Agorot } from '@kartis/domain/money.ts'
import { sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'

export interface NewLine {
  readonly typeId: string
  readonly name: string
  readonly quantity: number
  readonly price: Agorot
  /** Off the whole line. */
  readonly discount: Agorot
}

export interface NewReservation {
  readonly id: string
  readonly tokenHash: string
  /** After the discount. */
  readonly total: Agorot
  readonly discount: Agorot
  readonly couponId: string | null
  readonly couponCode: string | null
  readonly limitPhone: string | null
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
        (event_id, account_id, id, token_hash, status, total, tickets_count, user_id, lang, discount, coupon_id,
         coupon_code, limit_phone, expires_at, created_at)
      select ${frame.eventId}::uuid, ${frame.accountId}::uuid, x.id, x.token_hash, 'reserved', x.total, x.tickets,
             x.user_id, x.lang, x.discount, x.coupon_id, x.coupon_code, x.limit_phone, ${frame.expiresAt}::timestamptz, ${frame.now}::timestamptz
      from unnest(
        ${orders.map(({ id }) => id)}::uuid[], ${orders.map(({ tokenHash }) => tokenHash)}::text[],
        ${orders.map(({ total }) => total)}::int[], ${orders.map(({ tickets }) => tickets)}::int[],
        ${orders.map(({ userId }) => userId)}::uuid[], ${orders.map(({ lang }) => lang)}::text[],
        ${orders.map(({ discount }) => discount)}::int[], ${orders.map(({ couponId }) => couponId)}::uuid[],
        ${orders.map(({ couponCode }) => couponCode)}::text[], ${orders.map((order) => order.limitPhone)}::text[]
      ) as x (id, token_hash, total, tickets, user_id, lang, discount, coupon_id, coupon_code, limit_phone)
      returning id, number
    ), listed as (
      insert into order_lines (event_id, order_id, position, ticket_type_id, name, quantity, unit_price, discount)
      select ${frame.eventId}::uuid, x.* from unnest(
        ${lines.map(({ order }) => order)}::uuid[], ${lines.map(({ position }) => position)}::int[],
        ${lines.map(({ typeId }) => typeId)}::uuid[], ${lines.map(({ name }) => name)}::text[],
        ${lines.map(({ quantity }) => quantity)}::int[], ${lines.map(({ price }) => price)}::int[],
        ${lines.map(({ discount }) => discount)}::int[]
      ) as x
    )
    select id, number from placed`.execute(tx)
  return new Map(rows.map((row) => [row.id, row.number]))
}
