import * as contract from '@kartis/contract/shared-tickets.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { resendOrder } from './resend-order.ts'
import { showSharedTicket } from './show-shared-ticket.ts'

/** Endpoints for the holders of links: of an order, or of one ticket. */
export const publicRoutes = (app: App): void => {
  route(app, contract.resendBuyerOrder, async ({ actor, now, platform }) => {
    const key = { eventId: actor.order.eventId, orderId: actor.order.id }
    const sent = await resendOrder(platform, key, null, now)
    return isRefusal(sent) ? sent : { data: { sent_to: sent } }
  })

  route(app, contract.showSharedTicket, async ({ params, query, lang, platform }) => {
    const shown = await showSharedTicket(platform, { ticketId: params.uuid, token: query.token }, lang)
    return isRefusal(shown) ? shown : { data: shown }
  })
}
