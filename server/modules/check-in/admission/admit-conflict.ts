import { lateObstacle } from '@kartis/domain/gate-conflict.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/db.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import { type CheckInTicket, lockCheckInTicket, redeemTicket } from '../../selling/ticketing/index.ts'
import { explainConflict } from './conflict-state.ts'
import { derivedId } from './derived-id.ts'
import { insertScan } from './scans-queries.ts'

export interface AdmitInput {
  /** The scan that was not recorded as an entry. */
  readonly scanId: string
  readonly reason: string
  readonly note: string | null
  /** Null for an enrolled device. */
  readonly userId: string | null
  /** The enrolled device. */
  readonly deviceId: string | null
  readonly gate: string | null
}

interface ScannedTicket {
  readonly ticket_id: string
  /** As the scan has met it. */
  readonly revision: number
}

/** The ticket of an entry that came too late or too early; undefined for any other conflict and one that is closed. */
const readScannedTicket = async (tx: Tx, eventId: string, scanId: string): Promise<ScannedTicket | undefined> => {
  const { rows } = await sql<ScannedTicket>`
    select c.ticket_id, coalesce(c.ticket_revision, 0) as revision from check_in_conflicts c join scans s on s.event_id = c.event_id and s.id = c.scan_id
    where c.event_id = ${eventId} and c.scan_id = ${scanId} and c.kind = 'untimely' and c.state <> 'closed'
      and s.direction = 'entry' and c.ticket_id is not null`.execute(tx)
  return rows[0]
}

const obstacleOf = (
  { status, revision, redeemed_at, redeemed_gate }: CheckInTicket,
  scanned: ScannedTicket,
): Refusal | undefined => {
  const obstacle = lateObstacle({ status, revision, hasEntered: redeemed_at !== null }, scanned.revision)
  if (obstacle === 'cancelled') return refuse('S3')
  if (obstacle === 'reissued') return refuse('S3', { detail: { reissued: true } })
  return obstacle && refuse('S2', { detail: { redeemed_at: redeemed_at?.toISOString() ?? null, gate: redeemed_gate } })
}

/**
 * Lets a ticket in whose scan was not recorded for its time, and explains the conflict. The hours of the event are not
 * asked: the guest is inside. True where it is in by this act, also of an earlier call; false where there is no such
 * conflict.
 */
export const admitOfConflict = async (
  tx: Tx,
  event: EventRow,
  { scanId, reason, note, userId, deviceId, gate }: AdmitInput,
  now: Date,
): Promise<boolean | Refusal> => {
  const scanned = await readScannedTicket(tx, event.id, scanId)
  const ticket = scanned && (await lockCheckInTicket(tx, event.id, scanned.ticket_id))
  if (!ticket) return false
  const id = derivedId(event.id, `admitted ${scanId}`, 0)
  if (ticket.redeemed_by === id) return true
  const obstacle = obstacleOf(ticket, scanned)
  if (isRefusal(obstacle)) return obstacle
  if (!(await explainConflict(tx, { eventId: event.id, scanId }, { reason: 'admitted', note, userId, deviceId }, now)))
    return false
  await insertScan(tx, event.account_id, {
    event_id: event.id,
    id,
    ticket_id: ticket.id,
    direction: 'entry',
    verdict: 'admitted',
    refusal: null,
    code_hash: null,
    reason,
    note,
    undoes: null,
    device_id: deviceId,
    gate,
    user_id: userId,
    scanned_at: now,
    origin: null,
  })
  // Last: it locks the counter of the event.
  await redeemTicket(tx, ticket, { at: now, deviceId, scanId: id })
  return true
}
