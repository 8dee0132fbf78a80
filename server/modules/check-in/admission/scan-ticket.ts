import { isAdmitted, type TicketAtCheckIn } from '@kartis/domain/admission.ts'
import { OFFLINE } from '@kartis/domain/limits.ts'
import { type GateDirection, replayPassages } from '@kartis/domain/re-entry.ts'
import { isRefusal, type Refusal, refuse, type RefusalCode } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import { seatGatesOf } from '../../catalogue/seating/index.ts'
import {
  type CheckInTicket,
  eventOfTicket,
  lockCheckInTicket,
  readCheckInTicket,
  redeemTicket,
} from '../../selling/ticketing/index.ts'
import type { AdmissionQueue } from './admission-queue.ts'
import { explainRefusal } from './explain-refusal.ts'
import { readActs, reEntryOf, writePassages } from './passages.ts'
import { decide, foreignTicket, type NamedCode, redeemedBy, type ScanAttempt, ticketAtCheckIn } from './scan-attempt.ts'
import { insertScan, readScan, type ScanRow } from './scans-queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export interface ScanInput {
  /** What the camera read or a person typed. */
  readonly text: string
  readonly deviceId: string | null
  readonly gate: string | null
  /** Entry without it. */
  readonly direction?: GateDirection
  /** Earlier than now for a scan that was made offline. */
  readonly scannedAt: Date | null
  /** Uuid of the scan, given by the device. */
  readonly scanId: string | null
  /** Null for an enrolled device. */
  readonly userId: string | null
  /** What the text names. */
  readonly code: NamedCode
  /** Of the names in a refusal. */
  readonly lang: Lang
  /** Why there was no code to scan, for an entry by hand. */
  readonly manual?: { readonly reason: string; readonly note: string | null }
}

const findForeign = async (platform: Platform, { code, event }: ScanAttempt): Promise<TicketAtCheckIn | undefined> => {
  if (code.ticketId === undefined) return undefined
  // A signed code and a number name their event, so one of another event needs no query.
  const isForeign = code.eventId !== undefined && code.eventId !== event.id
  // Of other accounts nobody learns which uuids are tickets.
  return isForeign || (await eventOfTicket(platform.db, event.account_id, code.ticketId))
    ? foreignTicket(code.ticketId)
    : undefined
}

const findTicket = (platform: Platform, { event, code }: ScanAttempt): Promise<CheckInTicket | undefined> =>
  code.ticketId === undefined ? Promise.resolve(undefined) : readCheckInTicket(platform.db, event.id, code.ticketId)

const decideFor = async (platform: Platform, attempt: ScanAttempt, ticket: CheckInTicket | undefined) =>
  decide(attempt, ticket ? ticketAtCheckIn(ticket) : await findForeign(platform, attempt))

/** Redeems the ticket and saves the scan, or neither. False when another scan redeemed it first. */
const admit = (platform: Platform, { event, scan }: ScanAttempt, ticket: CheckInTicket): Promise<boolean> =>
  inTransaction(platform.db, async (tx) => {
    const redemption = { at: new Date(scan.scanned_at), deviceId: scan.device_id, scanId: scan.id }
    if (!(await redeemTicket(tx, ticket, redemption))) return false
    const row = { ...scan, ticket_id: ticket.id, verdict: 'admitted', refusal: null } as const
    if (!(await insertScan(tx, event.account_id, row)))
      throw new Error(`scan ${scan.id} exists already, but redeemed no ticket`)
    return true
  })

/** What a passage that does not fit between those of other devices, by its time, is refused with. */
const passageRefusal = ({ scan }: ScanAttempt, ticket: CheckInTicket): Refusal =>
  scan.direction === 'exit'
    ? refuse('S9', { detail: { left_at: ticket.left_at?.toISOString() ?? null } })
    : refuse('S2', { detail: { redeemed_at: (ticket.reentered_at ?? ticket.redeemed_at)?.toISOString() ?? null } })

/**
 * Lets a ticket out, or in again, under its lock. Undefined when another request changed it meanwhile, so that it must be
 * decided again; a refusal where the time of the scan lies before other passages that it does not fit.
 */
const passAgain = (
  platform: Platform,
  attempt: ScanAttempt,
  ticketId: string,
): Promise<CheckInTicket | Refusal | undefined> =>
  inTransaction(platform.db, async (tx) => {
    const { event, scan } = attempt
    const ticket = await lockCheckInTicket(tx, event.id, ticketId)
    if (!ticket || !isAdmitted(decide(attempt, ticketAtCheckIn(ticket)))) return undefined
    const own = { id: scan.id, at: new Date(scan.scanned_at), direction: scan.direction, deviceId: scan.device_id }
    const acts = [...(await readActs(tx, ticket)), own]
    const rules = reEntryOf(event)
    const isRefused = !replayPassages(acts, rules).counted.includes(own)
    const verdict = isRefused ? passageRefusal(attempt, ticket) : undefined
    const row = {
      ...scan,
      ticket_id: ticket.id,
      verdict: isRefused ? 'refused' : 'admitted',
      refusal: verdict?.refusal ?? null,
    } as const
    if (!(await insertScan(tx, event.account_id, row))) return undefined
    const passed = verdict ?? (await writePassages(tx, ticket, acts, rules))
    platform.domainEvents.written(tx)
    return passed
  })

