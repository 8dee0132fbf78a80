import { admits, type Gate, gatesOfType } from './gate.ts'
import { gateOfLane, laneOf, type LanePlan } from './lanes.ts'
import type { RedemptionState, TicketState } from './order.ts'
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
  readonly cancelledAt?: Date | null
  /** How many times it was issued anew; codes of lower revisions are void. 0 without it. */
  readonly revision?: number
}

export interface EntryWindow {
  readonly opensAt?: Date | null
  readonly closesAt?: Date | null
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
  readonly window?: EntryWindow
  /** The gates of the event. */
  readonly gates?: readonly Gate[]
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

export type Verdict = { readonly admit: true; readonly repeat: boolean } | Refusal

/** Whether the verdict admits the ticket; narrows its type. */
export const isAdmitted = (verdict: Verdict): verdict is { readonly admit: true; readonly repeat: boolean } =>
  'admit' in verdict

const outside = (window: EntryWindow | undefined, now: Date): boolean =>
  (window?.opensAt ? now < window.opensAt : false) || (window?.closesAt ? now > window.closesAt : false)

const windowRefusal = (window: EntryWindow | undefined): Refusal =>
  refuse('S5', {
    detail: { opens_at: window?.opensAt?.toISOString() ?? null, closes_at: window?.closesAt?.toISOString() ?? null },
  })

const redeemedRefusal = (ticket: TicketAtCheckIn): Refusal =>
  refuse('S2', {
    detail: {
      redeemed_at: ticket.redeemedAt?.toISOString() ?? null,
      gate: ticket.redeemedGate ?? null,
      device_id: ticket.redeemedDevice ?? null,
    },
  })

const entersHere = ({ gates, gate }: Scan, typeId: string): boolean => {
  const here = gates?.find(({ name }) => name === gate?.trim())
  return here === undefined || admits(here, typeId)
}

const isRepeat = ({ ticket, scanId }: Scan): boolean =>
  typeof scanId === 'string' && ticket?.redemption === 'redeemed' && ticket.redeemedByScan === scanId

const isVoid = ({ ticket, codeRevision }: Scan): boolean =>
  codeRevision !== undefined && codeRevision < (ticket?.revision ?? 0)

/** The refusal of a ticket that another lane admits; a device without a lane admits none. */
const laneRefusal = ({ lanes, ticket }: Scan): Refusal | undefined => {
  if (!lanes || !ticket) return undefined
  const lane = laneOf(lanes.plan, ticket.id, ticket.ticketTypeId)
  if (lane !== undefined && lane === lanes.own) return undefined
  return refuse('S8', {
    detail: { lane: lane ?? null, gate: lane === undefined ? null : gateOfLane(lanes.plan, lane) },
  })
}

/**
 * Whether a scanned ticket is admitted, the same on the server and on an offline device. Refusals: S1 no such ticket, S2
 * redeemed, S3 cancelled, or a code from before the ticket was issued anew (detail: `reissued`), S4 of another event, S5 outside the entry hours, S6 not a ticket code, S7 a type that
 * enters at other gates (detail: `gates`), S8 a ticket that another lane admits (detail: `lane`, `gate`). Lasting reasons come first and the time last, so that the shown reason is the one that stays true.
 */
export const decideScan = (scan: Scan): Verdict => {
  const { ticket, now } = scan
  if (scan.codeKind === 'unknown') return refuse('S6')
  if (ticket === undefined) return refuse('S1')
  if (ticket.eventId !== scan.eventId) return refuse('S4')
  if (isRepeat(scan)) return { admit: true, repeat: true }
  if (ticket.status === 'cancelled')
    return refuse('S3', { detail: { cancelled_at: ticket.cancelledAt?.toISOString() ?? null } })
  if (isVoid(scan)) return refuse('S3', { detail: { reissued: true } })
  if (!entersHere(scan, ticket.ticketTypeId))
    return refuse('S7', { detail: { gates: gatesOfType(scan.gates ?? [], ticket.ticketTypeId) } })
  if (ticket.redemption === 'redeemed') return redeemedRefusal(ticket)
  const elsewhere = laneRefusal(scan)
  if (elsewhere) return elsewhere
  if (outside(scan.window, now)) return windowRefusal(scan.window)
  return { admit: true, repeat: false }
}

/** Why a ticket enters without a scanned code. `group`: with another ticket of its order. */
export const MANUAL_REASONS = ['device_off', 'id_shown', 'unreadable', 'guest_list', 'approved', 'group'] as const
export type ManualReason = (typeof MANUAL_REASONS)[number]

/** Why an entry is taken back. */
export const UNDO_REASONS = ['mistake', 'wrong_person', 'left'] as const
export type UndoReason = (typeof UNDO_REASONS)[number]

/** The three counters of the scan page, from the numbers of valid and of redeemed tickets. */
export const scanCounters = (valid: number, scanned: number) => ({
  total_scanned: scanned,
  total_unscanned: valid - scanned,
  total_tickets: valid,
})
