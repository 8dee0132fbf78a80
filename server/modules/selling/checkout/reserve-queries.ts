import type { Agorot } from '@kartis/domain/money.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database/db.ts'

export interface NewLine {
  readonly typeId: string
  readonly name: string
  readonly quantity: number
  readonly price: Agorot
  /** Off the whole line. */
  readonly discount: Agorot
}

/** What a cart comes to. Buyers of a rush want much the same: one pricedCart stands for all whose carts are alike. */
export interface PricedCart {
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

export interface NewReservation {
  readonly id: string
  readonly tokenHash: string
  readonly pricedCart: PricedCart
}

export interface ReservationFrame {
  readonly eventId: string
  readonly accountId: string
  readonly now: Date
  readonly expiresAt: Date
}

/** PostgreSQL's way to write an array whose members have nothing to escape: ids, hashes and numbers. */
const plainArray = (members: readonly (string | number)[]): string => `{${members.join(',')}}`

/**
 * Any number of reservations and their lines, in the statement that takes their tickets. It tells their numbers in the
 * order of their ids.
 */
export const reservationParts = (
  frame: ReservationFrame,
  orders: readonly NewReservation[],
): { parts: RawBuilder<unknown>; told: RawBuilder<unknown> } => {
  const pricedCarts = [...new Set(orders.map(({ pricedCart }) => pricedCart))]
  const places = new Map(pricedCarts.map((pricedCart, place) => [pricedCart, place]))
  const lines = pricedCarts.flatMap((pricedCart, place) =>
    pricedCart.lines.map((line, position) => ({ ...line, place, position })),
  )
  return {
    parts: sql`
    wanted as materialized (
      select * from unnest(
        ${plainArray(orders.map(({ id }) => id))}::uuid[], ${plainArray(orders.map(({ tokenHash }) => tokenHash))}::text[],
        ${plainArray(orders.map(({ pricedCart }) => places.get(pricedCart) ?? 0))}::int[]
      ) as w (id, token_hash, pricedCart)
    ), placed as (
      insert into orders
        (event_id, account_id, id, token_hash, status, total, tickets_count, user_id, lang, discount, coupon_id,
         coupon_code, limit_phone, expires_at, created_at)
      select ${frame.eventId}::uuid, ${frame.accountId}::uuid, w.id, w.token_hash, 'reserved', d.total, d.tickets,
             d.user_id, d.lang, d.discount, d.coupon_id, d.coupon_code, d.limit_phone, ${frame.expiresAt}::timestamptz, ${frame.now}::timestamptz
      from taken cross join wanted w join unnest(
        ${pricedCarts.map((_, place) => place)}::int[],
        ${pricedCarts.map(({ total }) => total)}::int[], ${pricedCarts.map(({ tickets }) => tickets)}::int[],
        ${pricedCarts.map(({ userId }) => userId)}::uuid[], ${pricedCarts.map(({ lang }) => lang)}::text[],
        ${pricedCarts.map(({ discount }) => discount)}::int[], ${pricedCarts.map(({ couponId }) => couponId)}::uuid[],
        ${pricedCarts.map(({ couponCode }) => couponCode)}::text[], ${pricedCarts.map((pricedCart) => pricedCart.limitPhone)}::text[]
      ) as d (place, total, tickets, user_id, lang, discount, coupon_id, coupon_code, limit_phone) on d.place = w.pricedCart
      returning id, number
    ), listed as (
      insert into order_lines (event_id, order_id, position, ticket_type_id, name, quantity, unit_price, discount)
      select ${frame.eventId}::uuid, w.id, l.position, l.type_id, l.name, l.quantity, l.price, l.discount
      from taken cross join wanted w join unnest(
        ${lines.map(({ place }) => place)}::int[], ${lines.map(({ position }) => position)}::int[],
        ${lines.map(({ typeId }) => typeId)}::uuid[], ${lines.map(({ name }) => name)}::text[],
        ${lines.map(({ quantity }) => quantity)}::int[], ${lines.map(({ price }) => price)}::int[],
        ${lines.map(({ discount }) => discount)}::int[]
      ) as l (place, position, type_id, name, quantity, price, discount) on l.place = w.pricedCart
    )`,
    // One text for all of them: a row for each order would cost more to read than the rest of the answer.
    told: sql`(select string_agg(number::text, ',' order by id) from placed)`,
  }
}

/** Numbers of orders that were written before, by id. */
export const readNumbers = async (tx: Tx, eventId: string, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await tx
    .selectFrom('orders')
    .select(['id', 'number'])
    .where('event_id', '=', eventId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row.number]))
}
