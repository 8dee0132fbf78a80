import { readScannedCode } from '@kartis/domain/ticket-code.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isTicketSignature, readTicketsByNumber } from '../../selling/ticketing/index.ts'
import type { NamedCode } from './scan-attempt.ts'

/**
 * The ticket that a scanned or typed text names: a signed code, a bare ticket uuid, or the number that is printed on the
 * ticket. A number typed without its hyphen that fits several tickets of the account names none.
 */
export const nameCode = async (
  platform: Pick<Platform, 'db' | 'keys'>,
  accountId: string,
  text: string,
): Promise<NamedCode> => {
  const code = await readScannedCode(text, (eventId, body, signature) =>
    isTicketSignature(platform.keys, eventId, body, signature),
  )
  switch (code.kind) {
    case 'signed':
      return { kind: 'signed', ticketId: code.ticketId, eventId: code.code.eventId }
    case 'uuid':
      return { kind: 'uuid', ticketId: code.ticketId, eventId: undefined }
    case 'number': {
      const [ticket, ...others] = await readTicketsByNumber(platform.db, accountId, code.readings)
      const isOne = ticket !== undefined && others.length === 0
      return { kind: 'number', ticketId: isOne ? ticket.id : undefined, eventId: isOne ? ticket.event_id : undefined }
    }
    default:
      return { kind: 'unknown', ticketId: undefined, eventId: undefined }
  }
}
