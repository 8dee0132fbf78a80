import type { UndoReason } from '@kartis/domain/admission.ts'
import { replayPassages } from '@kartis/domain/re-entry.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import { type CheckInTicket, lockCheckInTicket } from '../../selling/ticketing/index.ts'
import { acceptsUuids, nameCode } from './name-code.ts'
import { readActs, reEntryOf, type StoredAct, writePassages } from './passages.ts'
import { insertScan, readScan } from './scans-queries.ts'

export interface UndoInput {
  /** What the camera read or a person typed. */
  readonly text: string
  readonly reason: UndoReason
  readonly note: string | null
  readonly deviceId: string | null
  readonly gate: string | null
  /** Uuid of this act, given by the device. */
  readonly scanId: string | null
  /** Null for an enrolled device. */
  readonly userId: string | null
}

/**
 * Takes back the last act of a ticket: its entry, so that it may enter again, or the exit or second entry that came after.
 * The row of that act stays; the undoing is a row of its own with who, why and where. An act repeated with its uuid changes nothing. `S1`, `S4`, `S6`, `conflict` for a ticket
 * that has not entered or is cancelled.
 */
export const undoScan = async (
  platform: Platform,
  event: EventRow,
  input: UndoInput,
  now: Date,
): Promise<CheckInTicket | Refusal> => {
  const code = await nameCode(platform, event, { text: input.text, withUuids: acceptsUuids('undo', null) })
  if (code.kind === 'unknown') return refuse('S6')
  if (code.ticketId === undefined) return refuse('S1')
  if (code.eventId !== undefined && code.eventId !== event.id) return refuse('S4')
  const { ticketId } = code
  return inTransaction(platform.db, async (tx) => {
    const ticket = await lockCheckInTicket(tx, event.id, ticketId)
    if (!ticket) return refuse('S1')
    const before = input.scanId ? await readScan(tx, event.id, input.scanId) : undefined
    if (before)
      return before.ticket_id === ticketId && before.verdict === 'undone' ? ticket : refuse('idempotency_mismatch')
    const rules = reEntryOf(event)
    const counted = replayPassages(await readActs(tx, ticket), rules).counted as readonly StoredAct[]
    const last = counted.at(-1)
    if (!last || ticket.redeemed_at === null || ticket.status === 'cancelled')
      return refuse('conflict', {
        detail: { status: ticket.status, redemption: ticket.redeemed_at ? 'redeemed' : 'pending' },
      })
    await insertScan(tx, event.account_id, {
      event_id: event.id,
      id: input.scanId ?? platform.newId(),
      ticket_id: ticketId,
      direction: last.direction,
      verdict: 'undone',
      refusal: null,
      code_hash: null,
      reason: input.reason,
      note: input.note,
      undoes: last.id || null,
      device_id: input.deviceId,
      gate: input.gate,
      user_id: input.userId,
      scanned_at: now,
      origin: null,
    })
    const undone = await writePassages(tx, ticket, counted.slice(0, -1), rules)
    platform.domainEvents.written(tx)
    return undone
  })
}
