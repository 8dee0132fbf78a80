import { type GateAct, type Passages, type ReEntryRules, replayPassages } from '@kartis/domain/re-entry.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import {
  type CheckInTicket,
  redeemTicket,
  replaceRedemption,
  setPresence,
  undoRedemption,
} from '../../selling/ticketing/index.ts'

/** An entry or exit as it is stored. */
export interface StoredAct extends GateAct {
  readonly deviceId: string | null
}

/** Whether tickets of the event may enter again. */
export const reEntryOf = ({ settings, timezone }: Pick<EventRow, 'settings' | 'timezone'>): ReEntryRules => ({
  policy: settings.re_entry?.policy ?? 'never',
  perDay: settings.re_entry?.entries_per_day ?? null,
  zone: timezone,
})

/**
 * Entries and exits of a ticket that nobody has undone, in no order. An entry that met another one is among them: once the
 * exit between the two has arrived, both count.
 */
export const readActs = async (db: Db | Tx, ticket: CheckInTicket): Promise<StoredAct[]> => {
  const { rows } = await sql<StoredAct>`
    select s.id, s.scanned_at as at, s.direction, s.device_id as "deviceId"
    from scans s left join check_in_conflicts c on c.event_id = s.event_id and c.scan_id = s.id
    where s.event_id = ${ticket.event_id} and s.ticket_id = ${ticket.id}
      and (s.verdict = 'admitted' or (s.verdict = 'conflict' and c.kind = 'double'))
      and not exists (select from scans u where u.event_id = s.event_id and u.ticket_id = s.ticket_id and u.undoes = s.id)`.execute(
    db,
  )
  const { redeemed_at: at, redeemed_by: id, redeemed_device: deviceId } = ticket
  const isKnown = at === null || rows.some((row) => row.id === id)
  return isKnown ? rows : [...rows, { id: id ?? '', at, deviceId, direction: 'entry' }]
}

const isSame = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime()

/** The acts that count, as the ticket has them: who redeemed it, and where it is now. */
const stateOf = (counted: readonly StoredAct[], { presence }: Passages) => {
  const lastEntry = counted.findLast(({ direction }) => direction === 'entry')
  return {
    left_at: presence?.leftAt ?? null,
    reentered_at: lastEntry && lastEntry !== counted[0] ? lastEntry.at : null,
    day_entries: presence?.dayEntries ?? 1,
  }
}

/**
 * Writes what these acts make of a ticket, and returns it as it is then. The caller holds its lock, and locks nothing after
 * this.
 */
export const writePassages = async (
  tx: Tx,
  ticket: CheckInTicket,
  acts: readonly StoredAct[],
  rules: ReEntryRules,
): Promise<CheckInTicket> => {
  const passages = replayPassages(acts, rules)
  const counted = passages.counted as readonly StoredAct[]
  const [first] = counted
  if (!first) {
    await undoRedemption(tx, ticket.event_id, ticket.id)
    return { ...ticket, redeemed_at: null, redeemed_device: null, redeemed_by: null, redeemed_gate: null }
  }
  const redemption = { at: first.at, deviceId: first.deviceId, scanId: first.id }
  if (ticket.redeemed_at === null) await redeemTicket(tx, ticket, redemption)
  else if (first.id !== (ticket.redeemed_by ?? '')) await replaceRedemption(tx, ticket.event_id, ticket.id, redemption)
  const state = stateOf(counted, passages)
  const isUnchanged =
    isSame(state.left_at, ticket.left_at) &&
    isSame(state.reentered_at, ticket.reentered_at) &&
    state.day_entries === (ticket.day_entries ?? 1)
  if (!isUnchanged) await setPresence(tx, ticket, state)
  return {
    ...ticket,
    ...state,
    redeemed_at: first.at,
    redeemed_device: first.deviceId,
    redeemed_by: first.id,
  }
}

/** Those of these tickets that somebody has left with. */
export const readLeft = async (db: Db, eventId: string, ticketIds: readonly string[]): Promise<string[]> => {
  if (ticketIds.length === 0) return []
  const { rows } = await sql<{ ticket_id: string }>`
    select distinct ticket_id from scans
    where event_id = ${eventId} and ticket_id = any(${[...ticketIds]}::uuid[]) and direction = 'exit'
      and verdict = 'admitted'`.execute(db)
  return rows.map(({ ticket_id }) => ticket_id)
}
