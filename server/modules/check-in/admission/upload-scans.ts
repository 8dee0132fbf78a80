import { createHash } from 'node:crypto'
import type { uploadScans as contract } from '@kartis/contract/admission.ts'
import type { BodyOf, ReplyOf } from '@kartis/contract/endpoint.ts'
import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import { codeOfConflict, type ConflictKind, correctTimes, winnerOf } from '@kartis/domain/scan-upload.ts'
import { bytesToUuid } from '@kartis/domain/ticket-code.ts'
import { inTurns } from '../../../platform/concurrency/in-turns.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import {
  type CheckInTicket,
  lockCheckInTicket,
  redeemTicket,
  replaceRedemption,
} from '../../selling/ticketing/index.ts'
import type { AdmissionQueue } from './admission-queue.ts'
import { type ConflictView, insertConflict, readConflicts } from './conflicts-queries.ts'
import { nameCode } from './name-code.ts'
import type { ScanAttempt } from './scan-attempt.ts'
import { insertScan, readScans, type ScanRow } from './scans-queries.ts'

type Upload = BodyOf<typeof contract>
type UploadedScan = Upload['scans'][number]
type Result = ReplyOf<typeof contract>['data']['results'][number]

/** The uuid of a scan by its device and number in that device's sequence. */
const derivedId = (eventId: string, deviceId: string, seq: number): string => {
  const bytes = createHash('sha256').update(`${eventId} ${deviceId} ${seq}`).digest().subarray(0, 16)
  // Marked as a uuid of version 8, whose content is up to whoever makes it.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytesToUuid(bytes)
}

interface Uploaded {
  readonly attempt: ScanAttempt
  readonly scan: UploadedScan
}

/** Codes that are read in one turn of the event loop: each is a signature to verify. */
const PER_TURN = 16

interface Context {
  readonly event: EventRow
  readonly upload: Upload
  readonly userId: string
}

/** Every scan of an upload by the server's clock, with the ticket that its text names. */
const read = async (platform: Platform, { event, upload, userId }: Context, now: Date): Promise<Uploaded[]> => {
  const { device_id, role, scans } = upload
  const timed = scans.map(({ device_seq: seq, scanned_at }) => ({ seq, at: new Date(scanned_at) }))
  const corrected = correctTimes(timed, { sentAt: new Date(upload.sent_at), receivedAt: now })
  const timeOf = new Map(corrected.map((time, place) => [scans[place], time]))
  const attempts = await inTurns(scans, PER_TURN, async (scan): Promise<Uploaded> => {
    const text = scan.ticket_uuid.trim()
    const time = timeOf.get(scan)
    const attempt: ScanAttempt = {
      event,
      hasDeviceId: true,
      code: await nameCode(platform, event, { text, withUuids: true }),
      scan: {
        event_id: event.id,
        id: scan.scan_uuid?.toLowerCase() ?? derivedId(event.id, device_id, scan.device_seq),
        ticket_id: null,
        code_hash: platform.keys.hmac('scan', text),
        reason: scan.reason || null,
        note: scan.note || null,
        undoes: null,
        device_id,
        gate: scan.gate || null,
        user_id: userId,
        scanned_at: time?.at ?? now,
        origin: {
          seq: scan.device_seq,
          mode: scan.mode,
          role,
          at: scan.scanned_at,
          ...(time?.flag && { clock: time.flag }),
        },
      },
    }
    return { attempt, scan }
  })
  return Promise.all(attempts)
}

/** A scan that the server refused online, and then let in by the device that got no answer, is a second one. */
const withOwnIds = (uploaded: readonly Uploaded[], earlier: ReadonlyMap<string, ScanRow>): Uploaded[] =>
  uploaded.map(({ attempt, scan }) => {
    const { id, event_id, device_id } = attempt.scan
    const isSecond = scan.verdict === 'admitted' && earlier.get(id)?.verdict === 'refused'
    const own = isSecond ? derivedId(event_id, device_id ?? '', scan.device_seq) : id
    return { scan, attempt: { ...attempt, scan: { ...attempt.scan, id: own } } }
  })

/** Why an entry that happened does not fit; undefined where it is the first of a valid ticket. */
const conflictOf = ({ event, code }: ScanAttempt, ticket: CheckInTicket | undefined): ConflictKind | undefined => {
  if (code.eventId !== undefined && code.eventId !== event.id) return 'foreign'
  if (!ticket) return 'unknown'
  if (ticket.status === 'cancelled') return 'cancelled'
  if (code.revision !== undefined && code.revision < ticket.revision) return 'reissued'
  return ticket.redeemed_at ? 'double' : undefined
}

