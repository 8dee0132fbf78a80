import { namesEvent, readScannedCode, type TicketCode } from '@kartis/domain/ticket-code.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import { eventOfAnyTicket, isTicketSignature, readTicketsByNumber } from '../../selling/ticketing/index.ts'
import type { NamedCode } from './scan-attempt.ts'

type Host = Pick<Platform, 'db' | 'keys'>

const UNKNOWN: NamedCode = { kind: 'unknown', ticketId: undefined, eventId: undefined }

/** The event whose key signed the code: the one at whose gate it is, or another; undefined for a forged code. */
const signedBy = async (
  { db }: Host,
  eventId: string,
  code: TicketCode,
  isSigned: (eventId: string) => boolean,
): Promise<string | undefined> => {
  if (namesEvent(code, eventId) && isSigned(eventId)) return eventId
  // A short code has the end of its event's uuid only: the ticket says which event it is.
  const other = code.eventId ?? (await eventOfAnyTicket(db, code.ticketId))
  return other !== undefined && other !== eventId && isSigned(other) ? other : undefined
}

/**
 * The ticket that a text scanned or typed at the gate of an event names: a signed code, the number that is printed on the
 * ticket, or, where `withUuids`, its bare uuid. A number typed without its hyphen that fits several tickets of the
 * account names none.
 */
export const nameCode = async (
  host: Host,
  event: Pick<EventRow, 'id' | 'account_id'>,
  { text, withUuids }: { readonly text: string; readonly withUuids: boolean },
): Promise<NamedCode> => {
  let signer: string | undefined
  const code = await readScannedCode(text, async (signed, body, signature) => {
    signer = await signedBy(host, event.id, signed, (id) => isTicketSignature(host.keys, id, body, signature))
    return signer !== undefined
  })
  switch (code.kind) {
    case 'signed':
      return { kind: 'signed', ticketId: code.ticketId, eventId: signer, revision: code.code.revision }
    case 'uuid':
      return withUuids ? { kind: 'uuid', ticketId: code.ticketId, eventId: undefined } : UNKNOWN
    case 'number': {
      const [ticket, ...others] = await readTicketsByNumber(host.db, event.account_id, code.readings)
      const isOne = ticket !== undefined && others.length === 0
      return { kind: 'number', ticketId: isOne ? ticket.id : undefined, eventId: isOne ? ticket.event_id : undefined }
    }
    default:
      return UNKNOWN
  }
}
