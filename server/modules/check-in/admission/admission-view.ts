import type { ReplyOf } from '@kartis/contract/endpoint.ts'
import type { admitTickets, scanTicket } from '@kartis/contract/admission.ts'
import type { ScanStatistics } from '@kartis/contract/event-figures.ts'
import { scanCounters } from '@kartis/domain/admission.ts'
import { can, type Role } from '@kartis/domain/permissions.ts'
import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import { refusalReply } from '../../../platform/http/error-handler.ts'
import { type CheckInTicket, viewTicket, viewTicketAtGate } from '../../selling/ticketing/index.ts'
import { seatsInLanguage } from './seats-in-language.ts'

type Admitted = ReplyOf<typeof scanTicket>['data']

/** Who reads a reply; the role is null for a device of the gate. */
interface Reader {
  readonly lang: Lang
  readonly role: Role | null
}

const viewHeld = async (
  platform: Platform,
  stored: CheckInTicket,
  { lang, role }: Reader,
): Promise<Admitted['ticket']> => {
  const [ticket = stored] = await seatsInLanguage(platform.db, stored.event_id, lang, [stored])
  return viewInLanguage(platform, ticket, role !== null && can(role, 'scan.code_and_price'))
}

const viewInLanguage = (platform: Platform, ticket: CheckInTicket, withCode: boolean): Admitted['ticket'] => ({
  ...(withCode ? viewTicket(platform, ticket, ticket.order_number) : viewTicketAtGate(ticket, ticket.order_number)),
  holder: ticket.holder,
  order_number: ticket.order_number,
  ...(ticket.left_at && { left_at: ticket.left_at.toISOString() }),
  ...(ticket.reentered_at && { reentered_at: ticket.reentered_at.toISOString() }),
})

export const viewCheckInTicket = async (
  platform: Platform,
  ticket: CheckInTicket,
  reader: Reader,
  counters: ScanStatistics | undefined,
): Promise<Admitted> => ({
  ticket: await viewHeld(platform, ticket, reader),
  scan_statistics: counters ?? scanCounters(0, 0),
})

/** The result of one of several tickets that were to enter together; `text` is how the request named it. */
export const viewAdmitted = async (
  platform: Platform,
  text: string,
  result: CheckInTicket | Refusal,
  reader: Reader,
): Promise<ReplyOf<typeof admitTickets>['data']['results'][number]> =>
  isRefusal(result)
    ? { ticket_uuid: text, ticket: null, refusal: refusalReply(result, reader.lang).body.error }
    : { ticket_uuid: text, ticket: await viewHeld(platform, result, reader), refusal: null }
