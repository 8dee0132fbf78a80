import type { SEAT_REPORT_PARTS } from '@kartis/contract/seat-report.ts'
import { SEAT_STANDINGS } from '@kartis/domain/seats.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { STANDING } from './seats-queries.ts'

export type SeatPart = (typeof SEAT_REPORT_PARTS)[number]

export interface SeatPartRow {
  /** The name of a section, with a number for some of its rows, or the key of a category. */
  readonly part: string
  readonly kind: 'seats' | 'area'
  /** Null for an area. */
  readonly section: string | null
  readonly total: number
  readonly sold: number
  readonly invited: number
  readonly held: number
  readonly free: number
  readonly ['house']: number
  readonly invitations: number
  readonly box_office: number
  /** Labels of rows; null for an area. */
  readonly first_row: string | null
  readonly last_row: string | null
  readonly blocked: number
  /** Agorot of the valid tickets. */
  readonly amount: number
  readonly rows_total: number
}

export interface SeatPartsQuery {
  readonly by: SeatPart
  readonly limit: number
  readonly offset: number
}

const standing = (name: (typeof SEAT_STANDINGS)[number]) => sql.lit(SEAT_STANDINGS.indexOf(name))

/** Rows that are reported together. */
const ROWS = 5

const PART_OF: Readonly<Record<SeatPart, RawBuilder<unknown>>> = {
  section: sql`s.section`,
  category: sql`s.category`,
  rows: sql`concat(s.section, ' ', lpad(b.band::text, 4, '0'))`,
}

/** The rows of an event in the order of the map, some of a section together. */
const bandsOf = (eventId: string) => sql`(
  select section, row_label, (dense_rank() over (partition by section order by min(seat_no)) - 1) / ${sql.lit(ROWS)} as band
  from event_seats where event_id = ${eventId} group by section, row_label)`

/**
 * The parts of an event's map with what was sold of each. Seats are counted by their state and tickets by their seat;
 * standing areas have no seats, so their tickets are those of the types that are sold for them.
 */
export const readSeatParts = async (
  db: Db,
  eventId: string,
  { by, limit, offset }: SeatPartsQuery,
): Promise<readonly SeatPartRow[]> => {
  const part = PART_OF[by]
  const bands =
    by === 'rows' ? sql`join ${bandsOf(eventId)} b on b.section = s.section and b.row_label = s.row_label` : sql.raw('')
  const { rows } = await sql<SeatPartRow>`
    with seats as (
      select ${part} as part, min(s.seat_no) as first, count(*)::int as total,
             count(*) filter (where ${STANDING} = ${standing('held')})::int as held,
             count(*) filter (where ${STANDING} = ${standing('free')})::int as free,
             count(*) filter (where ${STANDING} = ${standing('house')})::int as house,
             count(*) filter (where ${STANDING} = ${standing('invitations')})::int as invitations,
             count(*) filter (where ${STANDING} = ${standing('box_office')})::int as box_office,
             min(s.section) as section, (array_agg(s.row_label order by s.seat_no))[1] as first_row,
             (array_agg(s.row_label order by s.seat_no desc))[1] as last_row,
             count(*) filter (where ${STANDING} = ${standing('blocked')})::int as blocked
      from event_seats s ${bands} where s.event_id = ${eventId} group by 1
    ), seated as (
      select ${part} as part, count(*)::int as tickets,
             count(*) filter (where o.channel = 'invitation')::int as invited, sum(t.price)::float8 as amount
      from tickets t join event_seats s on s.event_id = t.event_id and s.seat_no = t.seat_no ${bands}
      join orders o on o.event_id = t.event_id and o.id = t.order_id
      where t.event_id = ${eventId} and t.status = 'valid' group by 1
    ), areas as (
      select p.category as part, max(p.area_capacity) as total, sum(coalesce(k.held, 0))::int as held,
             sum(coalesce(x.tickets, 0))::int as tickets, sum(coalesce(x.invited, 0))::int as invited,
             sum(coalesce(x.amount, 0))::float8 as amount
      from event_seat_prices p
      left join stock k on k.event_id = p.event_id and k.ticket_type_id = p.ticket_type_id
      left join lateral (
        select count(*) as tickets, count(*) filter (where o.channel = 'invitation') as invited, sum(t.price) as amount
        from tickets t join orders o on o.event_id = t.event_id and o.id = t.order_id
        where t.event_id = p.event_id and t.ticket_type_id = p.ticket_type_id and t.status = 'valid' and t.seat_no is null
      ) x on true
      where p.event_id = ${eventId} and p.area_capacity is not null group by 1
    ), parts as (
      select s.part, 'seats' as kind, s.first, s.total, coalesce(d.tickets, 0) - coalesce(d.invited, 0) as sold,
             coalesce(d.invited, 0) as invited, s.held, s.free, s.house, s.invitations, s.box_office, s.blocked,
             s.section, s.first_row, s.last_row, coalesce(d.amount, 0) as amount
      from seats s left join seated d on d.part = s.part
      union all
      select part, 'area', null, total, tickets - invited, invited, held, greatest(0, total - tickets - held),
             0, 0, 0, 0, null, null, null, amount
      from areas
    )
    select parts.*, count(*) over ()::int as rows_total
    from parts order by first nulls last, part limit ${limit} offset ${offset}`.execute(db)
  return rows
}
