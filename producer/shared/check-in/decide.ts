import type { ListedTicket } from '@kartis/contract/admission-list.ts'
import { decideScan, type TicketAtCheckIn, type Verdict } from '@kartis/domain/admission.ts'
import type { Gate } from '@kartis/domain/gate.ts'
import type { GateDirection } from '@kartis/domain/re-entry.ts'
import type { LanePlan } from '@kartis/domain/lanes.ts'
import { namesEvent, readScannedCode, type ScannedCode, type VerifyCode } from '@kartis/domain/ticket-code.ts'
import type { NumberReading } from '@kartis/domain/ticket-number.ts'
import type { Snapshot } from '@kartis/domain/gate-snapshot.ts'
import type { StoredAdmissionList } from '../offline/database.ts'
import { UNKNOWN_NUMBER } from './unknown-number.ts'
import { listedInSnapshot, type LocalTicket } from './listed-in-snapshot.ts'
import { ticketsByNumber } from './order-index.ts'
import type { People } from './guest-names.ts'

/** What is needed to admit tickets of one event offline. */
export interface AdmissionList {
  readonly facts: StoredAdmissionList
  /** By ticket uuid. */
  readonly tickets: ReadonlyMap<string, ListedTicket>
  /** Every ticket without numbers and names, until the list has been loaded. */
  readonly snapshot?: Snapshot | undefined
  /** Names of guests, where this device may have them. */
  readonly people?: People | undefined
  /** Verifies a signature with the event's key. */
  readonly verify: VerifyCode
}

export interface Decision {
  readonly verdict: Verdict
  /** The ticket, if it is listed or has a valid signature. */
  readonly ticket: LocalTicket | undefined
  /** Name of the ticket type. */
  readonly name: string | undefined
}

/** Empty: it happened, and this device does not know when. */
const instant = (text: string | null | undefined): Date | null =>
  typeof text === 'string' && text !== '' ? new Date(text) : null

/** The gate of a ticket's seat, as far as this device has it. */
export const seatGateOf = ({ seat, seatGate }: LocalTicket): string | undefined => seat?.gate ?? seatGate

const toTicketAtCheckIn = (ticket: LocalTicket, eventId: string, ticketTypeId: string): TicketAtCheckIn => ({
  id: ticket.uuid,
  eventId,
  ticketTypeId,
  status: ticket.cancelled_at === undefined ? 'valid' : 'cancelled',
  redemption: ticket.redeemed_at === undefined ? 'pending' : 'redeemed',
  redeemedAt: instant(ticket.redeemed_at),
  redeemedGate: ticket.gate ?? null,
  redeemedDevice: ticket.device_id ?? null,
  redeemedByScan: ticket.scan_uuid ?? null,
  reenteredAt: instant(ticket.reentered_at),
  leftAt: instant(ticket.left_at),
  dayEntries: ticket.day_entries ?? null,
  cancelledAt: instant(ticket.cancelled_at),
  revision: ticket.revision ?? 0,
  seatGate: seatGateOf(ticket),
  ...(ticket.isSeatUnknown === true && { isSeatUnknown: true }),
})

/** The signature of another event's code cannot be verified here and need not be: it is refused either way. */
const reader =
  ({ facts, verify }: AdmissionList): VerifyCode =>
  async (code, body, signature) =>
    !namesEvent(code, facts.event) || (await verify(code, body, signature))

const byNumber = ({ tickets }: AdmissionList, readings: readonly NumberReading[]): ListedTicket | undefined => {
  const [found, ...others] = ticketsByNumber(tickets, readings)
  // Typed without its hyphen a number may fit two tickets: it names neither.
  return others.length === 0 ? found : undefined
}

/** The listed ticket, or one proved by its signature that was sold after the last update of the list. */
const find = (list: AdmissionList, code: ScannedCode): LocalTicket | undefined => {
  if (code.kind === 'unknown') return undefined
  if (code.kind === 'number') return byNumber(list, code.readings)
  const listed = list.tickets.get(code.ticketId) ?? (list.snapshot && listedInSnapshot(list.snapshot, code.ticketId))
  if (listed || code.kind === 'uuid') return listed
  const types = list.facts.types.filter(({ type }) => type.endsWith(code.code.ticketTypeShort))
  const [type, ...others] = types
  return {
    uuid: code.ticketId,
    type: others.length === 0 ? (type?.type ?? '') : '',
    number: UNKNOWN_NUMBER,
    ...(list.facts.seatGates !== undefined && { isSeatUnknown: true }),
  }
}

const gatesOf = ({ facts }: AdmissionList): Gate[] =>
  (facts.gates ?? []).map(({ name, ticket_types, lanes, opens_at, closes_at }) => ({
    name,
    typeIds: ticket_types,
    ...(lanes && { lanes }),
    hours: { opensAt: instant(opens_at), closesAt: instant(closes_at) },
  }))

/** The lanes of the event; undefined where its devices trust each other. */
export const lanePlanIn = (list: AdmissionList): LanePlan | undefined =>
  list.facts.lanes ? { count: list.facts.lanes, gates: gatesOf(list) } : undefined

export interface OfflineScan {
  readonly text: string
  readonly scanUuid: string
  /** Server time. */
  readonly at: Date
  /** Name of this device's gate. */
  readonly gate?: string | null
  readonly direction?: GateDirection | undefined
  /**
   * Whether a bare uuid names its ticket; without it, where the server accepts those of this person. A hub cannot check
   * who claims.
   */
  readonly withUuids?: boolean
  /** The lane of this device: only where it decides by itself and nobody overrides that; null without a lane. */
  readonly lane?: number | null
}

/** Decides a scan offline by the same domain rule as the server, from the list alone. */
export const decide = async (
  list: AdmissionList,
  { text, scanUuid, at, gate, lane, direction = 'entry', withUuids = list.facts.withUuids === true }: OfflineScan,
): Promise<Decision> => {
  const read = await readScannedCode(text, reader(list))
  const code: ScannedCode = read.kind !== 'uuid' || withUuids ? read : { kind: 'unknown' }
  const isForeign = code.kind === 'signed' && !namesEvent(code.code, list.facts.event)
  const ticket = isForeign ? undefined : find(list, code)
  const type = list.facts.types.find((entry) => entry.type === ticket?.type)
  const gates = gatesOf(list)
  const plan = lanePlanIn(list)
  const verdict = decideScan({
    codeKind: code.kind,
    ...(code.kind === 'signed' && { codeRevision: code.code.revision }),
    ticket: isForeign
      ? { id: code.ticketId, eventId: '', ticketTypeId: '', status: 'valid', redemption: 'pending' }
      : ticket && toTicketAtCheckIn(ticket, list.facts.event, type?.uuid ?? ''),
    eventId: list.facts.event,
    now: at,
    window: { opensAt: instant(list.facts.opensAt), closesAt: instant(list.facts.closesAt) },
    typeHours: new Map(
      list.facts.types.map(({ uuid, opens_at, closes_at }) => [
        uuid,
        { opensAt: instant(opens_at), closesAt: instant(closes_at) },
      ]),
    ),
    ...(list.facts.reEntry && { reEntry: list.facts.reEntry }),
    direction,
    gates,
    seatGates: list.facts.seatGates ?? [],
    lanes: plan && lane !== undefined ? { plan, own: lane } : undefined,
    gate: gate ?? null,
    scanId: scanUuid,
  })
  return { verdict, ticket, name: type?.name }
}
