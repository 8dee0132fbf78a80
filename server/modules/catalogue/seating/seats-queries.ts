import { SEAT_CHANNELS, SEAT_STANDINGS, type SeatStanding } from '@kartis/domain/seats.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { offsetOf, type PageOf } from '../../../platform/http/listing.ts'

/** A seat with the order that holds it or bought it. */
export interface ListedSeat {
  readonly seat_no: number
  readonly category: string
  readonly section: string
  readonly row_label: string
  readonly label: string
  readonly flags: number
  readonly channel: number
  readonly for_sale: boolean
  readonly note: string
  readonly opens_at: Date | null
  readonly state: number
  readonly order_id: string | null
  readonly order_number: string | null
  readonly ticket_type_id: string | null
}

/** What `standingOf` of domain/seats.ts says, as an index in `SEAT_STANDINGS`; a test compares both. */
export const STANDING = sql<number>`case
  when s.state <> 0 then s.state::int
  when not s.for_sale then ${sql.lit(SEAT_STANDINGS.indexOf('blocked'))}
  when s.channel = 0 then 0
  else s.channel::int + ${sql.lit(SEAT_STANDINGS.indexOf(SEAT_CHANNELS[1]) - 1)} end`

export interface SeatsQuery extends PageOf {
  readonly standing?: SeatStanding | undefined
  /** The name of a section. */
  readonly section?: string | undefined
  readonly row?: string | undefined
  readonly category?: string | undefined
  readonly seatNo?: number | undefined
}

const matching = (eventId: string, { standing, section, row, category, seatNo }: SeatsQuery) => sql`
  s.event_id = ${eventId}
  and (${standing === undefined ? null : SEAT_STANDINGS.indexOf(standing)}::int is null
    or ${STANDING} = ${standing === undefined ? null : SEAT_STANDINGS.indexOf(standing)}::int)
  and (${section ?? null}::text is null or s.section = ${section ?? null})
  and (${row ?? null}::text is null or s.row_label = ${row ?? null})
  and (${category ?? null}::text is null or s.category = ${category ?? null})
  and (${seatNo ?? null}::int is null or s.seat_no = ${seatNo ?? null})`

/** One page of an event's seats by number, and how many match. */
export const listSeats = async (
  db: Db | Tx,
  eventId: string,
  query: SeatsQuery,
): Promise<{ readonly rows: readonly ListedSeat[]; readonly total: number }> => {
  const [page, count] = await Promise.all([
    sql<ListedSeat>`
      select s.seat_no, s.category, s.section, s.row_label, s.label, s.flags, s.channel, s.for_sale, s.note, s.opens_at,
             s.state, s.order_id, o.number::text as order_number, s.ticket_type_id
      from (
        select * from event_seats s where ${matching(eventId, query)}
        order by s.seat_no limit ${query.per_page} offset ${offsetOf(query)}
      ) s
      left join orders o on o.event_id = s.event_id and o.id = s.order_id
      order by s.seat_no`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from event_seats s where ${matching(eventId, query)}`.execute(db),
  ])
  return { rows: page.rows, total: count.rows[0]?.n ?? 0 }
}

export interface SeatCount {
  readonly category: string
  /** Index in `SEAT_STANDINGS`. */
  readonly standing: number
  readonly seats: number
}

export const countSeats = async (db: Db | Tx, eventId: string): Promise<readonly SeatCount[]> => {
  const { rows } = await sql<SeatCount>`
    select s.category, ${STANDING} as standing, count(*)::int as seats from event_seats s
    where s.event_id = ${eventId} group by 1, 2`.execute(db)
  return rows
}

/** Held and sold tickets of the types that sell standing areas, by category. */
export const countAreas = async (
  db: Db | Tx,
  eventId: string,
): Promise<readonly { readonly category: string; readonly held: number; readonly sold: number }[]> => {
  const { rows } = await sql<{ category: string; held: number; sold: number }>`
    select p.category, sum(s.held)::int as held, sum(s.sold)::int as sold from event_seat_prices p
    join stock s on s.event_id = p.event_id and s.ticket_type_id = p.ticket_type_id
    where p.event_id = ${eventId} and p.area_capacity is not null group by p.category`.execute(db)
  return rows
}

export interface BoardRow {
  readonly rev: string
  readonly hash: string
  readonly seating: string
  /** Base64 of one byte for each seat number. */
  readonly board: string
}

/** Every seat's standing, put together by the database: 60,000 rows would take the server longer than one text. */
export const readBoard = async (db: Db, eventId: string): Promise<BoardRow | undefined> => {
  const { rows } = await sql<BoardRow>`
    select c.rev, g.hash, g.seating, translate(encode((
      select string_agg(
        set_byte('\\x00'::bytea, 0, case when s.seat_no is null then 255 else ${STANDING} end), ''::bytea order by n)
      from generate_series(0, (g.places ->> 'next')::int - 1) as n
      left join event_seats s on s.event_id = g.event_id and s.seat_no = n
    ), 'base64'), E'\\n', '') as board
    from event_seating g join event_seat_clock c on c.event_id = g.event_id
    where g.event_id = ${eventId}`.execute(db)
  return rows[0]
}

export interface SeatInUse {
  readonly seat_no: number
  readonly section: string
  readonly row_label: string
  readonly label: string
  readonly state: number
  readonly channel: number
  readonly for_sale: boolean
}

/** Of these seats those that exist, with their states. The caller holds the clock's lock where it decides by them. */
export const readSeats = async (
  db: Db | Tx,
  eventId: string,
  seatNos: readonly number[],
): Promise<readonly SeatInUse[]> => {
  const { rows } = await sql<SeatInUse>`
    select seat_no, section, row_label, label, state, channel, for_sale from event_seats
    where event_id = ${eventId} and seat_no = any(${[...seatNos]}::int[]) order by seat_no`.execute(db)
  return rows
}

/** The numbers of all held and of all sold seats. */
export const readTaken = async (
  db: Db | Tx,
  eventId: string,
): Promise<{ readonly held: number[]; readonly sold: number[] }> => {
  const { rows } = await sql<{ held: number[] | null; sold: number[] | null }>`
    select array_agg(seat_no) filter (where state = 1) as held, array_agg(seat_no) filter (where state = 2) as sold
    from event_seats where event_id = ${eventId} and state <> 0`.execute(db)
  return { held: rows[0]?.held ?? [], sold: rows[0]?.sold ?? [] }
}
