import { type GateAct, replayPassages } from '@kartis/domain/re-entry.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import { reEntryOf } from './passages.ts'

/** Entries of tickets that two devices let in, by the uuids of their scans, where the verdict of the scan says otherwise. */
export interface MetEntries {
  /** Admitted, and another entry of the ticket has taken its place since. */
  readonly uncounted: readonly string[]
  /** A conflict when it arrived, and the entry that counts since. */
  readonly counted: readonly string[]
}

interface MetAct extends GateAct {
  readonly ticketId: string
  readonly isAdmitted: boolean
  /** Not before the entry that redeemed the ticket, which a lead may have let out again by taking an earlier one back. */
  readonly isPossible: boolean
}

/**
 * Which entries count of tickets that two devices let in, as the counters of the event have them: the scans stay as they
 * arrived. These tickets are few, whatever the size of the event.
 */
export const readMetEntries = async (
  db: Db,
  event: Pick<EventRow, 'id' | 'settings' | 'timezone'>,
): Promise<MetEntries> => {
  const { rows } = await sql<MetAct>`
    with met as (
      select scan_id, ticket_id from check_in_conflicts
      where event_id = ${event.id} and kind = 'double' and ticket_id is not null
    )
    select s.ticket_id as "ticketId", s.id, s.scanned_at as at, s.direction, s.verdict = 'admitted' as "isAdmitted",
      coalesce(s.scanned_at >= t.redeemed_at, false) as "isPossible"
    from scans s join tickets t on t.event_id = s.event_id and t.id = s.ticket_id
    where s.event_id = ${event.id} and s.ticket_id in (select ticket_id from met)
      and (s.verdict = 'admitted' or (s.verdict = 'conflict' and s.id in (select scan_id from met)))
      and not exists (select from scans u where u.event_id = s.event_id and u.ticket_id = s.ticket_id and u.undoes = s.id)`.execute(
    db,
  )
  const rules = reEntryOf(event)
  const possible = rows.filter(({ isPossible }) => isPossible)
  const ofTickets = Map.groupBy(possible, ({ ticketId }) => ticketId)
  const counted = new Set([...ofTickets.values()].flatMap((acts) => replayPassages(acts, rules).counted))
  const idsOf = (isAdmitted: boolean, counts: boolean) =>
    rows.filter((act) => act.isAdmitted === isAdmitted && counted.has(act) === counts).map(({ id }) => id)
  return { uncounted: idsOf(true, false), counted: idsOf(false, true) }
}
