import type { ReplyOf } from '@kartis/contract/endpoint.ts'
import type { admitTickets, scanTicket } from '@kartis/contract/admission.ts'
import type { ScanStatistics } from '@kartis/contract/event-figures.ts'
import { scanCounters } from '@kartis/domain/admission.ts'
import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import { refusalReply } from '../../../platform/http/error-handler.ts'
import { type CheckInTicket, viewTicket } from '../../selling/ticketing/index.ts'
import { seatsInLanguage } from './seats-in-language.ts'

type Admitted = ReplyOf<typeof scanTicket>['data']

const viewHeld = async (platform: Platform, stored: CheckInTicket, lang: Lang): Promise<Admitted['ticket']> => {
  const [ticket = stored] = await seatsInLanguage(platform.db, stored.event_id, lang, [stored])
  return viewInLanguage(platform, ticket)
}

const viewInLanguage = (platform: Platform, ticket: CheckInTicket): Admitted['ticket'] => ({
  ...viewTicket(platform, ticket, ticket.order_number),
  holder: ticket.holder,
  order_number: ticket.order_number,
  ...(ticket.left_at && { left_at: ticket.left_at.toISOString() }),
  ...(ticket.reentered_at && { reentered_at: ticket.reentered_at.toISOString() }),
})

export const viewCheckInTicket = async (
  platform: Platform,
  ticket: CheckInTicket,
  lang: Lang,
  counters: ScanStatistics | undefined,
): Promise<Admitted> => ({
  ticket: await viewHeld(platform, ticket, lang),
  scan_statistics: counters ?? scanCounters(0, 0),
})

/** The result of one of several tickets that were to enter together; `text` is how the request named it. */
export const viewAdmitted = async (
  platform: Platform,
  text: string,
  result: CheckInTicket | Refusal,
  lang: Lang,
): Promise<ReplyOf<typeof admitTickets>['data']['results'][number]> =>
  isRefusal(result)
    ? { ticket_uuid: text, ticket: null, refusal: refusalReply(result, lang).body.error }
    : { ticket_uuid: text, ticket: await viewHeld(platform, result, lang), refusal: null }
