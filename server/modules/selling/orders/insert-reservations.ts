import type { Agorot } from '@kartis/domain/money.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/db.ts'
import { pipeline } from '../../../platform/database/pipelining-driver.ts'

export interface NewReservationLine {
  readonly typeId: string
  readonly name: string
  readonly quantity: number
  readonly price: Agorot
  /** Off the whole line. */
  readonly discount: Agorot
  /** Uuids of its seats, as many as tickets; without numbered places there are none. */
  readonly seats?: readonly string[] | null
}

/** A cart with its prices. Buyers of a rush want much the same: equal carts of a batch share one. */
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
  readonly lines: readonly NewReservationLine[]
}

/** Keyed hashes of where an order came from; null where nothing is limited by them. */
export interface OrderOrigin {
  readonly network: string | null
  readonly device: string | null
}

export interface NewReservation {
  readonly id: string
  readonly tokenHash: string
  readonly origin: OrderOrigin
  readonly pricedCart: PricedCart
}

/** What all reservations of a batch have in common. */
export interface ReservationFrame {
  readonly eventId: string
  readonly accountId: string
  readonly now: Date
  readonly expiresAt: Date
}

/** A PostgreSQL array literal of members that need no escaping (ids, hashes, numbers): faster than the driver's own. */
const plainArray = (members: readonly (string | number | null)[]): string =>
  `{${members.map((member) => member ?? 'NULL').join(',')}}`

/**
 * Sends one statement that inserts any number of reservations with their lines, travelling with the commit. After the
 * commit the returned function gives the order numbers by order id.
 */
export const insertReservations = async (
  tx: Tx,
  frame: ReservationFrame,
  orders: readonly NewReservation[],
): Promise<() => Promise<ReadonlyMap<string, string>>> => {
  const carts = [...new Set(orders.map(({ pricedCart }) => pricedCart))]
  const places = new Map(carts.map((cart, place) => [cart, place]))
  const lines = carts.flatMap((cart, place) => cart.lines.map((line, position) => ({ ...line, place, position })))
  const inserted = await pipeline(
    tx,
    sql<{ numbers: readonly string[] }>`
    with new_orders as materialized (
      select * from unnest(
        ${plainArray(orders.map(({ id }) => id))}::uuid[], ${plainArray(orders.map(({ tokenHash }) => tokenHash))}::text[],
        ${plainArray(orders.map(({ origin }) => origin.network))}::text[], ${plainArray(orders.map(({ origin }) => origin.device))}::text[],
        ${plainArray(orders.map(({ pricedCart }) => places.get(pricedCart) ?? 0))}::int[]
      ) as o (id, token_hash, network, device, cart)
    ), inserted as (
      insert into orders
        (event_id, account_id, id, token_hash, status, total, tickets_count, user_id, lang, discount, coupon_id,
         coupon_code, limit_phone, network, device, expires_at, created_at)
      select ${frame.eventId}::uuid, ${frame.accountId}::uuid, o.id, o.token_hash, 'reserved', c.total, c.tickets,
             c.user_id, c.lang, c.discount, c.coupon_id, c.coupon_code, c.limit_phone,
             o.network, o.device, ${frame.expiresAt}::timestamptz, ${frame.now}::timestamptz
      from new_orders o join unnest(
        ${carts.map((_, place) => place)}::int[],
        ${carts.map(({ total }) => total)}::int[], ${carts.map(({ tickets }) => tickets)}::int[],
        ${carts.map(({ userId }) => userId)}::uuid[], ${carts.map(({ lang }) => lang)}::text[],
        ${carts.map(({ discount }) => discount)}::int[], ${carts.map(({ couponId }) => couponId)}::uuid[],
        ${carts.map(({ couponCode }) => couponCode)}::text[], ${carts.map(({ limitPhone }) => limitPhone)}::text[]
      ) as c (place, total, tickets, user_id, lang, discount, coupon_id, coupon_code, limit_phone) on c.place = o.cart
      returning id, number
    ), inserted_lines as (
      insert into order_lines (event_id, order_id, position, ticket_type_id, name, quantity, unit_price, discount, seats)
      select ${frame.eventId}::uuid, o.id, l.position, l.type_id, l.name, l.quantity, l.price, l.discount,
             l.seats::uuid[]
      from new_orders o join unnest(
        ${lines.map(({ place }) => place)}::int[], ${lines.map(({ position }) => position)}::int[],
        ${lines.map(({ typeId }) => typeId)}::uuid[], ${lines.map(({ name }) => name)}::text[],
        ${lines.map(({ quantity }) => quantity)}::int[], ${lines.map(({ price }) => price)}::int[],
        ${lines.map(({ discount }) => discount)}::int[],
        ${lines.map(({ seats }) => (seats ? plainArray(seats) : null))}::text[]
      ) as l (place, position, type_id, name, quantity, price, discount, seats) on l.place = o.cart
    )
    select json_agg(number::text order by id) as numbers from inserted`,
  )
  return async () => {
    // Sorted by id on both sides: one row with all numbers is cheaper to parse than a row for each order.
    const numbers = (await inserted()).rows[0]?.numbers ?? []
    const ids = orders.map(({ id }) => id).toSorted()
    return new Map(ids.map((id, place) => [id, numbers[place] ?? '']))
  }
}

/** Numbers of orders that exist, by id. */
export const readNumbers = async (tx: Tx, eventId: string, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await tx
    .selectFrom('orders')
    .select(['id', 'number'])
    .where('event_id', '=', eventId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row.number]))
}
