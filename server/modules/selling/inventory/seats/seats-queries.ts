import { SEAT_CHANNELS, type SeatRules } from '@kartis/domain/seats.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import type { NumberStretches } from '@kartis/seat-map/model/seat-numbers.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/database/db.ts'
import { pipeline } from '../../../../platform/database/pipelining-driver.ts'

/** The seating of an event as it is stored. */
export interface StoredSeating {
  readonly version: string
  readonly seating: string
  readonly rules: SeatRules
  readonly document: MapDocument
  readonly places: { readonly stretches: NumberStretches; readonly next: number }
  readonly prices: readonly { readonly category: string; readonly type_id: string }[]
}

/** What a decision needs of a seat. */
export interface SeatRow {
  readonly seat_no: number
  readonly state: number
  readonly channel: number
  readonly for_sale: boolean
}

/** A seat that an order holds or bought. */
export interface OrderSeat {
  readonly order_id: string
  readonly type_id: string
  readonly seat_no: number
}

/** Map, numbers, rules and prices as one text: while it is the same, so are they. */
const VERSION = sql`concat_ws(' ', s.seating, s.hash, s.rules, (
  select string_agg(p.category || ' ' || p.ticket_type_id, ',' order by p.category, p.ticket_type_id)
  from event_seat_prices p where p.event_id = s.event_id))`

/** The lock of all writes of an event's seats; no row for an event without seats. */
export const clockLock = (eventId: string): RawBuilder<{ rev: string }> =>
  sql`select rev from event_seat_clock where event_id = ${eventId} for update`

export const seatingVersion = (eventId: string): RawBuilder<{ version: string }> =>
  sql`select ${VERSION} as version from event_seating s where s.event_id = ${eventId}`

/** Seats that changed after a revision. Behind the clock's lock these are the newest there are. */
export const seatsChangedSince = (eventId: string, rev: string): RawBuilder<SeatRow> =>
  // `rev > 0` is the condition of the partial index, which no plan can take from a parameter.
  sql`
    select seat_no, state, channel, for_sale from event_seats
    where event_id = ${eventId} and rev > ${rev} and rev > 0`

export const readSeating = async (tx: Db | Tx, eventId: string): Promise<StoredSeating | undefined> => {
  const { rows } = await sql<StoredSeating>`
    select ${VERSION} as version, s.seating, s.rules, s.document, s.places, coalesce((
      select json_agg(json_build_object('category', p.category, 'type_id', p.ticket_type_id))
      from event_seat_prices p where p.event_id = s.event_id), '[]') as prices
    from event_seating s where s.event_id = ${eventId}`.execute(tx)
  return rows[0]
}

/** The seats that not everybody could take: of a large hall before the sale few. */
export const readUnusualSeats = async (tx: Db | Tx, eventId: string): Promise<readonly SeatRow[]> => {
  const { rows } = await sql<SeatRow>`
    select seat_no, state, channel, for_sale from event_seats
    where event_id = ${eventId} and (state <> 0 or channel <> 0 or not for_sale)`.execute(tx)
  return rows
}

const NEXT_REV = (eventId: string) => sql`
  clock as (update event_seat_clock set rev = rev + 1 where event_id = ${eventId} returning rev)`

/** SQLSTATE KT001 undoes the transaction: a seat was not as the caller had read it under the clock's lock. */
const asMany = (count: number, changed: string) =>
  sql`select case when count(*) = ${count} then 1 else raise_stock_changed() end from ${sql.raw(changed)}`

const columnsOf = (seats: readonly OrderSeat[]) => sql`unnest(
  ${seats.map(({ seat_no }) => seat_no)}::int[], ${seats.map(({ order_id }) => order_id)}::uuid[],
  ${seats.map(({ type_id }) => type_id)}::uuid[]) as x (seat_no, order_id, type_id)`

/**
 * free → held or sold, all of them or an error that undoes the transaction. It travels with the next statement or the
 * commit. The caller holds the clock's lock and has decided on the seats as they are. A sale ends the opening of a seat, a
 * hold does not: it may end without a sale.
 */
