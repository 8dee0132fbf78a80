import { isAdmitted, type TicketAtDoor } from '@kartis/domain/admission.ts'
import { isRefusal, type Refusal, refuse, type RefusalCode } from '@kartis/domain/refusal.ts'
import { readScannedCode } from '@kartis/domain/ticket-code.ts'
import type { Kernel } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import {
  type DoorTicket,
  isTicketSignature,
  isTicketSomewhere,
  readDoorTicket,
  redeemTicket,
} from '../../selling/ticketing/index.ts'
import { admitTogether } from './admit-batch.ts'
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

const elsewhere = async (kernel: Kernel, one: Case): Promise<TicketAtDoor | undefined> => {
  if (one.code.kind === 'unknown') return undefined
  const { ticketId } = one.code
  // A genuine code of another event needs no look-up: its own bytes say so.
  const foreign = one.code.kind === 'signed' && one.code.code.eventId !== one.event.id
  return foreign || (await isTicketSomewhere(kernel.db, ticketId)) ? stranger(ticketId) : undefined
}

const find = (kernel: Kernel, { event, code }: Case): Promise<DoorTicket | undefined> =>
  code.kind === 'unknown' ? Promise.resolve(undefined) : readDoorTicket(kernel.db, event.id, code.ticketId)

/** Redeems the ticket and keeps the scan, or neither. False when another scan was quicker. */
const admit = (kernel: Kernel, { event, scan }: Case, ticket: DoorTicket): Promise<boolean> =>
  inTransaction(kernel.db, async (tx) => {
    const entry = { at: new Date(scan.scanned_at), deviceId: scan.device_id, scanId: scan.id }
    if (!(await redeemTicket(tx, event.id, ticket.id, entry))) return false
    if (!(await insertScan(tx, { ...scan, ticket_id: ticket.id, verdict: 'admitted', refusal: null })))
      throw new Error(`scan ${scan.id} is kept already, but let nobody in`)
    return true
  })

/** What was answered to a scan that comes again; the details are those of now. */
const answeredBefore = async (kernel: Kernel, one: Case, before: ScanRow): Promise<DoorTicket | Refusal> => {
  const ticket = await find(kernel, one)
  const same = before.code_hash === one.scan.code_hash || (ticket && before.ticket_id === ticket.id)
  // A device that gives two tickets the same scan id would let the second one in unseen.
  if (!same) return refuse('idempotency_mismatch')
  if (before.verdict === 'admitted' && ticket) return ticket
  const code = (before.refusal ?? 'S1') as RefusalCode
  const verdict = judge(one, ticket ? atDoor(ticket) : await elsewhere(kernel, one))
  return isRefusal(verdict) && verdict.refusal === code ? verdict : refuse(code)
}

/** One look at the ticket; nothing when another request changed what it saw, so that it must look again. */
const look = async (kernel: Kernel, one: Case): Promise<DoorTicket | Refusal | undefined> => {
  const before = one.named ? await readScan(kernel.db, one.event.id, one.scan.id) : undefined
  if (before) return answeredBefore(kernel, one, before)
  const ticket = await find(kernel, one)
  const verdict = judge(one, ticket ? atDoor(ticket) : await elsewhere(kernel, one))
  if (isAdmitted(verdict)) {
    if (!ticket) throw new Error('a ticket that nobody found was let in')
    if (verdict.repeat) return ticket
    return (await admit(kernel, one, ticket)) ? letIn(one, ticket) : undefined
  }
  const kept = await insertScan(kernel.db, {
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
  kernel: Kernel,
  event: EventRow,
  ask: ScanAsk,
  now: Date,
): Promise<DoorTicket | Refusal> => {
  const text = ask.text.trim()
  const one: Case = {
    event,
    code: await readScannedCode(text, (eventId, body, signature) =>
      isTicketSignature(kernel.keys, eventId, body, signature),
    ),
    scan: {
      event_id: event.id,
      id: ask.scanId ?? kernel.newId(),
      ticket_id: null,
      code_hash: kernel.keys.hmac('scan', text),
      device_id: ask.deviceId,
      gate: ask.gate,
      user_id: ask.userId,
      // A phone whose clock runs ahead must not enter the future into the books.
      scanned_at: ask.scannedAt && ask.scannedAt < now ? ask.scannedAt : now,
    },
    named: ask.scanId !== null,
  }
  const together = await admitTogether(kernel, one)
  if (together !== 'alone') return together
  for (let tries = 0; tries < LOOKS; tries++) {
    const answer = await look(kernel, one)
    if (answer) return answer
  }
  throw new Error(`scan ${one.scan.id} found no rest`)
}
