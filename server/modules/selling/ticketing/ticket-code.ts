import { encodeTicketCode, ticketCodeBody } from '@kartis/domain/ticket-code.ts'
import { inTurns } from '../../../platform/concurrency/in-turns.ts'
import type { Platform } from '../../../platform/platform.ts'

interface SignedTicket {
  readonly event_id: string
  readonly id: string
  readonly ticket_type_id: string
  readonly revision: number
}

type Keys = Pick<Platform['keys'], 'signingKey'>

const keyOf = (keys: Keys, eventId: string) => keys.signingKey('ticket_code', eventId)

/** The text of a ticket's QR code. It is the same for the same ticket each time, so it is not stored. */
export const ticketCode = (keys: Keys, ticket: SignedTicket): string => {
  const body = ticketCodeBody({
    ticketId: ticket.id,
    eventId: ticket.event_id,
    ticketTypeId: ticket.ticket_type_id,
    revision: ticket.revision,
  })
  return encodeTicketCode(body, keyOf(keys, ticket.event_id).sign(body))
}

/** Signatures of one turn of the event loop; each takes about a tenth of a millisecond. */
const PER_TURN = 32

/** Codes of tickets by their ids, for views of many. */
export type TicketCodes = ReadonlyMap<string, string>

/** The codes of any number of tickets, signed in turns: an order may have hundreds. */
export const ticketCodes = async (keys: Keys, tickets: readonly SignedTicket[]): Promise<TicketCodes> =>
  new Map(await inTurns(tickets, PER_TURN, (ticket) => [ticket.id, ticketCode(keys, ticket)] as const))

/** The event's public key (32 raw bytes, base64url), with which a device verifies codes offline. */
export const ticketPublicKey = (keys: Keys, eventId: string): string => keyOf(keys, eventId).publicKey

/** The signature of a file for devices, by the key that signs the event's ticket codes: they have it already. */
export const signAsEvent = (keys: Keys, eventId: string, bytes: Uint8Array): Uint8Array =>
  keyOf(keys, eventId).sign(bytes)

export const isTicketSignature = (keys: Keys, eventId: string, body: Uint8Array, signature: Uint8Array): boolean =>
  keyOf(keys, eventId).verify(body, signature)
