import { admitTickets, findAtGate, type GateOrder, undoScan } from '@kartis/contract/admission.ts'
import type { ScanStatistics } from '@kartis/contract/event-figures.ts'
import type { ManualReason } from '@kartis/domain/admission.ts'
import { ApiError } from '../../shared/api-error.ts'
import { api } from '../../shared/api.ts'
import { countersOf, forgetAct, type LocalAdmissionList, recordUndo } from '../../shared/check-in/admission-list.ts'
import { type Found, findInList } from '../../shared/check-in/find-in-list.ts'
import { hubOf, linkedHub } from '../../shared/check-in/hub/hub-link.ts'
import { isFinalRefusal, saveUndo, sendUndo } from '../../shared/check-in/own-undo.ts'
import { offline } from '../../shared/connection.ts'
import type { Attempt } from './attempt.ts'
import type { Admitted } from '../../shared/check-in/recent-entries.ts'
import { admittedAs, type DecidedBy, decideWithoutServer, recordAdmission } from './check-ticket.ts'
import { deviceId, gateName } from '../../shared/check-in/device.ts'

/** Whether the server gave no answer, so that this device decides by itself. */
const isUnreachable = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500

export interface GateSearch extends Found {
  /** Whose list was searched. */
  readonly searched: DecidedBy
}

/** The hub's list has names where this device's has none, and entries of the other phones. */
const searchWithoutServer = async (event: string, list: LocalAdmissionList, text: string): Promise<GateSearch> => {
  const found = await linkedHub(event)?.search(text)
  return found ? { ...found, searched: 'hub' } : { ...findInList(list, text), searched: 'device' }
}

/** Finds orders on the server, or in the local list without a network. Throws ApiError where there is neither. */
export const searchAtGate = async (
  event: string,
  list: LocalAdmissionList | undefined,
  text: string,
): Promise<GateSearch> => {
  if (list && offline.read()) return searchWithoutServer(event, list, text)
  try {
    const { data, meta } = await api(findAtGate, { params: { uuid: event }, query: { q: text }, retry: false })
    return { orders: data, more: meta.more, searched: 'server' }
  } catch (error) {
    if (list && isUnreachable(error)) return searchWithoutServer(event, list, text)
    throw error
  }
}

export interface AdmittedTogether {
  readonly admitted: readonly Admitted[]
  readonly refused: readonly {
    readonly number: string
    readonly code: string
    readonly text: string
    readonly detail: Readonly<Record<string, unknown>>
  }[]
  readonly counters: ScanStatistics
  readonly decidedBy: DecidedBy
}

export interface Together {
  readonly tickets: readonly Pick<GateOrder['tickets'][number], 'number'>[]
  readonly reason: ManualReason
  readonly note: string | null
}

/** By their numbers: a bare uuid admits for managers only, whoever decides. All at one moment: together they are the last. */
const attemptsOf = ({ tickets, reason, note }: Together): Attempt[] => {
  const scannedAt = new Date().toISOString()
  return tickets.map(({ number }) => ({
    text: number,
    scanUuid: crypto.randomUUID(),
    scannedAt,
    manual: { reason, note },
  }))
}

const admitLocally = async (
  event: string,
  list: LocalAdmissionList,
  together: Together,
  attempts: readonly Attempt[],
): Promise<AdmittedTogether> => {
  const refused: AdmittedTogether['refused'][number][] = []
  const admitted: Admitted[] = []
  let decidedBy: DecidedBy = 'device'
  for (const [place, attempt] of attempts.entries()) {
    const checked = await decideWithoutServer(list, event, attempt)
    const number = together.tickets[place]?.number ?? ''
    if (checked.state === 'success') {
      admitted.push(admittedAs(attempt, checked.ticket))
      decidedBy = checked.decidedBy
    } else if (checked.state === 'fail') {
      const { code, description, detail } = checked.error
      refused.push({ number, code, text: description, detail })
    } else refused.push({ number, code: 'S1', text: '', detail: {} })
  }
  return { admitted, refused, counters: countersOf(list), decidedBy }
}