/** The result of a scan that is repeated; its details are the current ones. */
const repeatedResult = async (
  platform: Platform,
  attempt: ScanAttempt,
  before: ScanRow,
): Promise<CheckInTicket | Refusal> => {
  const ticket = await findTicket(platform, attempt)
  const isSame = before.code_hash === attempt.scan.code_hash || (ticket && before.ticket_id === ticket.id)
  // A device that gives two tickets the same scan uuid would admit the second one unseen.
  if (!isSame) return refuse('idempotency_mismatch')
  if (before.verdict === 'admitted' && ticket) return ticket
  const code = (before.refusal ?? 'S1') as RefusalCode
  const verdict = await decideFor(platform, attempt, ticket)
  return isRefusal(verdict) && verdict.refusal === code ? verdict : refuse(code)
}

/** Decides one scan by itself; undefined when another request changed the ticket meanwhile, so that it must be read again. */
const scanSingle = async (platform: Platform, attempt: ScanAttempt): Promise<CheckInTicket | Refusal | undefined> => {
  const { event, scan } = attempt
  const before = attempt.hasDeviceId ? await readScan(platform.db, event.id, scan.id) : undefined
  if (before) return repeatedResult(platform, attempt, before)
  const ticket = await findTicket(platform, attempt)
  const verdict = await decideFor(platform, attempt, ticket)
  if (isAdmitted(verdict)) {
    if (!ticket) throw new Error('a scan without a ticket was admitted')
    if (verdict.repeat) return ticket
    if (verdict.again || scan.direction === 'exit') return passAgain(platform, attempt, ticket.id)
    return (await admit(platform, attempt, ticket)) ? redeemedBy(attempt, ticket) : undefined
  }
  const row = { ...scan, ticket_id: ticket?.id ?? null, verdict: 'refused', refusal: verdict.refusal } as const
  return (await insertScan(platform.db, event.account_id, row)) ? verdict : undefined
}

/** Two scans of one ticket are decided at the second attempt; more attempts mean that rows disappear. */
const MAX_ATTEMPTS = 4

/**
 * When a scan was made. The clock of a device may be ahead, so that nothing is recorded in the future, or have lost its
 * date: nobody checks in from a list that is older than `OFFLINE.fullLoadDays`.
 */
const timeOf = (scannedAt: Date | null, now: Date): Date =>
  scannedAt && scannedAt < now && now.getTime() - scannedAt.getTime() < OFFLINE.fullLoadDays * DAY_MS ? scannedAt : now

/**
 * Admits one ticket, or refuses it (`S1` to `S7`, see docs/rules/check-in.md). Every scan is saved, refused ones too; of
 * the scanned or typed text only a keyed hash. A scan repeated with its uuid gets the same result. First entries are admitted in
 * batches with those of other gates; everything else is decided by itself. `idempotency_mismatch`, `overloaded`.
 */
export const scanTicket = async (
  platform: Platform,
  queue: AdmissionQueue,
  { event, input }: { readonly event: EventRow; readonly input: ScanInput },
  now: Date,
): Promise<CheckInTicket | Refusal> => {
  const text = input.text.trim()
  const attempt: ScanAttempt = {
    event,
    seatGates: await seatGatesOf(platform.db, event),
    code: input.code,
    scan: {
      event_id: event.id,
      id: input.scanId ?? platform.newId(),
      ticket_id: null,
      direction: input.direction ?? 'entry',
      code_hash: platform.keys.hmac('scan', text),
      reason: input.manual?.reason ?? null,
      note: input.manual?.note ?? null,
      undoes: null,
      device_id: input.deviceId,
      gate: input.gate,
      user_id: input.userId,
      scanned_at: timeOf(input.scannedAt, now),
      origin: null,
    },
    hasDeviceId: input.scanId !== null,
  }
  const batched = await queue.admit(attempt)
  if (batched !== 'undecided') return batched
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const result = await scanSingle(platform, attempt)
    if (result && !isRefusal(result)) return result
    if (!result) continue
    const ticket = await findTicket(platform, attempt)
    return explainRefusal(platform, attempt, { ticket, refusal: result, lang: input.lang })
  }
  throw new Error(`scan ${attempt.scan.id} is undecided after ${MAX_ATTEMPTS} attempts`)
}
