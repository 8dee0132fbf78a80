import { requestCancellation } from '@kartis/contract/cancellation-requests.ts'
import { showReceipt as showReceiptEndpoint } from '@kartis/contract/receipts.ts'
import * as contract from '@kartis/contract/shared-tickets.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { receiveRequest } from './cancellation-requests.ts'
import { readMessages } from './producer-orders-queries.ts'
import { resendOrder, resentByBuyer } from './resend-order.ts'
import { showReceipt } from './show-receipt.ts'
import { sharedTicketCalendar, showSharedTicket } from './show-shared-ticket.ts'

/** Templates of messages with the link to the tickets. */
const TICKETS: ReadonlySet<string> = new Set(['tickets_ready', 'invitation_tickets'])

/** Endpoints for the holders of links: of an order, or of one ticket. */
export const publicRoutes = (app: App): void => {
  route(app, contract.resendBuyerOrder, async ({ actor, now, platform, request }) => {
    const key = { eventId: actor.order.eventId, orderId: actor.order.id }
    const by = resentByBuyer(platform, { userId: null, network: request.network })
    const sent = await resendOrder(platform, key, by, now)
    return isRefusal(sent) ? sent : { data: { sent_to: sent } }
  })

  route(app, contract.showSentTickets, async ({ actor, platform }) => {
    const key = { eventId: actor.order.eventId, orderId: actor.order.id }
    const messages = await readMessages(platform.db, [key])
    const sent = messages.filter(({ template, status }) => TICKETS.has(template) && status !== 'dead')
    return { data: { sent_by: [...new Set(sent.map(({ channel }) => channel))] } }
  })

  route(app, showReceiptEndpoint, async ({ actor, lang, now, platform }) => {
    const key = { eventId: actor.order.eventId, orderId: actor.order.id }
    const shown = await showReceipt(platform, key, lang, now)
    return isRefusal(shown) ? shown : { data: shown }
  })

  route(app, requestCancellation, async ({ body, now, platform, request }) => {
    const received = await receiveRequest(platform, body, { network: request.network, now })
    return isRefusal(received) ? received : { data: received }
  })

  route(app, contract.showSharedTicket, async ({ params, query, lang, platform }) => {
    const shown = await showSharedTicket(platform, { ticketId: params.uuid, token: query.token }, lang)
    return isRefusal(shown) ? shown : { data: shown }
  })

  route(app, contract.sharedTicketCalendar, ({ params, query, lang, platform }) =>
    sharedTicketCalendar(platform, { ticketId: params.uuid, token: query.token }, query.lang ?? lang),
  )
}
