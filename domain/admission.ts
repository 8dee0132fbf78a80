import { admits, admitsSeat, type EntryWindow, type Gate, type GatePlan, gatesOfTicket } from './gate.ts'
import { gateOfLane, laneOf, type LanePlan } from './lanes.ts'
import type { RedemptionState, TicketState } from './order.ts'
import { type GateDirection, NO_RE_ENTRY, obstacleTo, type Presence, type ReEntryRules } from './re-entry.ts'
import type { Refusal } from './refusal.ts'
import { refuse } from './refusal.ts'
import type { ScannedCode } from './ticket-code.ts'

/** A ticket as check-in needs it: from the database, or from the list that a device stores for offline use. */
export interface TicketAtCheckIn {
  readonly id: string
  readonly eventId: string
  readonly ticketTypeId: string
  readonly status: TicketState
  readonly redemption: RedemptionState
  readonly redeemedAt?: Date | null
  readonly redeemedGate?: string | null
  readonly redeemedDevice?: string | null
  /** The scan that redeemed it. */
  readonly redeemedByScan?: string | null
  /** Of a ticket that has entered more than once. */
  readonly reenteredAt?: Date | null
  /** When it left; null while it is inside. */
  readonly leftAt?: Date | null
  /** Its entries on the day of the last one; 1 without it. */
  readonly dayEntries?: number | null
  readonly cancelledAt?: Date | null
  /** How many times it was issued anew; codes of lower revisions are void. 0 without it. */
  readonly revision?: number
  /** The gate of its seat, where the section has one. */
  readonly seatGate?: string | null | undefined
  /** Where a device has nothing but its code, so that the ticket may belong to a lane at any gate. */
  readonly isSeatUnknown?: boolean
}

export interface Scan {
  /** The kind that `readScannedCode` found. */
  readonly codeKind: ScannedCode['kind']
  /** Of a signed code. */
  readonly codeRevision?: number | undefined
  readonly ticket: TicketAtCheckIn | undefined
  readonly eventId: string
  /** The time of the scan, which is in the past for a scan that was made offline. */
  readonly now: Date
  /** The hours of the event. */
  readonly window?: EntryWindow
  /** Hours of single ticket types, within those of the event. */
  readonly typeHours?: ReadonlyMap<string, EntryWindow>
  /** `exit`: somebody leaves. */
  readonly direction?: GateDirection
  /** Whether a ticket may enter again. */
  readonly reEntry?: ReEntryRules
  /** The gates of the event. */
  readonly gates?: readonly Gate[]
  /** The gates that the sections of its hall name. */
  readonly seatGates?: readonly string[]
  /** Name of the gate of this scan. A gate that the event does not list admits every type. */
  readonly gate?: string | null
  /**
   * The lanes of the event and the one of this device, null without any: only where a device decides by itself, and
   * nobody overrides it.
   */
  readonly lanes?: { readonly plan: LanePlan; readonly own: number | null } | undefined
  /** Uuid of the scan: a repeat of the same scan gets the same verdict. */
  readonly scanId?: string | null
}

export type Admission = {
  readonly admit: true
  /** The same scan was admitted before. */
  readonly repeat: boolean
  /** Of a ticket that has entered before. */
  readonly again: boolean
}

export type Verdict = Admission | Refusal

/** Whether the verdict admits the ticket; narrows its type. */
export const isAdmitted = (verdict: Verdict): verdict is Admission => 'admit' in verdict

const outside = (window: EntryWindow | undefined, now: Date): boolean =>
  (window?.opensAt ? now < window.opensAt : false) || (window?.closesAt ? now > window.closesAt : false)

const iso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null

const gateOf = ({ gates, gate }: Scan): Gate | undefined => gates?.find(({ name }) => name === gate?.trim())

/** The hours that the scan is outside of: those of the ticket's type, of the gate or of the event, in this order. */
const windowRefusal = (scan: Scan, typeId: string): Refusal | undefined => {
  const hours = [
    [scan.typeHours?.get(typeId), { of: 'ticket_type' }],
    [gateOf(scan)?.hours, { of: 'gate' }],
    [scan.window, {}],
  ] as const
  const [window, of] = hours.find(([window]) => outside(window, scan.now)) ?? []
  return window && refuse('S5', { detail: { opens_at: iso(window.opensAt), closes_at: iso(window.closesAt), ...of } })
}

/** Where a ticket is that has entered; undefined before that. */
const presenceOf = (ticket: TicketAtCheckIn, now: Date): Presence | undefined =>
  ticket.redemption === 'redeemed'
    ? {
        // A device that does not know when it entered admits it no second time that day.
        enteredAt: ticket.reenteredAt ?? ticket.redeemedAt ?? now,
        leftAt: ticket.leftAt ?? null,
        dayEntries: ticket.dayEntries ?? 1,
      }
    : undefined

const redeemedRefusal = ({ ticket, reEntry }: Scan, isLimit: boolean): Refusal =>
  refuse('S2', {
    detail: {
      redeemed_at: iso(ticket?.reenteredAt ?? ticket?.redeemedAt),
      gate: ticket?.redeemedGate ?? null,
      device_id: ticket?.redeemedDevice ?? null,
      ...(ticket?.leftAt && { left_at: iso(ticket.leftAt) }),
      ...(isLimit && { limit: reEntry?.perDay ?? null }),
    },
  })

