import { decideScan, type TicketAtCheckIn, type Verdict } from '@kartis/domain/admission.ts'
import { isBeforeIssue } from '@kartis/domain/scan-upload.ts'
import type { ScannedCode } from '@kartis/domain/ticket-code.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import { type CheckInTicket, gatesOf, hoursOf, typeHoursOf } from '../../selling/ticketing/index.ts'
import { reEntryOf } from './passages.ts'
import type { NewScan } from './scans-queries.ts'

/** A scanned code with the ticket that it names, wherever that ticket belongs. */
export interface NamedCode {
  readonly kind: ScannedCode['kind']
  /** Lower case. undefined: no code, or a number that no ticket of the account has. */
  readonly ticketId: string | undefined
  /** The event that a signed code or a number names; undefined for a bare uuid. */
  readonly eventId: string | undefined
  /** Of a signed code. */
  readonly revision?: number
  /** The ticket of a bare uuid that was not accepted: it is only looked for where an entry happened all the same. */
  readonly claimedId?: string
}

/** One scan at an event, before it is decided. */
export interface ScanAttempt {
  readonly event: EventRow
  /** The gates that the sections of its hall name. */
  readonly seatGates: readonly string[]
  readonly code: NamedCode
  readonly scan: Omit<NewScan, 'verdict' | 'refusal'>
  /** Whether the device gave the scan its uuid, so that it may be a repeat. */
  readonly hasDeviceId: boolean
  /** Of an uploaded scan: whether its time is after now, or outside of the life of its device. */
  readonly isUntimely?: boolean
}

export const ticketAtCheckIn = (ticket: CheckInTicket): TicketAtCheckIn => ({
  id: ticket.id,
  eventId: ticket.event_id,
  ticketTypeId: ticket.ticket_type_id,
  status: ticket.status,
  redemption: ticket.redeemed_at ? 'redeemed' : 'pending',
  redeemedAt: ticket.redeemed_at,
  redeemedGate: ticket.redeemed_gate,
  redeemedDevice: ticket.redeemed_device,
  redeemedByScan: ticket.redeemed_by,
  reenteredAt: ticket.reentered_at,
  leftAt: ticket.left_at,
  dayEntries: ticket.day_entries,
  cancelledAt: ticket.cancelled_at,
  revision: ticket.revision,
  seatGate: ticket.seat?.gate,
})

/** A ticket of another event. Nothing but its id is given: this event's team may not learn more. */
export const foreignTicket = (id: string): TicketAtCheckIn => ({
  id,
  eventId: '',
  ticketTypeId: '',
  status: 'valid',
  redemption: 'pending',
})

/**
 * Whether an uploaded scan cannot have been made at its time: it does not redeem its ticket, and somebody looks into it. A
 * scan online is made now.
 */
export const isUntimely = ({ isUntimely, scan }: ScanAttempt, ticket: CheckInTicket): boolean =>
  isUntimely === true || (scan.origin !== null && isBeforeIssue(new Date(scan.scanned_at), ticket.created_at))

export const decide = ({ event, seatGates, code, scan }: ScanAttempt, ticket: TicketAtCheckIn | undefined): Verdict =>
  decideScan({
    codeKind: code.kind,
    codeRevision: code.revision,
    ticket,
    eventId: event.id,
    now: new Date(scan.scanned_at),
    window: hoursOf(event.settings.entry_starts_at, event.settings.entry_ends_at),
    typeHours: typeHoursOf(event),
    reEntry: reEntryOf(event),
    direction: scan.direction,
    gates: gatesOf(event),
    seatGates,
    gate: scan.gate,
    scanId: scan.id,
  })

/** The ticket as it is once this scan has redeemed it. */
export const redeemedBy = ({ scan }: ScanAttempt, ticket: CheckInTicket): CheckInTicket => ({
  ...ticket,
  redeemed_at: new Date(scan.scanned_at),
  redeemed_device: scan.device_id,
  redeemed_by: scan.id,
  redeemed_gate: scan.gate,
})
