import type { uploadScans as contract } from '@kartis/contract/admission.ts'
import type { BodyOf, ReplyOf } from '@kartis/contract/endpoint.ts'
import { gateDeviceState, wasDeviceActive } from '@kartis/domain/gate-device.ts'
import { type GateAct, type Passages, replayPassages } from '@kartis/domain/re-entry.ts'
import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import { codeOfConflict, type ConflictKind, correctTimes } from '@kartis/domain/scan-upload.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import { seatGatesOf } from '../../catalogue/seating/index.ts'
import { type CheckInTicket, lockCheckInTicket } from '../../selling/ticketing/index.ts'
import { noteReceived, recordLastScans } from '../devices/index.ts'
import type { AdmissionQueue } from './admission-queue.ts'
import { explainByExit } from './conflict-state.ts'
import { derivedId } from './derived-id.ts'
import { type ConflictView, insertConflict, readConflicts } from './conflicts-queries.ts'
import { acceptsUuids, nameCodes } from './name-code.ts'
import { readActs, readLeft, reEntryOf, writePassages } from './passages.ts'
import { isUntimely, type ScanAttempt } from './scan-attempt.ts'
import { insertScan, readScans, type ScanRow } from './scans-queries.ts'
import {
  falseClaims,
  isOfOther,
  isOverride,
  LANE_OVERRIDE,
  logFalseClaims,
  type UploadSender,
} from './upload-sender.ts'

type Upload = BodyOf<typeof contract>
type UploadedScan = Upload['scans'][number]
type Result = ReplyOf<typeof contract>['data']['results'][number]

/** What a device is called in its sequence: an enrolled one by its uuid, a member's phone as it names itself. */
const ownName = ({ deviceId }: UploadSender, { device_id }: Upload): string => deviceId ?? device_id

interface Uploaded {
  readonly attempt: ScanAttempt
  readonly scan: UploadedScan
}

interface Context {
  readonly event: EventRow
  readonly upload: Upload
  readonly sender: UploadSender
  /** Where the upload comes from, as `networkOf` names it. */
  readonly network: string
}

/** Every scan of an upload by the server's clock, with the ticket that its text names. */
const read = async (platform: Platform, { event, upload, sender }: Context, now: Date): Promise<Uploaded[]> => {
  const { scans } = upload
  const { life, role } = sender
  const timed = scans.map(({ device_seq: seq, scanned_at }) => ({ seq, at: new Date(scanned_at) }))
  const corrected = correctTimes(timed, { sentAt: new Date(upload.sent_at), receivedAt: now })
  const timeOf = new Map(corrected.map((time, place) => [scans[place], time]))
  const texts = scans.map((scan) => ({
    scan,
    text: scan.ticket_uuid.trim(),
    withUuids: acceptsUuids('admit', isOfOther(sender, scan) ? null : sender.memberRole),
  }))
  const seatGates = await seatGatesOf(platform.db, event)
  return (await nameCodes(platform, event, texts)).map(({ scan, text, code }): Uploaded => {
    const time = timeOf.get(scan)
    const scannedAt = time?.at ?? now
    // What a hub sends of other phones, they may have scanned before the hub joined.
    const held = life && isOfOther(sender, scan) ? { ...life, joinedAt: new Date(0) } : life
    const claimed = falseClaims(sender, upload.device_id, scan)
    const attempt: ScanAttempt = {
      event,
      seatGates,
      hasDeviceId: true,
      isUntimely: time?.isFuture === true || (held !== undefined && !wasDeviceActive(held, scannedAt)),
      code,
      scan: {
        event_id: event.id,
        id: scan.scan_uuid?.toLowerCase() ?? derivedId(event.id, ownName(sender, upload), scan.device_seq),
        ticket_id: null,
        direction: scan.direction,
        code_hash: platform.keys.hmac('scan', text),
        reason: scan.reason || (scan.override ? LANE_OVERRIDE : null),
        note: scan.note || null,
        undoes: null,
        device_id: (role === 'hub' && scan.device_id) || sender.deviceId,
        gate: sender.gate ?? (scan.gate || null),
        user_id: sender.userId,
        scanned_at: scannedAt,
        origin: {
          seq: scan.device_seq,
          mode: scan.mode,
          role,
          at: scan.scanned_at,
          ...(time?.flag && { clock: time.flag }),
          ...(isOverride(scan) && { override: true as const }),
          ...(claimed && { claimed }),
        },
      },
    }
    return { attempt, scan }
  })
}

