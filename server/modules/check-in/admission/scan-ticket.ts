import { isAdmitted, type TicketAtCheckIn } from '@kartis/domain/admission.ts'
import { isRefusal, type Refusal, refuse, type RefusalCode } from '@kartis/domain/refusal.ts'
import { readScannedCode } from '@kartis/domain/ticket-code.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import {
  type CheckInTicket,
  isTicketSignature,
  isTicketSomewhere,
  readCheckInTicket,
  redeemTicket,
} from '../../selling/ticketing/index.ts'
import { admitBatch } from './admit-batch.ts'
import { atDoor, type Case, judge, letIn, stranger } from './scan-case.ts'
import { insertScan, readScan, type ScanRow } from './scans-queries.ts'

export interface ScanAsk {
  /** What the camera read or a person typed. */
  readonly text: string
  readonly deviceId: string | null
  readonly gate: string | null
  /** Earlier than now for a scan that waited for a network. */
  readonly scannedAt: Date | null
  /** The scan's own uuid, given by the device. */
  readonly scanId: string | null
  readonly userId: string
}

const elsewhere = async (platform: Platform, one: Case): Promise<TicketAtCheckIn | undefined> => {
  if (one.code.kind === 'unknown') return undefined
  const { ticketId } = one.code
  // A genuine code of another event needs no look-up: its own bytes say so.
  const foreign = one.code.kind === 'signed' && one.code.code.eventId !== one.event.id
  return foreign || (await isTicketSomewhere(platform.db, ticketId)) ? stranger(ticketId) : undefined
}

const find = (platform: Platform, { event, code }: Case): Promise<CheckInTicket | undefined> =>
  code.kind === 'unknown' ? Promise.resolve(undefined) : readCheckInTicket(platform.db, event.id, code.ticketId)

/** Redeems the ticket and keeps the scan, or neither. False when another scan was quicker. */
const admit = (platform: Platform, { event, scan }: Case, ticket: CheckInTicket): Promise<boolean> =>
  inTransaction(platform.db, async (tx) => {
    const entry = { at: new Date(scan.scanned_at), deviceId: scan.device_id, scanId: scan.id }
    if (!(await redeemTicket(tx, event.id, ticket.id, entry))) return false
    if (
      !(await insertScan(tx, event.account_id, { ...scan, ticket_id: ticket.id, verdict: 'admitted', refusal: null }))
    )
      throw new Error(`scan ${scan.id} is kept already, but let nobody in`)
    return true
  })

/** What was answered to a scan that comes again; the details are those of now. */
const answeredBefore = async (platform: Platform, one: Case, before: ScanRow): Promise<CheckInTicket | Refusal> => {
  const ticket = await find(platform, one)
  const same = before.code_hash === one.scan.code_hash || (ticket && before.ticket_id === ticket.id)
  // A device that gives two tickets the same scan id would let the second one in unseen.
  if (!same) return refuse('idempotency_mismatch')
  if (before.verdict === 'admitted' && ticket) return ticket
  const code = (before.refusal ?? 'S1') as RefusalCode
  const verdict = judge(one, ticket ? atDoor(ticket) : await elsewhere(platform, one))
  return isRefusal(verdict) && verdict.refusal === code ? verdict : refuse(code)
}

/** One look at the ticket; nothing when another request changed what it saw, so that it must look again. */
const look = async (platform: Platform, one: Case): Promise<CheckInTicket | Refusal | undefined> => {
  const before = one.named ? await readScan(platform.db, one.event.id, one.scan.id) : undefined
  if (before) return answeredBefore(platform, one, before)
  const ticket = await find(platform, one)
  const verdict = judge(one, ticket ? atDoor(ticket) : await elsewhere(platform, one))
  if (isAdmitted(verdict)) {
    if (!ticket) throw new Error('a ticket that nobody found was let in')
    if (verdict.repeat) return ticket
    return (await admit(platform, one, ticket)) ? letIn(one, ticket) : undefined
  }
  const kept = await insertScan(platform.db, one.event.account_id, {
    ...one.scan,
    ticket_id: ticket?.id ?? null,
    verdict: 'refused',
    refusal: verdict.refusal,
  })
  return kept ? verdict : undefined
}

/** A ticket that two scans wanted is settled at the second look; more looks mean that rows vanish. */
const LOOKS = 4

/**
 * Lets one ticket in, or says why not (S1…S7). Every scan is kept, the refused ones too; of what was read only a keyed
 * hash. The same scan again gets the same answer. Plain entries go together with those of the other gates; whatever is
 * not plain is looked at by itself. `overloaded`.
 */
export const scanTicket = async (
  platform: Platform,
  event: EventRow,
  ask: ScanAsk,
  now: Date,
): Promise<CheckInTicket | Refusal> => {
  const text = ask.text.trim()
  const one: Case = {
    event,
    code: await readScannedCode(text, (eventId, body, signature) =>
      isTicketSignature(platform.keys, eventId, body, signature),
    ),
    scan: {
      event_id: event.id,
      id: ask.scanId ?? platform.newId(),
      ticket_id: null,
      code_hash: platform.keys.hmac('scan', text),
      device_id: ask.deviceId,
      gate: ask.gate,
      user_id: ask.userId,
      // A phone whose clock runs ahead must not enter the future into the books.
      scanned_at: ask.scannedAt && ask.scannedAt < now ? ask.scannedAt : now,
    },
    named: ask.scanId !== null,
  }
  const together = await admitBatch(platform, one)
  if (together !== 'alone') return together
  for (let tries = 0; tries < LOOKS; tries++) {
    const answer = await look(platform, one)
    if (answer) return answer
  }
  throw new Error(`scan ${one.scan.id} found no rest`)
}
