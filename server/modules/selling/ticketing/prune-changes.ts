import { sql } from 'kysely'
import type { Platform } from '../../../platform/platform.ts'
import type { Db } from '../../../platform/database/db.ts'

/** A device loads its whole list every twelve hours, so that it asks for no change that is older. */
const RETAINED_HOURS = 20
/** Rows of one statement: nobody at a gate waits for it. */
const ROWS = 5000

const deleteUpTo = async (db: Db, eventId: string, seq: string): Promise<void> => {
  for (;;) {
    const { rows } = await sql`
      delete from ticket_changes where event_id = ${eventId} and seq = any(array(
        select seq from ticket_changes where event_id = ${eventId} and seq <= ${seq} order by seq limit ${ROWS}))
      returning 1`.execute(db)
    if (rows.length < ROWS) return
  }
}

/**
 * Deletes numbered changes that are older than a day, and marks those of today for tomorrow. A device that asks for deleted
 * ones is told of a gap and loads everything. Repeated within the day it deletes nothing more.
 */
export const pruneChanges = async ({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> => {
  const now = clock()
  const before = new Date(now.getTime() - RETAINED_HOURS * 3_600_000)
  const { rows } = await sql<{ event_id: string; marked_seq: string }>`
    select event_id, marked_seq from event_entries
    where seq > pruned_seq and (marked_at is null or marked_at <= ${before})`.execute(db)
  for (const { event_id: eventId, marked_seq: marked } of rows) {
    await deleteUpTo(db, eventId, marked)
    // Of two processes that came here at once, the second one moves nothing: what the first one marked is of now.
    await sql`
      update event_entries set pruned_seq = ${marked}, marked_seq = seq, marked_at = ${now}
      where event_id = ${eventId} and marked_seq = ${marked} and (marked_at is null or marked_at <= ${before})`.execute(
      db,
    )
  }
}
