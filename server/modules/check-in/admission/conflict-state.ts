import type { ConflictReason, ConflictState } from '@kartis/domain/gate-conflict.ts'
import { conflictStatesBefore } from '@kartis/domain/gate-conflict.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { followConflicts, lockTicketOfConflict } from '../../selling/ticketing/index.ts'
import { insertEventsFrom } from '../../../platform/domain-events/events-queries.ts'

interface Move {
  readonly to: ConflictState
  readonly at: Date
  /** The member or the device that moves it; null where the server does. */
  readonly by: string | null
  /** The columns that change with the state. */
  readonly set: RawBuilder<unknown>
  /** The conflicts, as conditions on `check_in_conflicts c`. */
  readonly where: RawBuilder<unknown>
}

/**
 * The one writer of the state of conflicts: moves those that may move, and appends an event for each, in one statement;
 * their tickets follow. Returns how many moved.
 */
const moveConflicts = async (db: Db | Tx, eventId: string, { to, at, by, set, where }: Move): Promise<number> => {
  const changed = sql`
    select 'check_in.conflict_moved', ${at}::timestamptz, e.account_id, m.event_id, m.scan_id,
      jsonb_build_object('state', m.state, 'reason', m.reason, 'by', ${by}::text)
    from moved m join events e on e.id = m.event_id`
  const { rows } = await sql<{ ticket_id: string | null }>`
    with moved as (
      update check_in_conflicts c set state = ${to}, ${set}
      where c.event_id = ${eventId} and c.state = any(${conflictStatesBefore(to)}::text[]) and ${where}
      returning c.event_id, c.scan_id, c.ticket_id, c.state, c.reason
    ), logged as (${insertEventsFrom(changed)})
    select ticket_id from moved`.execute(db)
  const tickets = rows.flatMap(({ ticket_id: id }) => id ?? [])
  await followConflicts(db, eventId, tickets)
  return rows.length
}

export interface Explanation {
  readonly reason: ConflictReason
  readonly note: string | null
  readonly userId: string | null
  readonly deviceId: string | null
}

/** Explains a conflict; false where it is closed, or there is none. */
export const explainConflict = async (
  tx: Tx,
  { eventId, scanId }: { readonly eventId: string; readonly scanId: string },
  { reason, note, userId, deviceId }: Explanation,
  at: Date,
): Promise<boolean> => {
  await lockTicketOfConflict(tx, eventId, scanId)
  const moved = await moveConflicts(tx, eventId, {
    to: 'explained',
    at,
    by: userId ?? deviceId,
    set: sql`reason = ${reason}, note = ${note}, user_id = ${userId}, device_id = ${deviceId}, explained_at = ${at}`,
    where: sql`c.scan_id = ${scanId}`,
  })
  return moved > 0
}

/** Closes a conflict that has been explained; false for any other. */
export const closeConflict = async (
  tx: Tx,
  { eventId, scanId }: { readonly eventId: string; readonly scanId: string },
  userId: string,
  at: Date,
): Promise<boolean> =>
  (await moveConflicts(tx, eventId, {
    to: 'closed',
    at,
    by: userId,
    set: sql`closed_at = ${at}, closed_by = ${userId}`,
    where: sql`c.scan_id = ${scanId}`,
  })) > 0

/** Explains the open conflicts of two entries of one ticket that both count by now: the exit between them has arrived. */
export const explainByExit = async (
  tx: Tx,
  { eventId, ticketId }: { readonly eventId: string; readonly ticketId: string },
  counted: readonly string[],
  at: Date,
): Promise<void> => {
  await moveConflicts(tx, eventId, {
    to: 'explained',
    at,
    by: null,
    set: sql`reason = 'exit_arrived', explained_at = ${at}`,
    where: sql`c.ticket_id = ${ticketId} and c.kind = 'double' and c.state = 'open'
      and c.scan_id = any(${[...counted]}::uuid[]) and c.other_scan_id = any(${[...counted]}::uuid[])`,
  })
}

/** Explains the open conflicts of an entry that was taken back: it was made by mistake. */
export const explainByUndo = async (
  tx: Tx,
  { eventId, scanId }: { readonly eventId: string; readonly scanId: string },
  at: Date,
): Promise<void> => {
  await moveConflicts(tx, eventId, {
    to: 'explained',
    at,
    by: null,
    set: sql`reason = 'scanned_twice', explained_at = ${at}`,
    where: sql`c.kind = 'double' and c.state = 'open' and (c.scan_id = ${scanId} or c.other_scan_id = ${scanId})`,
  })
}
