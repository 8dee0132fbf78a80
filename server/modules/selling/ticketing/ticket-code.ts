import { encodeTicketCode, ticketCodeBody } from '@kartis/domain/ticket-code.ts'
import type { Platform } from '../../../platform/platform.ts'

type Keys = Pick<Platform['keys'], 'signingKey'>

const keyOf = (keys: Keys, eventId: string) => keys.signingKey('ticket_code', eventId)

/** The text of a ticket's QR code. It is the same for the same ticket each time, so it is not stored. */
export const ticketCode = (
  keys: Keys,
  ticket: { readonly event_id: string; readonly id: string; readonly ticket_type_id: string },
): string => {
  const body = ticketCodeBody({
    ticketId: ticket.id,
    eventId: ticket.event_id,
    ticketTypeId: ticket.ticket_type_id,
  })
  return encodeTicketCode(body, keyOf(keys, ticket.event_id).sign(body))
}

/** The event's public key (32 raw bytes, base64url), with which a device verifies codes offline. */
export const ticketPublicKey = (keys: Keys, eventId: string): string => keyOf(keys, eventId).publicKey

export const isTicketSignature = (keys: Keys, eventId: string, body: Uint8Array, signature: Uint8Array): boolean =>
  keyOf(keys, eventId).verify(body, signature)
