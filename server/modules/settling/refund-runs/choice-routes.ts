import * as contract from '@kartis/contract/refund-choices.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import { pageOf } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { listOwnOrderKeys, readOwnOrderKey } from '../../selling/order-management/index.ts'
import { chooseRefund, listOpenOffers, showOffer } from './choose-refund.ts'

/** As many as the page of own orders shows. */
const MAX_ORDERS = 100

/** The endpoints of buyers who are asked what becomes of their tickets: signed in, or by the link to the tickets. */
export const choiceRoutes = (app: App): void => {
  route(app, contract.chooseRefund, async ({ params, body, actor, now, platform }) => {
    const key = await readOwnOrderKey(platform.db, actor.user, params.uuid, now)
    const offer = key ? await chooseRefund(platform, key, body, now) : refuse('not_found')
    return isRefusal(offer) ? offer : { data: offer }
  })

  route(app, contract.listRefundOffers, async ({ query, actor, now, platform }) => {
    const newest = { page: 1, per_page: MAX_ORDERS, direction: 'desc' } as const
    const { keys } = await listOwnOrderKeys(platform.db, actor.user, newest, now)
    return pageOf(await listOpenOffers(platform.db, keys, now), query)
  })

  route(app, contract.showRefundOffer, async ({ actor, now, platform }) => {
    const key = { eventId: actor.order.eventId, orderId: actor.order.id }
    const offer = await showOffer(platform.db, key, now)
    return isRefusal(offer) ? offer : { data: offer }
  })

  route(app, contract.chooseRefundByLink, async ({ body, actor, now, platform }) => {
    const key = { eventId: actor.order.eventId, orderId: actor.order.id }
    const offer = await chooseRefund(platform, key, body, now)
    return isRefusal(offer) ? offer : { data: offer }
  })
}
