import type { Platform } from '../../../platform/platform.ts'
import { sameText } from '../../../platform/security/keys.ts'
import { eventOfToken } from './order-token.ts'

type Keys = Platform['keys']

const SECRET_BYTES = 24

/** What the link of a ticket depends on. */
export interface LinkedTicket {
  readonly eventId: string
  readonly ticketId: string
  /** A new link of the order ends the links of its tickets. */
  readonly linkGeneration: number
  /** A ticket that was issued anew has another link than before. */
  readonly revision: number
  /** The transfer by which another person holds the ticket. */
  readonly transferId?: string | undefined
}

/** A ticket of an order, of which another person may hold it by a transfer. */
export const linkedTicket = (
  order: { readonly event_id: string; readonly link_turn: number },
  { id: ticketId, revision }: { readonly id: string; readonly revision: number },
  transferId?: string,
): LinkedTicket => ({ eventId: order.event_id, ticketId, linkGeneration: order.link_turn, revision, transferId })

/** What the token of a ticket is derived from. The link of another holder has nothing to do with the link of the order. */
const subjectOf = ({ ticketId, linkGeneration, revision, transferId }: LinkedTicket): string => {
  if (transferId !== undefined) return [ticketId, 'held', transferId, revision].join(':')
  // Tickets that were never issued anew have the links of before.
  return [ticketId, linkGeneration, ...(revision > 0 ? [revision] : [])].join(':')
}

const tokenOf = (keys: Keys, purpose: 'ticket_link' | 'transfer_link', eventId: string, subject: string): string => {
  const secret = Buffer.from(keys.hmac(purpose, subject), 'base64url').subarray(0, SECRET_BYTES)
  return Buffer.concat([Buffer.from(eventId.replaceAll('-', ''), 'hex'), secret]).toString('base64url')
}

/**
 * The token of one ticket: the event's uuid, which locates it, and a secret derived from the installation's key, as in
 * `orderToken`. It opens this ticket only, never its order, and is not stored.
 */
const ticketToken = (keys: Keys, ticket: LinkedTicket): string =>
  tokenOf(keys, 'ticket_link', ticket.eventId, subjectOf(ticket))

export const isTicketToken = (keys: Keys, token: string, ticket: LinkedTicket): boolean =>
  eventOfToken(token) === ticket.eventId.toLowerCase() && sameText(token, ticketToken(keys, ticket))

/** The page that shows one ticket, to be sent to whoever comes with it. */
export const ticketUrl = (platform: Pick<Platform, 'keys' | 'settings'>, ticket: LinkedTicket): string =>
  `${platform.settings.publicUrl}/order/ticket/${ticket.ticketId}?token=${ticketToken(platform.keys, ticket)}`

/** An offer of a ticket, whose link a new link of the order ends as well. */
export interface LinkedTransfer {
  readonly eventId: string
  readonly transferId: string
  readonly linkGeneration: number
}

const transferToken = (keys: Keys, { eventId, transferId, linkGeneration }: LinkedTransfer): string =>
  tokenOf(keys, 'transfer_link', eventId, `${transferId}:${linkGeneration}`)

export const isTransferToken = (keys: Keys, token: string, transfer: LinkedTransfer): boolean =>
  eventOfToken(token) === transfer.eventId.toLowerCase() && sameText(token, transferToken(keys, transfer))

/** The page on which another person accepts a ticket. */
export const transferUrl = (platform: Pick<Platform, 'keys' | 'settings'>, transfer: LinkedTransfer): string =>
  `${platform.settings.publicUrl}/order/transfer/${transfer.transferId}?token=${transferToken(platform.keys, transfer)}`
