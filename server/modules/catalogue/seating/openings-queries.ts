import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'

/** Seats that open at one time. */
export interface SeatOpening {
  readonly opens_at: Date
  readonly seats: number
}

/**
 * A seat that waits for its opening: free, and not for everybody yet. It is the condition of a partial index, and what a
 * server of an earlier version opened or sold without clearing the time does not meet it.
 */
export const WAITING = sql`opens_at is not null and state = 0 and not (for_sale and channel = 0)`

/** The openings to come of an event's seats, the next one first. */
export const readOpenings = async (db: Db | Tx, eventId: string): Promise<readonly SeatOpening[]> => {
  const { rows } = await sql<SeatOpening>`
    select opens_at, count(*)::int as seats from event_seats
    where event_id = ${eventId} and ${WAITING} group by opens_at order by opens_at`.execute(db)
  return rows
}

/** The numbers of the seats that open at a time. The caller holds the clock's lock where it decides by them. */
export const seatsOfOpening = async (tx: Db | Tx, eventId: string, opensAt: Date): Promise<readonly number[]> => {
  const { rows } = await sql<{ seat_no: number }>`
    select seat_no from event_seats where event_id = ${eventId} and opens_at = ${opensAt} and ${WAITING}`.execute(tx)
  return rows.map(({ seat_no }) => seat_no)
}

/** Events that are neither archived nor cancelled: the seats of the others do not open. */
const TAKES_PLACE = sql`e.status <> 'archived' and e.cancelled_at is null`

/** Events with seats whose time has come. */
export const eventsToOpen = async (db: Db | Tx, now: Date): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`
    select e.id from events e
    where ${TAKES_PLACE} and e.id in (
      select event_id from event_seats where opens_at <= ${now} and ${WAITING})`.execute(db)
  return rows.map(({ id }) => id)
}

/** The account of an event whose seats may open; undefined for one that is archived, cancelled or gone. */
export const accountOfOpening = async (tx: Tx, eventId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ account_id: string }>`
    select e.account_id from events e where e.id = ${eventId} and ${TAKES_PLACE}`.execute(tx)
  return rows[0]?.account_id
}
