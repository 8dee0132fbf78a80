import { TICKET_TRANSFER } from './limits.ts'
import type { StateTable } from './states.ts'

/**
 * A ticket that its buyer gives to another person:
 * - `offered`: the other side has a link and has not confirmed; the ticket is still the buyer's
 * - `accepted`: the other side has confirmed and holds the ticket with a new code
 * - `withdrawn`: the buyer took the offer back
 * - `expired`: nobody confirmed in time
 */
export const TICKET_TRANSFER_STATES = ['offered', 'accepted', 'withdrawn', 'expired'] as const
export type TicketTransferState = (typeof TICKET_TRANSFER_STATES)[number]

export const TICKET_TRANSFER_MOVES: StateTable<TicketTransferState> = {
  offered: ['accepted', 'withdrawn', 'expired'],
  accepted: [],
  withdrawn: [],
  expired: [],
}

export const canMoveTransfer = (from: TicketTransferState, to: TicketTransferState): boolean =>
  TICKET_TRANSFER_MOVES[from].includes(to)

/** Why a ticket cannot be offered or accepted: what happened to the ticket, to its event or to the offer. */
export const TRANSFER_REASONS = [
  'scanned',
  'cancelled',
  'event',
  'offered',
  'accepted',
  'withdrawn',
  'expired',
] as const
export type TransferReason = (typeof TRANSFER_REASONS)[number]

/** What a transfer looks at. */
export interface TransferredTicket {
  /** Of its order: paid for, and not cancelled as a whole. */
  readonly isSold: boolean
  readonly status: 'valid' | 'cancelled'
  readonly isRedeemed: boolean
  readonly revision: number
}

export interface TransferEvent {
  readonly status: string
  readonly startsAt: Date
}

/** Why this ticket cannot change hands now, whatever was offered; undefined when it can. */
export const reasonAgainstTicket = (
  { isSold, status, isRedeemed }: TransferredTicket,
  event: TransferEvent,
  now: Date,
): TransferReason | undefined => {
  if (!isSold || status === 'cancelled') return 'cancelled'
  if (isRedeemed) return 'scanned'
  return event.status === 'archived' || now >= event.startsAt ? 'event' : undefined
}

const HOUR = 3_600_000

/** Until when an offer may be accepted: for two days, and at the latest until the event starts. */
export const offerExpiresAt = (now: Date, startsAt: Date): Date =>
  new Date(Math.min(now.getTime() + TICKET_TRANSFER.offerHours * HOUR, startsAt.getTime()))

export interface Offer {
  readonly state: TicketTransferState
  readonly expiresAt: Date
  /** Of the ticket when it was offered: one that is issued anew ends its offer, as it ends its links. */
  readonly revision: number
}

/** The state of an offer at a time, whether or not a job has written it yet. */
export const offerStateAt = (
  { state, expiresAt, revision }: Offer,
  ticket: Pick<TransferredTicket, 'revision'>,
  now: Date,
): TicketTransferState => {
  if (state !== 'offered') return state
  if (ticket.revision !== revision) return 'withdrawn'
  return now >= expiresAt ? 'expired' : 'offered'
}

/** Why an offer cannot be accepted now; undefined when it can. */
export const reasonAgainstOffer = (
  offer: Offer,
  ticket: TransferredTicket,
  event: TransferEvent,
  now: Date,
): TransferReason | undefined => {
  if (offer.state === 'accepted') return 'accepted'
  const reason = reasonAgainstTicket(ticket, event, now)
  if (reason) return reason
  const state = offerStateAt(offer, ticket, now)
  return state === 'offered' ? undefined : state
}
