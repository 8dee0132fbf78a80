import type { UndoReason } from '@kartis/domain/admission.ts'
import { isSoonEnough } from '@kartis/domain/own-undo.ts'
import { replayPassages } from '@kartis/domain/re-entry.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { DeviceRole } from '@kartis/domain/scan-upload.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import { type CheckInTicket, lockCheckInTicket } from '../../selling/ticketing/index.ts'
import { explainByUndo } from './conflict-state.ts'
import { acceptsUuids, nameCode } from './name-code.ts'
import { readActs, reEntryOf, type StoredAct, writePassages } from './passages.ts'
import { insertScan, type NewScan, readScan, type ScanRow } from './scans-queries.ts'

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

const repeated = (before: ScanRow, ticket: CheckInTicket): CheckInTicket | Refusal =>
  before.ticket_id === ticket.id && before.verdict === 'undone' ? ticket : refuse('idempotency_mismatch')

const notInside = ({ status, redeemed_at }: CheckInTicket): Refusal =>
  refuse('conflict', { detail: { status, redemption: redeemed_at ? 'redeemed' : 'pending' } })

interface Undoing {
  readonly event: EventRow
  /** Locked by the caller. */
  readonly ticket: CheckInTicket
  readonly undone: StoredAct
  /** The other acts of the ticket. */
  readonly others: readonly StoredAct[]
  readonly row: Pick<NewScan, 'id' | 'reason' | 'note' | 'device_id' | 'gate' | 'user_id' | 'scanned_at' | 'origin'>
}

/** The one writer of undoings: the row of the act stays, and the ticket is what its other acts make of it. */
const writeUndo = async (
  platform: Platform,
  tx: Tx,
  { event, ticket, undone, others, row }: Undoing,
  now: Date,
): Promise<CheckInTicket> => {
  await insertScan(tx, event.account_id, {
    ...row,
    event_id: event.id,
    ticket_id: ticket.id,
    direction: undone.direction,
    verdict: 'undone',
    refusal: null,
    code_hash: null,
    undoes: undone.id || null,
  })
  if (undone.id !== '') await explainByUndo(tx, { eventId: event.id, scanId: undone.id }, now)
  const after = await writePassages(tx, ticket, others, reEntryOf(event))
  platform.domainEvents.written(tx)
  return after
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
    if (before) return repeated(before, ticket)
    const rules = reEntryOf(event)
    const counted = replayPassages(await readActs(tx, ticket), rules).counted as readonly StoredAct[]
    const last = counted.at(-1)
    if (!last || ticket.redeemed_at === null || ticket.status === 'cancelled') return notInside(ticket)
    const { reason, note, deviceId, gate, userId } = input
    const by = { reason, note, device_id: deviceId, gate, user_id: userId, scanned_at: now, origin: null }
    const id = input.scanId ?? platform.newId()
    return writeUndo(
      platform,
      tx,
      { event, ticket, undone: last, others: counted.slice(0, -1), row: { id, ...by } },
      now,
    )
  })
}

export interface OwnUndoInput {
  /** The entry. */
  readonly scanId: string
  readonly undoId: string
  readonly deviceId: string
  /** Null for an enrolled device. */
  readonly userId: string | null
  readonly role: DeviceRole
  /** By the server's clock. */
  readonly undoneAt: Date
  /** By the device's clock. */
  readonly deviceTime: string
}

/** The time of an entry online is the device's, which nobody corrected: when it arrived is certain. */
const isRecent = ({ origin, scanned_at, received_at }: ScanRow, undoneAt: Date): boolean =>
  isSoonEnough({ enteredAt: scanned_at, undoneAt }) ||
  (origin === null && isSoonEnough({ enteredAt: received_at, undoneAt }))

/** Whether the device has let somebody else in since: only the last entry is taken back. */
const isFollowed = async (tx: Tx, entry: ScanRow, undoneAt: Date): Promise<boolean> =>
  (await tx
    .selectFrom('scans')
    .select('id')
    .where('event_id', '=', entry.event_id)
    .where('device_id', '=', entry.device_id)
    .where('direction', '=', 'entry')
    .where('verdict', '=', 'admitted')
    .where('scanned_at', '>', entry.scanned_at)
    .where('scanned_at', '<', undoneAt)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('scans as u')
            .select('u.id')
            .whereRef('u.event_id', '=', 'scans.event_id')
            .whereRef('u.undoes', '=', 'scans.id'),
        ),
      ),
    )
    .executeTakeFirst()) !== undefined

/**
 * Takes back an entry for whoever made it on the same device. Of another one's it is `forbidden`, unless it is their last
 * and a few minutes old `conflict` (detail `reason`), and `S1` while the server does not have it: the device sends it
 * first. What other gates did with the ticket meanwhile stands.
 */
export const undoOwnScan = async (
  platform: Platform,
  event: EventRow,
  input: OwnUndoInput,
  now: Date,
): Promise<CheckInTicket | Refusal> => {
  const entry = await readScan(platform.db, event.id, input.scanId)
  const { ticket_id: ticketId } = entry ?? {}
  if (!entry || typeof ticketId !== 'string') return refuse('S1')
  if (entry.device_id !== input.deviceId || entry.user_id !== input.userId) return refuse('forbidden')
  const { undoneAt } = input
  if (!isRecent(entry, undoneAt)) return refuse('conflict', { detail: { reason: 'too_late' } })
  return inTransaction(platform.db, async (tx) => {
    const ticket = await lockCheckInTicket(tx, event.id, ticketId)
    if (!ticket) return refuse('S1')
    const before = await readScan(tx, event.id, input.undoId)
    if (before) return repeated(before, ticket)
    const acts = await readActs(tx, ticket)
    const undone = acts.find(({ id, direction }) => id === entry.id && direction === 'entry')
    if (!undone || ticket.status === 'cancelled') return notInside(ticket)
    if (await isFollowed(tx, entry, undoneAt)) return refuse('conflict', { detail: { reason: 'not_last' } })
    const row = {
      id: input.undoId,
      reason: 'mistake' as const,
      note: null,
      device_id: input.deviceId,
      gate: entry.gate,
      user_id: input.userId,
      scanned_at: undoneAt,
      origin: { seq: 0, mode: 'online' as const, role: input.role, at: input.deviceTime },
    }
    return writeUndo(platform, tx, { event, ticket, undone, others: acts.filter((act) => act !== undone), row }, now)
  })
}
