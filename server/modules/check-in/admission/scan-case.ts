import { judgeScan, type TicketAtCheckIn, type Verdict } from '@kartis/domain/admission.ts'
import type { ScannedCode } from '@kartis/domain/ticket-code.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import type { CheckInTicket } from '../../selling/ticketing/index.ts'
import type { NewScan } from './scans-queries.ts'

/** One scan at the door of an event. */
export interface Case {
  readonly event: EventRow
  readonly code: ScannedCode
  readonly scan: Omit<NewScan, 'verdict' | 'refusal'>
  /** Whether the device named the scan, so that it may be a repeat. */
  readonly named: boolean
}

const instant = (text: string | null | undefined): Date | null => (text ? new Date(text) : null)

export const atDoor = (ticket: CheckInTicket): TicketAtCheckIn => ({
  id: ticket.id,
  eventId: ticket.event_id,
  ticketTypeId: ticket.ticket_type_id,
  status: ticket.status,
  redemption: ticket.redeemed_at ? 'redeemed' : 'pending',
  redeemedAt: ticket.redeemed_at,
  redeemedGate: ticket.redeemed_gate,
  redeemedDevice: ticket.redeemed_device,
  redeemedByScan: ticket.redeemed_by,
  cancelledAt: ticket.cancelled_at,
})

/** A ticket of another event: nothing more of it is anybody's business at this door. */
export const stranger = (id: string): TicketAtCheckIn => ({
  id,
  eventId: '',
  ticketTypeId: '',
  status: 'valid',
  redemption: 'pending',
})

export const judge = ({ event, code, scan }: Case, ticket: TicketAtCheckIn | undefined): Verdict =>
  judgeScan({
    codeKind: code.kind,
    ticket,
    eventId: event.id,
    now: new Date(scan.scanned_at),
    window: { opensAt: instant(event.settings.entry_starts_at), closesAt: instant(event.settings.entry_ends_at) },
    scanId: scan.id,
  })

/** The ticket as it is once this scan has let it in. */
export const letIn = ({ scan }: Case, ticket: CheckInTicket): CheckInTicket => ({
  ...ticket,
  redeemed_at: new Date(scan.scanned_at),
  redeemed_device: scan.device_id,
  redeemed_by: scan.id,
  redeemed_gate: scan.gate,
})