const admitOnServer = async (
  event: string,
  list: LocalAdmissionList | undefined,
  { tickets, reason, note }: Together,
  attempts: readonly Attempt[],
): Promise<AdmittedTogether> => {
  const { data } = await api(admitTickets, {
    retry: false,
    params: { uuid: event },
    body: {
      tickets: attempts.map(({ text, scanUuid }) => ({ ticket_uuid: text, scan_uuid: scanUuid })),
      reason,
      note,
      device_id: deviceId(),
      gate: gateName() || null,
      scanned_at: attempts[0]?.scannedAt,
    },
  })
  const refused: AdmittedTogether['refused'][number][] = []
  const admitted: Admitted[] = []
  for (const [place, { refusal, ticket }] of data.results.entries()) {
    const attempt = attempts[place]
    if (refusal) {
      const { code, description, detail } = refusal
      refused.push({ number: tickets[place]?.number ?? '', code, text: description, detail })
    } else if (ticket && attempt) {
      recordAdmission(list, ticket.uuid, attempt)
      admitted.push(admittedAs(attempt, ticket))
    }
  }
  return { admitted, refused, counters: data.scan_statistics, decidedBy: 'server' }
}

/** Admits tickets by hand: by the server, or by the local list without a network. Both count each ticket once. */
export const admitTogether = async (
  event: string,
  list: LocalAdmissionList | undefined,
  together: Together,
): Promise<AdmittedTogether> => {
  const attempts = attemptsOf(together)
  if (list && offline.read()) return admitLocally(event, list, together, attempts)
  try {
    return await admitOnServer(event, list, together, attempts)
  } catch (error) {
    if (list && isUnreachable(error)) return admitLocally(event, list, together, attempts)
    throw error
  }
}

/** Notifies the hub that nobody went in with an entry: it may have counted it, and passed it on to other phones. */
const withdrawAtHub = (event: string, { scanUuid, ticketUuid, at }: OwnEntry): void =>
  hubOf(event)?.settle([
    {
      nonce: scanUuid,
      text: scanUuid,
      direction: 'entry',
      gate: gateName() || null,
      ticket: ticketUuid,
      verdict: 'refused',
      at,
    },
  ])

export type OwnEntry = Pick<Admitted, 'scanUuid' | 'ticketUuid' | 'at'>

/**
 * Takes back the last entry of this device for whoever made it. The server does it where it answers; else this device
 * does, and sends it later with the entry. Throws ApiError where the server refuses.
 */
export const undoOwnEntry = async (
  event: string,
  list: LocalAdmissionList | undefined,
  entry: OwnEntry,
): Promise<ScanStatistics | undefined> => {
  const undo = {
    undo_uuid: crypto.randomUUID(),
    scan_uuid: entry.scanUuid,
    ticket_uuid: entry.ticketUuid,
    event,
    device_id: deviceId(),
    undone_at: new Date().toISOString(),
  }
  const takeBack = (): void => {
    if (list) forgetAct(list, entry.ticketUuid, entry.scanUuid, undefined)
    withdrawAtHub(event, entry)
  }
  if (!offline.read()) {
    try {
      const { scan_statistics } = await sendUndo(undo)
      takeBack()
      return scan_statistics
    } catch (error) {
      if (isFinalRefusal(error)) throw error
    }
  }
  saveUndo(undo)
  takeBack()
  return list && countersOf(list)
}

/** Takes back the entry of a ticket. Needs the server: an undoing that nobody else knows of would admit a ticket twice. */
export const undoEntry = async (
  event: string,
  list: LocalAdmissionList | undefined,
  ticketUuid: string,
): Promise<ScanStatistics> => {
  const { data } = await api(undoScan, {
    params: { uuid: event },
    body: {
      ticket_uuid: ticketUuid,
      reason: 'mistake',
      device_id: deviceId(),
      gate: gateName() || null,
      scan_uuid: crypto.randomUUID(),
    },
  })
  if (list) recordUndo(list, data.ticket)
  return data.scan_statistics
}
