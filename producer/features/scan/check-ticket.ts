import { type ListedTicket } from '@kartis/contract/admission-list.ts'
import type { ScanStatistics } from '@kartis/contract/event-figures.ts'
import { isAdmitted } from '@kartis/domain/admission.ts'
import type { Refusal } from '@kartis/domain/refusal.ts'
import { isNumberShaped } from '@kartis/domain/ticket-number.ts'
import { ApiError } from '../../shared/api-error.ts'
import { offline } from '../../shared/connection.ts'
import { decide, type Decision } from '../../shared/check-in/decide.ts'
import { findElsewhere } from '../../shared/check-in/find-elsewhere.ts'
import { countersOf, checkInClock, type LocalAdmissionList, recordAct } from '../../shared/check-in/admission-list.ts'
import type { HubAnswer } from '../../shared/check-in/hub/phone.ts'
import { holderOf } from '../../shared/check-in/guest-names.ts'
import type { LocalTicket } from '../../shared/check-in/listed-in-snapshot.ts'
import { type Admitted, readRecentEntries } from '../../shared/check-in/recent-entries.ts'
import { isPermissionOver } from '../../shared/check-in/own-end.ts'
import { saveScan } from '../../shared/check-in/scan-queue.ts'
import { cacheOwner } from '../../shared/offline/last-contact.ts'
import { later } from '../../shared/later.ts'
import { workspace } from '../../shared/storage.ts'
import type { Attempt } from './attempt.ts'
import { type CheckedTicket, checkOnServer } from './check-on-server.ts'
import { requestFromHub, notifyHub } from './hub-request.ts'
import { deviceId, gateName, laneNumber } from '../../shared/check-in/device.ts'
import { gateEnded } from '../../shared/gate-ended.ts'
import { scanFailureKind } from './scan-input.ts'

/** The admitted ticket as it is shown. */
export interface Entrant extends Pick<CheckedTicket['ticket'], 'uuid' | 'name'> {
  readonly seat?: ListedTicket['seat']
  /** Empty offline for a ticket that was sold after the list was loaded. */
  readonly number: string
  readonly holder: string | null
  /** It has entered before. */
  readonly isAgain?: boolean
}

export const admittedAs = (
  { scanUuid, scannedAt }: Attempt,
  { uuid, number, holder, name, isAgain = false }: Entrant,
): Admitted => ({
  scanUuid,
  ticketUuid: uuid,
  number,
  holder,
  name,
  at: scannedAt,
  ...(isAgain && { isAgain }),
})

/** Who decided; what the hub or this device did is sent later. */
export type DecidedBy = 'server' | 'hub' | 'device'

export type CheckResult =
  | {
      readonly state: 'success'
      readonly ticket: Entrant
      readonly counters: ScanStatistics
      readonly decidedBy: DecidedBy
    }
  | { readonly state: 'fail'; readonly error: ApiError }
  | { readonly state: 'again' }
  | { readonly state: 'unchecked'; readonly error: ApiError | undefined }

/** The longest wait for the server before this device decides by its list. */
export const SERVER_TIMEOUT_MS = 4000

const LATE = Symbol('late')

const withTimeout = async <T>(milliseconds: number, work: Promise<T>): Promise<T | typeof LATE> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    work.catch(() => undefined) // a late failure is ignored: the scan is sent again
  }
}

