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
}

/**
 * The token of one ticket: the event's uuid, which locates it, and a secret derived from the installation's key, as in
 * `orderToken`. It opens this ticket only, never its order, and is not stored.
 */
export const ticketToken = (keys: Keys, { eventId, ticketId, linkGeneration, revision }: LinkedTicket): string => {
  // Tickets that were never issued anew keep the links that they have.
  const subject = [ticketId, linkGeneration, ...(revision > 0 ? [revision] : [])].join(':')
  const secret = Buffer.from(keys.hmac('ticket_link', subject), 'base64url').subarray(0, SECRET_BYTES)
  return Buffer.concat([Buffer.from(eventId.replaceAll('-', ''), 'hex'), secret]).toString('base64url')
}

export const isTicketToken = (keys: Keys, token: string, ticket: LinkedTicket): boolean =>
  eventOfToken(token) === ticket.eventId.toLowerCase() && sameText(token, ticketToken(keys, ticket))

/** The page that shows one ticket, to be sent to whoever comes with it. */
export const ticketUrl = (platform: Pick<Platform, 'keys' | 'settings'>, ticket: LinkedTicket): string =>
  `${platform.settings.publicUrl}/order/ticket/${ticket.ticketId}?token=${ticketToken(platform.keys, ticket)}`