/**
 * A scan that the server refused online, and then let in by the device that got no answer, is a second one. So is one of
 * another ticket: a device that lost its numbers begins them again, and its entries happened all the same.
 */
const withOwnIds = (uploaded: readonly Uploaded[], earlier: ReadonlyMap<string, ScanRow>, name: string): Uploaded[] => {
  const ticketOf = new Map([...earlier.values()].map((row) => [row.id, row.ticket_id ?? undefined]))
  const ownId = ({ attempt: { code, scan: row }, scan }: Uploaded): string => {
    const { id, event_id } = row
    const first = ticketOf.get(id)
    if (code.ticketId !== undefined && first !== undefined && code.ticketId !== first)
      return derivedId(event_id, `${name} ${code.ticketId}`, scan.device_seq)
    ticketOf.set(id, first ?? code.ticketId)
    const isSecond = scan.verdict === 'admitted' && earlier.get(id)?.verdict === 'refused'
    return isSecond ? derivedId(event_id, name, scan.device_seq) : id
  }
  return uploaded.map((upload) => ({
    scan: upload.scan,
    attempt: { ...upload.attempt, scan: { ...upload.attempt.scan, id: ownId(upload) } },
  }))
}

/** Why the ticket of an entry that happened is not to enter, whatever came before; undefined for a valid one. */
const conflictOf = (attempt: ScanAttempt, ticket: CheckInTicket | undefined): ConflictKind | undefined => {
  const { event, code } = attempt
  if (code.eventId !== undefined && code.eventId !== event.id) return 'foreign'
  // A bare uuid that was not accepted admits nobody; whoever looks into it sees the ticket.
  if (!ticket || code.ticketId === undefined) return 'unknown'
  if (ticket.status === 'cancelled') return 'cancelled'
  if (code.revision !== undefined && code.revision < ticket.revision) return 'reissued'
  return isUntimely(attempt, ticket) ? 'untimely' : undefined
}

/** The entry that this one meets: the one that it does not count beside, or the one that no longer counts beside it. */
const otherEntry = (own: GateAct, before: Passages, after: Passages): GateAct | undefined => {
  if (after.counted.includes(own)) return before.counted.find((act) => !after.counted.includes(act))
  const entries = after.counted.filter(({ direction }) => direction === 'entry')
  return entries.findLast(({ at }) => at <= own.at) ?? entries[0]
}

/** Writes a passage of a valid ticket that happened. It counts in its place by time, or is a conflict with the one that does. */
const writePassage = async (tx: Tx, { event, scan }: ScanAttempt, ticket: CheckInTicket, now: Date): Promise<void> => {
  const rules = reEntryOf(event)
  const own = { id: scan.id, at: new Date(scan.scanned_at), direction: scan.direction, deviceId: scan.device_id }
  const earlier = await readActs(tx, ticket)
  const [before, after] = [replayPassages(earlier, rules), replayPassages([...earlier, own], rules)]
  // An exit that does not count yet stands all the same: the entry that it belongs to is still to come.
  const stands = scan.direction === 'exit' || after.counted.includes(own)
  const row = { ...scan, ticket_id: ticket.id, verdict: stands ? 'admitted' : 'conflict', refusal: null } as const
  if (!(await insertScan(tx, event.account_id, row))) return
  const other = scan.direction === 'entry' ? otherEntry(own, before, after) : undefined
  if (other)
    await insertConflict(
      tx,
      {
        eventId: event.id,
        scanId: scan.id,
        ticketId: ticket.id,
        kind: 'double',
        revision: ticket.revision,
        otherScanId: other.id || null,
        winnerScanId: (stands ? own.id : other.id) || null,
      },
      now,
    )
  await explainByExit(
    tx,
    { eventId: event.id, ticketId: ticket.id },
    after.counted.map(({ id }) => id),
    now,
  )
  if (after.counted.length > 0) await writePassages(tx, ticket, [...earlier, own], rules)
}