/** The refusal of a ticket that is inside, or has entered too often, or cannot leave because it is not inside. */
const presenceRefusal = (scan: Scan): Refusal | undefined => {
  const { ticket, now, direction = 'entry', reEntry = NO_RE_ENTRY } = scan
  const obstacle = ticket && obstacleTo({ direction, at: now }, presenceOf(ticket, now), reEntry)
  if (obstacle === undefined) return undefined
  if (obstacle === 'outside') return refuse('S9', { detail: { left_at: iso(ticket?.leftAt) } })
  return redeemedRefusal(scan, obstacle === 'limit')
}

const gatePlanOf = ({ gates = [], seatGates = [] }: Scan): GatePlan => ({ gates, seatGates })

const entersHere = (scan: Scan, { ticketTypeId, seatGate }: TicketAtCheckIn): boolean => {
  const here = gateOf(scan)
  if (here !== undefined && !admits(here, ticketTypeId)) return false
  const name = scan.gate?.trim() ?? ''
  return name === '' || admitsSeat(gatePlanOf(scan), seatGate, name)
}

const isRepeat = ({ ticket, scanId }: Scan): boolean =>
  typeof scanId === 'string' && ticket?.redemption === 'redeemed' && ticket.redeemedByScan === scanId

const isVoid = ({ ticket, codeRevision }: Scan): boolean =>
  codeRevision !== undefined && codeRevision < (ticket?.revision ?? 0)

/**
 * The refusal of a ticket that another lane admits; a device without a lane admits none. Of a hall with gates a ticket whose
 * seat this device does not know is nobody's: two devices could take it for theirs.
 */
const laneRefusal = ({ lanes, ticket }: Scan): Refusal | undefined => {
  if (!lanes || !ticket) return undefined
  const typeId = ticket.isSeatUnknown === true ? '' : ticket.ticketTypeId
  const lane = laneOf(lanes.plan, ticket.id, typeId, ticket.seatGate)
  if (lane !== undefined && lane === lanes.own) return undefined
  return refuse('S8', {
    detail: { lane: lane ?? null, gate: lane === undefined ? null : gateOfLane(lanes.plan, lane) },
  })
}

/**
 * Whether a scanned ticket is admitted, the same on the server and on an offline device. Refusals: S1 no such ticket, S2
 * redeemed (detail: `left_at` of one that left and may not enter again, `limit` of entries on one day), S3 cancelled, or a
 * code from before the ticket was issued anew (detail: `reissued`), S4 of another event, S5 outside the entry hours of the
 * event, or of its gate or type (detail: `of`), S6 not a ticket code, S7 a type or a seat that enters at other gates (detail:
 * `gates`), S8 a ticket that another lane admits (detail: `lane`, `gate`), S9 one that leaves without being inside.
 * Lasting reasons come first and the time last, so that the shown reason is the one that stays true. Who leaves is asked
 * neither for gate nor for hours.
 */
export const decideScan = (scan: Scan): Verdict => {
  const { ticket } = scan
  if (scan.codeKind === 'unknown') return refuse('S6')
  if (ticket === undefined) return refuse('S1')
  if (ticket.eventId !== scan.eventId) return refuse('S4')
  if (isRepeat(scan)) return { admit: true, repeat: true, again: false }
  if (ticket.status === 'cancelled') return refuse('S3', { detail: { cancelled_at: iso(ticket.cancelledAt) } })
  if (isVoid(scan)) return refuse('S3', { detail: { reissued: true } })
  const again = ticket.redemption === 'redeemed'
  if (scan.direction === 'exit') return presenceRefusal(scan) ?? { admit: true, repeat: false, again }
  const typeId = ticket.ticketTypeId
  if (!entersHere(scan, ticket))
    return refuse('S7', { detail: { gates: gatesOfTicket(gatePlanOf(scan), typeId, ticket.seatGate) } })
  return (
    presenceRefusal(scan) ?? laneRefusal(scan) ?? windowRefusal(scan, typeId) ?? { admit: true, repeat: false, again }
  )
}

/** Why a ticket enters without a scanned code. `group`: with another ticket of its order. */
export const MANUAL_REASONS = [
  'device_off',
  'id_shown',
  'unreadable',
  'guest_list',
  'approved',
  'companion',
  'group',
] as const
export type ManualReason = (typeof MANUAL_REASONS)[number]

/** Why an entry is taken back. */
export const UNDO_REASONS = ['mistake', 'wrong_person', 'left'] as const
export type UndoReason = (typeof UNDO_REASONS)[number]

/**
 * The counters of the scan page, from the numbers of valid tickets, of those that have entered, and of those that have left
 * since. `total_inside` where somebody has left: without exits it is `total_scanned`.
 */
export const scanCounters = (valid: number, scanned: number, outside = 0) => ({
  total_scanned: scanned,
  total_unscanned: valid - scanned,
  total_tickets: valid,
  ...(outside > 0 && { total_inside: scanned - outside }),
})