/** Writes an entry that happened: it redeems its ticket, or becomes a conflict. Nothing where it was written before. */
const writeEntry = async (platform: Platform, tx: Tx, attempt: ScanAttempt, now: Date): Promise<void> => {
  const { event, code, scan } = attempt
  const ticket = code.ticketId ? await lockCheckInTicket(tx, event.id, code.ticketId) : undefined
  const kind = conflictOf(attempt, ticket)
  const mine = { id: scan.id, at: new Date(scan.scanned_at) }
  const other =
    kind === 'double' && ticket?.redeemed_at && ticket.redeemed_by
      ? { id: ticket.redeemed_by, at: ticket.redeemed_at }
      : undefined
  const winner = other && winnerOf(mine, other)
  const stands = kind === undefined || winner === mine
  const row = {
    ...scan,
    ticket_id: ticket?.id ?? null,
    verdict: stands ? 'admitted' : 'conflict',
    refusal: null,
  } as const
  if (!(await insertScan(tx, event.account_id, row))) return
  if (kind !== undefined)
    await insertConflict(
      tx,
      {
        eventId: event.id,
        scanId: scan.id,
        ticketId: ticket?.id ?? null,
        kind,
        otherScanId: other?.id ?? null,
        winnerScanId: winner?.id ?? null,
      },
      now,
    )
  const redemption = { at: mine.at, deviceId: scan.device_id, scanId: scan.id }
  if (ticket && kind === undefined) await redeemTicket(tx, event.id, ticket.id, redemption)
  else if (ticket && winner === mine) await replaceRedemption(tx, event.id, ticket.id, redemption)
  platform.domainEvents.written(tx)
}

const write = ({ scan, attempt }: Uploaded, platform: Platform, now: Date): Promise<unknown> => {
  if (scan.verdict === 'admitted') return inTransaction(platform.db, (tx) => writeEntry(platform, tx, attempt, now))
  const { event, code } = attempt
  const ticketId = code.eventId === undefined || code.eventId === event.id ? (code.ticketId ?? null) : null
  const row = { ...attempt.scan, ticket_id: ticketId, verdict: 'refused', refusal: scan.refusal ?? 'S1' } as const
  return insertScan(platform.db, event.account_id, row)
}

const view = ({ scan, attempt }: Uploaded, conflict: ConflictView | undefined): Result => ({
  device_seq: scan.device_seq,
  scan_uuid: attempt.scan.id,
  state: conflict ? 'conflict' : 'accepted',
  conflict: conflict
    ? { kind: conflict.kind, code: codeOfConflict(conflict.kind), winner: conflict.winner, other: conflict.other }
    : null,
})

/**
 * Takes the scans that a device decided by itself. Entries happened, so that none is refused: first entries of valid tickets
 * are admitted in batches with those of other gates, all others become conflicts (docs/rules/check-in.md). Repeating an
 * upload changes nothing. `overloaded`.
 */
export const uploadScans = async (
  platform: Platform,
  queue: AdmissionQueue,
  context: Context,
  now: Date,
): Promise<Result[] | Refusal> => {
  const { db } = platform
  const { event } = context
  const all = await read(platform, context, now)
  const earlier = await readScans(
    db,
    event.id,
    all.map(({ attempt }) => attempt.scan.id),
  )
  const uploaded = withOwnIds(all, new Map(earlier.map((row) => [row.id, row])))
  const ids = uploaded.map(({ attempt }) => attempt.scan.id)
  const written = new Set((await readScans(db, event.id, ids)).map(({ id }) => id))
  const fresh = uploaded.filter(({ attempt }) => !written.has(attempt.scan.id))
  const results = await Promise.all(
    fresh.map(({ attempt, scan }) =>
      scan.verdict === 'admitted' ? queue.admit(attempt) : Promise.resolve('undecided' as const),
    ),
  )
  const refused = results.find((result) => isRefusal(result))
  if (refused && isRefusal(refused)) return refused
  for (const [place, scan] of fresh.entries()) if (results[place] === 'undecided') await write(scan, platform, now)
  const conflicts = await readConflicts(db, event.id, ids)
  return uploaded.map((scan) => view(scan, conflicts.get(scan.attempt.scan.id)))
}
