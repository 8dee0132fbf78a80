import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { inEvent } from '../../../platform/database/unindexed.ts'

/** Locks the ticket of a conflict, before the conflict itself: uploads lock in this order too. */
export const lockTicketOfConflict = async (tx: Tx, eventId: string, scanId: string): Promise<void> => {
  await sql`
    select from tickets
    where event_id = ${eventId} and id = (
      select ticket_id from check_in_conflicts where event_id = ${eventId} and scan_id = ${scanId}
    ) for update`.execute(tx)
}

/**
 * Writes on tickets what the conflicts of their entries say by now: whether somebody was let in by one that does not count
 * and that is still to be decided, or was approved. Called by whoever writes a conflict, in the same transaction.
 */
export const followConflicts = async (db: Db | Tx, eventId: string, ticketIds: readonly string[]): Promise<void> => {
  if (ticketIds.length === 0) return
  await sql`
    with now as (
      select u.id, (
        select max(s.scanned_at) from check_in_conflicts c join scans s on s.event_id = c.event_id and s.id = c.scan_id
        where c.event_id = ${eventId} and c.ticket_id = u.id and s.direction = 'entry'
          and (c.state = 'open' or c.reason = 'approved')
      ) as at
      from unnest(${[...ticketIds]}::uuid[]) as u (id)
    )
    update tickets t set contested_at = n.at from now n
    where ${inEvent('t.event_id', eventId)} and t.id = n.id and t.contested_at is distinct from n.at`.execute(db)
}
