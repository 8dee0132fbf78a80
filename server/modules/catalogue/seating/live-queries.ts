import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { NumberStretches } from '@kartis/seat-map/model/seat-numbers.ts'

/** The published event of a key, uuid or slug, where it has seats. */
export const publicSeatedEvent = async (db: Db, key: string, isUuid: boolean): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select e.id from events e join event_seating g on g.event_id = e.id
    where ${isUuid ? sql`e.id = ${key}` : sql`e.slug = ${key}`} and e.status = 'published'`.execute(db)
  return rows[0]?.id
}

const FREE = sql`(state = 0 and channel = 0 and for_sale)`

export interface AllSeats {
  readonly rev: string
  readonly hash: string
  readonly stretches: NumberStretches
  readonly next: number
  /** The seats that nobody could take now. */
  readonly taken: number[] | null
}

export const readAllSeats = async (db: Db, eventId: string): Promise<AllSeats | undefined> => {
  const { rows } = await sql<AllSeats>`
    select c.rev, g.hash, g.places -> 'stretches' as stretches, (g.places ->> 'next')::int as next,
           (select array_agg(seat_no) from event_seats where event_id = g.event_id and not ${FREE}) as taken
    from event_seating g join event_seat_clock c on c.event_id = g.event_id
    where g.event_id = ${eventId}`.execute(db)
  return rows[0]
}

export interface ChangedSeats {
  readonly rev: string
  readonly hash: string
  readonly freed: number[] | null
  readonly taken: number[] | null
}

/**
 * What changed after a revision. One statement: revision and rows are of one moment. `rev > 0` is the condition of the
 * partial index.
 */
export const readChangedSeats = async (
  db: Db | Tx,
  eventId: string,
  rev: number,
): Promise<ChangedSeats | undefined> => {
  const { rows } = await sql<ChangedSeats>`
    select c.rev, g.hash, d.freed, d.taken
    from event_seating g join event_seat_clock c on c.event_id = g.event_id
    cross join lateral (
      select array_agg(seat_no) filter (where ${FREE}) as freed,
             array_agg(seat_no) filter (where not ${FREE}) as taken
      from event_seats where event_id = g.event_id and rev > ${rev} and rev > 0
    ) d
    where g.event_id = ${eventId}`.execute(db)
  return rows[0]
}

export interface PublicSeatRow {
  readonly seat_no: number
  readonly section: string
  readonly row_label: string
  readonly label: string
  readonly category: string
  readonly flags: number
  readonly free: boolean
  readonly seating: string
}

/** A section is named by its name in any language or by its key in the document. */
const inSection = (section: string | undefined) => sql`(
  ${section ?? null}::text is null or s.section = ${section ?? null} or s.section in (
    select x ->> 'name' from json_array_elements(g.document -> 'sections') x
    where ${section ?? null} in (x ->> 'id', x #>> '{texts,en,name}', x #>> '{texts,ar,name}')))`

/** A page of an event's seats by number, and how many there are. */
export const listPublicSeats = async (
  db: Db | Tx,
  eventId: string,
  {
    section,
    limit,
    offset,
  }: { readonly section?: string | undefined; readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: readonly PublicSeatRow[]; readonly total: number }> => {
  const [page, count] = await Promise.all([
    sql<PublicSeatRow>`
      select s.seat_no, s.section, s.row_label, s.label, s.category, s.flags, ${FREE} as free, g.seating
      from event_seats s join event_seating g on g.event_id = s.event_id
      where s.event_id = ${eventId} and ${inSection(section)}
      order by s.seat_no limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`
      select count(*)::int as n from event_seats s join event_seating g on g.event_id = s.event_id
      where s.event_id = ${eventId} and ${inSection(section)}`.execute(db),
  ])
  return { rows: page.rows, total: count.rows[0]?.n ?? 0 }
}

/** The reply of `seat_map/{hash}` as the tables have it, so that no document is parsed to be sent. */
export const readWireText = async (db: Db, key: string, isUuid: boolean, hash: string): Promise<string | undefined> => {
  const { rows } = await sql<{ document: string; numbers: string }>`
    select g.document::text as document,
           json_build_object('seating', g.seating, 'numbers', g.places -> 'stretches', 'next', g.places -> 'next')::text
             as numbers
    from event_seating g join events e on e.id = g.event_id
    where ${isUuid ? sql`e.id = ${key}` : sql`e.slug = ${key}`} and g.hash = ${hash}`.execute(db)
  const [row] = rows
  return row && `{"data":{"wire":1,"document":${row.document},${row.numbers.slice(1)}}`
}
