import { isAdmitted } from '@kartis/domain/admission.ts'
import type { Refusal } from '@kartis/domain/refusal.ts'
import { type BatchQueue, createBatchQueue } from '../../../platform/concurrency/batch-queue.ts'
import { isUniqueViolation } from '../../../platform/database/error-code.ts'
import { asJson } from '../../../platform/http/listing.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type CheckInTicket, type Entry, readCheckInTickets, redeemBatch } from '../../selling/ticketing/index.ts'
import { decide, isUntimely, redeemedBy, type ScanAttempt, ticketAtCheckIn } from './scan-attempt.ts'
import { insertAdmitted } from './scans-queries.ts'

/** Entries of one statement: more would make the first of them wait for the last. */
const MAX_BATCH = 100

/** `undecided`: nothing was written, and the scan has to be decided by itself. */
export type BatchResult = CheckInTicket | 'undecided'

const entryOf = ({ scan }: ScanAttempt, ticket: CheckInTicket): Entry => ({
  id: scan.id,
  ticketId: ticket.id,
  revision: ticket.revision,
  codeHash: scan.code_hash ?? '',
  reason: scan.reason,
  note: scan.note,
  deviceId: scan.device_id,
  gate: scan.gate,
  userId: scan.user_id,
  at: new Date(scan.scanned_at),
  origin: scan.origin && asJson(scan.origin),
})

/** Attempts that enter for the first time, each with its ticket; one attempt for each ticket and scan uuid. */
const firstEntries = (
  attempts: readonly ScanAttempt[],
  tickets: ReadonlyMap<string, CheckInTicket>,
): Map<ScanAttempt, CheckInTicket> => {
  const entries = new Map<ScanAttempt, CheckInTicket>()
  const used = new Set<string>()
  for (const attempt of attempts) {
    const ticket = tickets.get(attempt.code.ticketId ?? '')
    if (!ticket || used.has(ticket.id) || used.has(attempt.scan.id)) continue
    if (isUntimely(attempt, ticket)) continue
    const verdict = decide(attempt, ticketAtCheckIn(ticket))
    if (!isAdmitted(verdict) || verdict.repeat || verdict.again) continue
    used.add(ticket.id).add(attempt.scan.id)
    entries.set(attempt, ticket)
  }
  return entries
}

const admitBatch = async (
  platform: Platform,
  eventId: string,
  attempts: readonly ScanAttempt[],
): Promise<BatchResult[]> => {
  const ids = attempts.flatMap(({ code }) => code.ticketId ?? [])
  const tickets = ids.length === 0 ? [] : await readCheckInTickets(platform.db, eventId, ids)
  const first = firstEntries(attempts, new Map(tickets.map((ticket) => [ticket.id, ticket])))
  const [account] = [...first.keys()].map(({ event }) => event.account_id)
  if (account === undefined) return attempts.map(() => 'undecided')
  const entries = [...first].map(([attempt, ticket]) => entryOf(attempt, ticket))
  const entered = await redeemBatch(platform.db, eventId, entries, insertAdmitted(eventId, account))
  platform.domainEvents.written(platform.db)
  return attempts.map((attempt) => {
    const ticket = first.get(attempt)
    return ticket && entered.has(ticket.id) ? redeemedBy(attempt, ticket) : 'undecided'
  })
}

/** A scan that exists already fails its whole batch with nothing written; each member is then decided by itself. */
const admitOrLeave = async (
  platform: Platform,
  eventId: string,
  attempts: readonly ScanAttempt[],
): Promise<BatchResult[]> => {
  try {
    return await admitBatch(platform, eventId, attempts)
  } catch (error) {
    if (isUniqueViolation(error)) return attempts.map(() => 'undecided')
    throw error
  }
}

export interface AdmissionQueue {
  /** Admits a first entry together with those scanned at the event's other gates meanwhile. `overloaded`. */
  admit(attempt: ScanAttempt): Promise<BatchResult | Refusal>
  /** Resolves when every attempt has its result. */
  idle(): Promise<void>
}

/** The scans of this process, one queue for each event: two statements serve all entries that arrive meanwhile. */
export const createAdmissionQueue = (platform: Platform): AdmissionQueue => {
  const queue: BatchQueue<ScanAttempt, BatchResult> = createBatchQueue(
    (eventId, attempts) => admitOrLeave(platform, eventId, attempts),
    { maxBatchSize: MAX_BATCH },
  )
  return {
    admit: (attempt) =>
      attempt.code.ticketId === undefined || attempt.scan.direction === 'exit'
        ? Promise.resolve('undecided')
        : queue.submit(attempt.event.id, attempt),
    idle: () => queue.idle(),
  }
}