const textIn = (detail: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  const value = detail[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Records the server's admission in the local list. */
export const recordAdmission = (list: LocalAdmissionList | undefined, ticketUuid: string, attempt: Attempt): void => {
  if (!list) return
  recordAct(list, ticketUuid, {
    type: list.tickets.get(ticketUuid)?.type ?? '',
    direction: attempt.direction,
    scanned_at: attempt.scannedAt,
    device_id: deviceId(),
    scan_uuid: attempt.scanUuid,
    gate: gateName(),
  })
}

/** Records a ticket redeemed elsewhere, in case the network fails later. */
const recordEarlierEntry = async (list: LocalAdmissionList, { detail }: ApiError, attempt: Attempt): Promise<void> => {
  const { ticket } = await decide(list, { text: attempt.text, scanUuid: attempt.scanUuid, at: new Date() })
  const scanned_at = textIn(detail, 'redeemed_at')
  if (!ticket || scanned_at === undefined) return
  const [gate, device_id] = [textIn(detail, 'gate'), textIn(detail, 'device_id')]
  recordAct(list, ticket.uuid, { type: ticket.type, scanned_at, gate, device_id })
}

/**
 * When and where a ticket entered, as far as this device can say: its own entry, or of a list that says no more than that it
 * has entered, until when at the latest.
 */
const enteredAs = ({ facts }: LocalAdmissionList, ticket: LocalTicket | undefined) => {
  if (!ticket || ticket.redeemed_at !== '') return {}
  const own = readRecentEntries(facts.event).find(({ ticketUuid }) => ticketUuid === ticket.uuid)
  return own
    ? { redeemed_at: own.at, device_id: deviceId() }
    : { entered_before: new Date(facts.refreshedAt).toISOString() }
}

/** What is known here of a ticket that the list refuses: whose it is, or the event that it belongs to. */
const refusedLocally = async (
  list: LocalAdmissionList,
  attempt: Attempt,
  { ticket, name }: Decision,
  verdict: Refusal,
): Promise<CheckResult> => {
  const isUnlisted = verdict.refusal === 'S1' || verdict.refusal === 'S4'
  const elsewhere = isUnlisted ? await findElsewhere(list, attempt.text) : undefined
  const detail = {
    ...verdict.detail,
    ...(verdict.refusal === 'S2' && enteredAs(list, ticket)),
    ...(ticket && { ticket: { number: ticket.number, name: name ?? '', holder: holderOf(list, ticket) } }),
    ...(elsewhere?.event && { event: elsewhere.event }),
    ...(verdict.refusal === 'S1' && { list_at: new Date(list.facts.refreshedAt).toISOString() }),
  }
  const code = elsewhere ? 'S4' : verdict.refusal
  return { state: 'fail', error: new ApiError({ code, description: '', status: 0, detail }) }
}

/** Records that somebody was sent away, to be uploaded: who asks later learns why. A full storage changes nothing. */
const recordTurnedAway = async (
  list: LocalAdmissionList,
  attempt: Attempt,
  ticket: ListedTicket | undefined,
  code: string,
): Promise<void> => {
  const scan = storedScan(list.facts.event, attempt, ticket?.uuid ?? '', checkInClock(list).toISOString())
  await saveScan({ ...scan, state: 'turned_away', refusal: { code, description: '', detail: {} } }).catch(
    () => undefined,
  )
}

const storedScan = (event: string, attempt: Attempt, ticketUuid: string, scannedAt: string) => ({
  scan_uuid: attempt.scanUuid,
  event,
  owner: cacheOwner() ?? '',
  account: workspace() ?? '',
  text: attempt.text,
  ticket_uuid: ticketUuid,
  name: '',
  ...(attempt.manual && { manual: attempt.manual }),
  ...(attempt.isOverride && { isOverride: true }),
  ...(attempt.direction && { direction: attempt.direction }),
  device_id: deviceId(),
  gate: gateName() || null,
  scanned_at: scannedAt,
})

/** Decides by the local list. An admission is stored before anybody is let in. */
const decideLocally = async (list: LocalAdmissionList, event: string, attempt: Attempt): Promise<CheckResult> => {
  const at = checkInClock(list)
  const gate = gateName() || null
  const lane = attempt.isOverride === true ? {} : { lane: laneNumber() }
  const { text, scanUuid, direction } = attempt
  const decision = await decide(list, { text, scanUuid, at, gate, direction, ...lane })
  const { verdict, ticket, name } = decision
  // Numbers are not there yet: it may be a valid ticket.
  if (!ticket && list.snapshot && isNumberShaped(text))
    return {
      state: 'unchecked',
      error: new ApiError({ code: 'S1', description: '', status: 0, detail: { codes_only: true } }),
    }
  if (!isAdmitted(verdict)) {
    const result = await refusedLocally(list, attempt, decision, verdict)
    await recordTurnedAway(list, attempt, ticket, result.state === 'fail' ? result.error.code : verdict.refusal)
    return result
  }
  if (!ticket) return { state: 'again' }
  const scanned_at = at.toISOString()
  await saveScan({
    ...storedScan(event, attempt, ticket.uuid, scanned_at),
    name: ticket.number || (name ?? ''),
    state: 'waiting',
  })
  recordAct(list, ticket.uuid, {
    type: ticket.type,
    direction: attempt.direction,
    scanned_at,
    device_id: deviceId(),
    scan_uuid: attempt.scanUuid,
    gate,
  })
  return {
    state: 'success',
    ticket: {
      uuid: ticket.uuid,
      number: ticket.number,
      name: name ?? '',
      holder: holderOf(list, ticket),
      ...(ticket.seat && { seat: ticket.seat }),
      isAgain: verdict.again,
    },
    counters: countersOf(list),
    decidedBy: 'device',
  }
}

/**
 * The hub's word: an entry that it granted is in its journal, and here for the case that the hub never returns. Nobody waits
 * for this storage, unlike for the hub's.
 */
const decidedByHub = (list: LocalAdmissionList, event: string, attempt: Attempt, answer: HubAnswer): CheckResult => {
  const at = checkInClock(list).toISOString()
  if (answer.t === 'taken') {
    const error = new ApiError({ code: answer.code, description: '', status: 0, detail: answer.detail })
    const refusal = { code: answer.code, description: '', detail: {} }
    const scan = { ...storedScan(event, attempt, '', at), mode: 'hub', state: 'turned_away', refusal } as const
    later(async () => {
      if (answer.code === 'S2') await recordEarlierEntry(list, error, attempt)
      await saveScan(scan).catch(() => undefined)
    })
    return { state: 'fail', error }
  }
  const { ticket, counters } = answer
  const name = ticket.number || ticket.name
  const scan = { ...storedScan(event, attempt, ticket.uuid, answer.at), name, mode: 'hub', state: 'waiting' } as const
  later(() => saveScan(scan).catch(() => undefined))
  recordAdmission(list, ticket.uuid, { ...attempt, scannedAt: answer.at })
  const { again: isAgain, ...entrant } = ticket
  return { state: 'success', ticket: { ...entrant, isAgain }, counters, decidedBy: 'hub' }
}

const permissionOver = (): CheckResult => ({
  state: 'fail',
  error: new ApiError({ code: 'gate_device_ended', description: '', status: 401 }),
})

/** Decides without the server: the hub does where it answers in time, and this device by the policy of the event otherwise. */
export const decideWithoutServer = async (
  list: LocalAdmissionList,
  event: string,
  attempt: Attempt,
): Promise<CheckResult> => {
  // The server would not count the entry.
  if (isPermissionOver(list)) return permissionOver()
  const answer = await requestFromHub(event, attempt, gateName() || null)
  if (answer) return decidedByHub(list, event, attempt, answer)
  const checked = await decideLocally(list, event, attempt)
  await notifyHub(event, attempt.scanUuid).catch(() => undefined)
  return checked
}

const refused = async (
  list: LocalAdmissionList | undefined,
  event: string,
  attempt: Attempt,
  error: unknown,
): Promise<CheckResult> => {
  const apiError = error instanceof ApiError ? error : undefined
  const verdict = scanFailureKind(error)
  if (verdict === 'again') return { state: 'again' }
  if (verdict === 'fail' && apiError) {
    if (list && apiError.code === 'S2') await recordEarlierEntry(list, apiError, attempt)
    return { state: 'fail', error: apiError }
  }
  return list ? decideWithoutServer(list, event, attempt) : { state: 'unchecked', error: apiError }
}

/**
 * Numbers can be guessed, because they are counted: a picture of one proves nothing. A person who types it has looked at a
 * ticket; a camera and a scanner admit by signed codes alone.
 */
const refuseReadNumber = async (list: LocalAdmissionList | undefined, attempt: Attempt): Promise<CheckResult> => {
  if (list) await recordTurnedAway(list, attempt, undefined, 'S6')
  return { state: 'fail', error: new ApiError({ code: 'S6', description: '', status: 0, detail: { is_number: true } }) }
}

/**
 * Checks one ticket: by the server if it responds in time, else by the hub, else by the local list. All use the same scan uuid, so that
 * the server counts the scan once.
 */
export const checkTicket = async (
  event: string,
  list: LocalAdmissionList | undefined,
  attempt: Attempt,
): Promise<CheckResult> => {
  if (attempt.isRead === true && isNumberShaped(attempt.text)) return refuseReadNumber(list, attempt)
  // It has learned that its permission is over, and is still sending what waits.
  if (gateEnded.read() !== 'no') return permissionOver()
  try {
    if (list && offline.read()) return await decideWithoutServer(list, event, attempt)
    const request = checkOnServer(event, attempt)
    const reply = list ? await withTimeout(SERVER_TIMEOUT_MS, request) : await request
    if (reply === LATE)
      return list ? await decideWithoutServer(list, event, attempt) : { state: 'unchecked', error: undefined }
    recordAdmission(list, reply.ticket.uuid, attempt)
    const ticket = { ...reply.ticket, isAgain: reply.ticket.reentered_at !== undefined }
    return { state: 'success', ticket, counters: reply.scan_statistics, decidedBy: 'server' }
  } catch (error) {
    try {
      return await refused(list, event, attempt, error)
    } catch {
      return { state: 'unchecked', error: undefined } // the admission could not be stored: nobody enters
    }
  }
}
