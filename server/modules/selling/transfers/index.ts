import * as contract from '@kartis/contract/ticket-transfers.ts'
import { TICKET_TRANSFER } from '@kartis/domain/limits.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { limit } from '../../../platform/http/rate-limit.ts'
import { type App, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import { expireOffers } from '../ticketing/index.ts'
import { acceptTransfer } from './accept-transfer.ts'
import { transferNotifications } from './notifications.ts'
import { offerTicket, withdrawTransfer } from './offer-ticket.ts'
import { showTransfer } from './show-transfer.ts'

export { withdrawOffers } from './offer-ticket.ts'

/** Tickets that their buyers give to other people: offers, and their acceptance. */
export const plugin = async (app: App, platform: Platform): Promise<void> => {
  platform.domainEvents.subscribe(transferNotifications(platform))
  platform.jobs.cron('transfers.expire', '*/10 * * * *', () => expireOffers(platform.db, platform.clock()))

  route(app, contract.offerTicket, async ({ actor, body, now }) => {
    const key = { eventId: actor.order.eventId, orderId: actor.order.id }
    const offered = await offerTicket(platform, key, body.ticket_uuid, now)
    return isRefusal(offered) ? offered : { data: offered }
  })

  route(app, contract.withdrawTransfer, async ({ actor, params, now }) => {
    const key = { eventId: actor.order.eventId, orderId: actor.order.id }
    const refused = await withdrawTransfer(platform, key, params.transfer_uuid, now)
    return refused ?? { data: { done: true } as const }
  })

  route(app, contract.showTransfer, async ({ params, query, lang, now }) => {
    const shown = await showTransfer(platform, { transferId: params.uuid, token: query.token }, lang, now)
    return isRefusal(shown) ? shown : { data: shown }
  })

  route(app, contract.acceptTransfer, async ({ actor, params, body, lang, now, request }) => {
    const tooMany = await limit(platform, `transfer_accept:${request.network}`, TICKET_TRANSFER.accepts)
    if (tooMany) return tooMany
    const { token, ...input } = body
    const receiver = { signedIn: actor.user?.phone, network: request.network, lang }
    const accepted = await acceptTransfer(platform, { transferId: params.uuid, token }, input, receiver, now)
    return isRefusal(accepted) ? accepted : { data: accepted }
  })
}