export const takeSeats = async (
  tx: Tx,
  eventId: string,
  seats: readonly OrderSeat[],
  state: 'held' | 'sold',
): Promise<void> => {
  if (seats.length === 0) return
  await pipeline(
    tx,
    sql`
    with ${NEXT_REV(eventId)}, taken as (
      update event_seats s
      set state = ${state === 'held' ? 1 : 2}, order_id = x.order_id, ticket_type_id = x.type_id,
          opens_at = ${state === 'held' ? sql`s.opens_at` : sql`null`}, rev = clock.rev
      from clock, ${columnsOf(seats)}
      where s.event_id = ${eventId} and s.seat_no = x.seat_no and s.state = 0
        -- Said twice, so that a plan for all parameters looks each seat up and does not read the hall.
        and s.seat_no = any(${seats.map(({ seat_no }) => seat_no)}::int[])
      returning 1
    ) ${asMany(seats.length, 'taken')}`,
  )
}

/** held → sold for whatever these orders hold; their seats by number. The caller holds the orders' locks. */
export const sellSeats = async (
  tx: Tx,
  eventId: string,
  orderIds: readonly string[],
): Promise<readonly OrderSeat[]> => {
  const { rows } = await sql<OrderSeat>`
    with ${NEXT_REV(eventId)}, sold as (
      update event_seats s set state = 2, opens_at = null, rev = clock.rev from clock
      where s.event_id = ${eventId} and s.order_id = any(${[...orderIds]}::uuid[]) and s.state = 1
      returning s.order_id, s.ticket_type_id as type_id, s.seat_no
    ) select * from sold order by seat_no`.execute(tx)
  return rows
}

/** held → free for whatever these orders hold. The caller holds the orders' locks. */
export const releaseSeats = async (tx: Tx, eventId: string, orderIds: readonly string[]): Promise<void> => {
  if (orderIds.length === 0) return
  await sql`
    with ${NEXT_REV(eventId)}
    update event_seats s set state = 0, order_id = null, ticket_type_id = null, rev = clock.rev from clock
    where s.event_id = ${eventId} and s.order_id = any(${[...orderIds]}::uuid[]) and s.state = 1`.execute(tx)
}

/**
 * held or sold → free for some seats of one order: cancelled tickets, or seats that a buyer gave back for others. The
 * caller holds the order's lock.
 */
export const returnSeats = async (
  tx: Tx,
  { eventId, orderId }: { readonly eventId: string; readonly orderId: string },
  seatNos: readonly number[],
): Promise<void> => {
  if (seatNos.length === 0) return
  await pipeline(
    tx,
    sql`
    with ${NEXT_REV(eventId)}, freed as (
      update event_seats s set state = 0, order_id = null, ticket_type_id = null, rev = clock.rev from clock
      where s.event_id = ${eventId} and s.order_id = ${orderId} and s.seat_no = any(${[...seatNos]}::int[])
        and s.state <> 0
      returning 1
    ) ${asMany(seatNos.length, 'freed')}`,
  )
}

/** Keeps free seats of the public sale for the producer. The caller holds the clock and has given the seats back. */
export const allotToProducer = async (tx: Tx, eventId: string, seatNos: readonly number[]): Promise<void> => {
  if (seatNos.length === 0) return
  await sql`
    update event_seats s set channel = ${sql.lit(SEAT_CHANNELS.indexOf('house'))}, opens_at = null, rev = c.rev
    from event_seat_clock c
    where c.event_id = ${eventId} and s.event_id = ${eventId} and s.seat_no = any(${[...seatNos]}::int[])
      and s.state = 0 and s.channel = 0`.execute(tx)
}

/** Seats that orders bought, by number. */
export const readSoldSeats = async (
  tx: Tx,
  eventId: string,
  orderIds: readonly string[],
): Promise<readonly OrderSeat[]> => {
  const { rows } = await sql<OrderSeat>`
    select order_id, ticket_type_id as type_id, seat_no from event_seats
    where event_id = ${eventId} and order_id = any(${[...orderIds]}::uuid[]) and state = 2`.execute(tx)
  // Sorted here: for an order by number the database would read the whole hall in that order.
  return rows.toSorted((a, b) => a.seat_no - b.seat_no)
}