/** Writes an entry or exit that happened: it moves its ticket, or becomes a conflict. Nothing where it was written before. */
const writeAct = async (platform: Platform, tx: Tx, attempt: ScanAttempt, now: Date): Promise<void> => {
  const { event, code, scan } = attempt
  const named = code.ticketId ?? code.claimedId
  const ticket = named === undefined ? undefined : await lockCheckInTicket(tx, event.id, named)
  const kind = conflictOf(attempt, ticket)
  const ticketId = ticket?.id ?? null
  if (ticket && kind === undefined) await writePassage(tx, attempt, ticket, now)
  else if (await insertScan(tx, event.account_id, { ...scan, ticket_id: ticketId, verdict: 'conflict', refusal: null }))
    if (kind === 'untimely' || (kind !== undefined && scan.direction === 'entry')) {
      const revision = ticket?.revision ?? null
      await insertConflict(tx, { eventId: event.id, scanId: scan.id, ticketId, kind, revision }, now)
    }
  platform.domainEvents.written(tx)
}

/** A first entry whose exit had arrived before it: the exit counts from now on. */
const replayLeft = async (platform: Platform, event: EventRow, ticketIds: readonly string[]): Promise<void> => {
  for (const id of await readLeft(platform.db, event.id, ticketIds))
    await inTransaction(platform.db, async (tx) => {
      const ticket = await lockCheckInTicket(tx, event.id, id)
      if (ticket) await writePassages(tx, ticket, await readActs(tx, ticket), reEntryOf(event))
      platform.domainEvents.written(tx)
    })
}

const write = ({ scan, attempt }: Uploaded, platform: Platform, now: Date): Promise<unknown> => {
  if (scan.verdict === 'admitted') return inTransaction(platform.db, (tx) => writeAct(platform, tx, attempt, now))
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
 * are admitted in batches with those of other gates, all others, and those whose
 * time cannot be, become conflicts (docs/rules/check-in.md). Repeating an
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
  const uploaded = withOwnIds(
    all,
    new Map(earlier.map((row) => [row.id, row])),
    ownName(context.sender, context.upload),
  )
  const ids = uploaded.map(({ attempt }) => attempt.scan.id)
  const written = new Set((await readScans(db, event.id, ids)).map(({ id }) => id))
  const fresh = uploaded.filter(({ attempt }) => !written.has(attempt.scan.id))
  const origins = fresh.map(({ attempt }) => attempt.scan.origin)
  await logFalseClaims(platform, event, context, origins, now)
  const results = await Promise.all(
    fresh.map(({ attempt, scan }) =>
      scan.verdict === 'admitted' ? queue.admit(attempt) : Promise.resolve('undecided' as const),
    ),
  )
  const refused = results.find((result) => isRefusal(result))
  if (refused && isRefusal(refused)) return refused
  for (const [place, scan] of fresh.entries()) if (results[place] === 'undecided') await write(scan, platform, now)
  const entered = results.flatMap((result) => (result === 'undecided' || isRefusal(result) ? [] : result.id))
  await replayLeft(platform, event, entered)
  const { life, deviceId } = context.sender
  if (life && deviceId && gateDeviceState(life, now) !== 'active')
    await recordLastScans(db, event.id, deviceId, fresh.filter(({ scan }) => scan.verdict === 'admitted').length)
  // Whoever takes the name of another device says nothing of its sequence.
  if (context.sender.claimed?.device === undefined)
    await noteReceived(
      db,
      { eventId: event.id, deviceId: ownName(context.sender, context.upload), now },
      uploaded.map(({ scan }) => scan.device_seq),
    )
  const conflicts = await readConflicts(db, event.id, ids)
  return uploaded.map((scan) => view(scan, conflicts.get(scan.attempt.scan.id)))
}
