import { closeCancellationRequest } from '@kartis/contract/cancellation-requests.ts'
import * as contract from '@kartis/contract/orders.ts'
import { reseatMany as reseatManyContract } from '@kartis/contract/reseats.ts'
import { ORDER_STATES } from '@kartis/domain/order.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountActor } from '../../../platform/http/authorization.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import { statusCaseRoute } from '../../../platform/http/list-routes.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { eventRow } from '../../catalogue/events/index.ts'
import { closeRequest } from './cancellation-requests.ts'
import { cancelOrderTickets } from './cancel-order.ts'
import { changeBuyer } from './change-buyer.ts'
import { exportOrders } from './export-orders.ts'
import { findOrder, type OrderKey } from '../orders/index.ts'
import { listOrderKeys } from './producer-orders-queries.ts'
import { producerPaymentRoutes } from './producer-payments.ts'
import { resendOrder, resentByMember } from './resend-order.ts'
import { reissueOrder } from './reissue-order.ts'
import { reseatMany } from './reseat-many.ts'
import { reseatOrder } from './reseat-order.ts'
import { showProducerOrders } from './show-producer-orders.ts'

/** The relations that the screen of one order shows. */
const ALL_RELATIONS = ['user', 'user.phone', 'tickets', 'payments', 'answers', 'history', 'messages']

interface Reader {
  readonly actor: { readonly account: AccountActor }
  readonly lang: Lang
  readonly now: Date
  readonly platform: Platform
}

/** The key of an order of this workspace; a stranger's order is not there. */
const ownKey = async ({ actor, platform }: Reader, orderId: string): Promise<OrderKey | Refusal> => {
  const found = await findOrder(platform.db, orderId)
  return found?.accountId === actor.account.id ? found : refuse('not_found')
}

const shown = async (reader: Reader, key: OrderKey, relations: readonly string[]) => {
  const { actor, lang, now, platform } = reader
  const [order] = await showProducerOrders(platform, [key], { with: relations, role: actor.account.role, lang, now })
  return order ? { data: order } : refuse('not_found')
}

/** The endpoints of a producer for the orders of the workspace. */
export const producerRoutes = (app: App): void => {
  producerPaymentRoutes(app)

  route(app, contract.listOrders, async ({ query, actor, lang, now, platform }) => {
    const seen = { ...query, events: actor.account.events }
    const { keys, total } = await listOrderKeys(platform.db, actor.account.id, seen, now)
    const view = { with: query.with ?? [], role: actor.account.role, lang, now }
    return viewPage(await showProducerOrders(platform, keys, view), total, query)
  })

  route(app, contract.exportOrders, ({ query, actor, lang, now, platform }) =>
    exportOrders(platform, actor.account.id, { ...query, events: actor.account.events }, lang, now),
  )

  statusCaseRoute(app, contract.orderStatusCases, 'order', ORDER_STATES)

  route(app, contract.showOrder, async (call) => {
    const key = await ownKey(call, call.params.uuid)
    return isRefusal(key) ? key : shown(call, key, call.query.with ?? [])
  })

  route(app, contract.updateOrder, async (call) => {
    const { body, actor, now, platform } = call
    const key = await ownKey(call, call.params.uuid)
    if (isRefusal(key)) return key
    const refused = await changeBuyer(platform, key, body, actor.user.id, now)
    if (refused) return refused
    const sent = body.resend ? await resendOrder(platform, key, resentByMember(actor.user), now) : undefined
    return isRefusal(sent) ? sent : shown(call, key, ALL_RELATIONS)
  })

  route(app, contract.cancelOrder, async (call) => {
    const { body, actor, now, platform } = call
    const key = await ownKey(call, call.params.uuid)
    if (isRefusal(key)) return key
    const input = {
      ...(body.ticket_uuids && { ticketIds: body.ticket_uuids }),
      refund: body.refund,
      keepFee: body.fee === 'keep',
      reason: body.reason,
      entered: body.entered,
      userId: actor.user.id,
      network: actor.user.network,
    }
    const done = await cancelOrderTickets(platform, key, input, now)
    return isRefusal(done) ? done : shown(call, key, ALL_RELATIONS)
  })

  route(app, contract.reseatOrder, async (call) => {
    const key = await ownKey(call, call.params.uuid)
    if (isRefusal(key)) return key
    const { moves, freed } = call.body
    const by = { userId: call.actor.user.id, now: call.now, freed }
    const refused = await reseatOrder(call.platform, key, moves, by)
    return refused ?? shown(call, key, ALL_RELATIONS)
  })

  route(app, reseatManyContract, async ({ params, body, actor, lang, now, platform }) => {
    if (!(await eventRow(platform.db, actor.account.id, params.uuid))) return refuse('not_found')
    const where = { accountId: actor.account.id, eventId: params.uuid, userId: actor.user.id }
    const result = await reseatMany(platform, body, { ...where, lang, now })
    return isRefusal(result) ? result : { data: result }
  })

  route(app, contract.reissueOrder, async (call) => {
    const key = await ownKey(call, call.params.uuid)
    if (isRefusal(key)) return key
    const { ticket_uuids: ticketUuids, new_link: newLink = true } = call.body
    const by = resentByMember(call.actor.user)
    const refused = await reissueOrder(call.platform, key, { ticketUuids, newLink, by }, call.now)
    return refused ?? shown(call, key, ALL_RELATIONS)
  })

  route(app, closeCancellationRequest, async (call) => {
    const key = await ownKey(call, call.params.uuid)
    if (isRefusal(key)) return key
    const refused = await closeRequest(call.platform, key, call.actor.user.id, call.now)
    return refused ?? shown(call, key, ALL_RELATIONS)
  })

  route(app, contract.resendOrder, async (call) => {
    const key = await ownKey(call, call.params.uuid)
    if (isRefusal(key)) return key
    const sent = await resendOrder(call.platform, key, resentByMember(call.actor.user), call.now)
    return isRefusal(sent) ? sent : { data: { sent_to: sent } }
  })
}
