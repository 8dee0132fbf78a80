import type { Platform } from '../../../platform/platform.ts'
import type { Authorizer, OrderActor } from '../../../platform/http/authorization.ts'
import { type LoadedOrder, readOrderByToken, readShownOrder } from '../order-management/index.ts'
import { eventOfToken, isTokenOf } from '../orders/index.ts'
import type { OrderPoll } from './order-poll.ts'

export interface OrderAccess {
  readonly authorize: Authorizer['orderAccess']
  /** The order as it was read for the authorization of this request. May be stale: writes read it again under its lock. */
  loaded(actor: OrderActor): LoadedOrder | undefined
}

/** Authorizes holders of order tokens. The order is read for that, and used by the request that follows. */
export const createOrderAccess = (platform: Platform, poll: OrderPoll): OrderAccess => {
  const loaded = new WeakMap<OrderActor, LoadedOrder>()
  return {
    loaded: (actor) => loaded.get(actor),
    authorize: async (orderUuid, token, readOnly) => {
      const eventId = eventOfToken(token)
      if (!eventId) return undefined
      const key = { eventId, orderId: orderUuid.toLowerCase() }
      const order = readOnly
        ? await readShownOrder(platform.db, key, poll.versions(key.orderId))
        : await readOrderByToken(platform.db, key)
      if (!order || !isTokenOf(platform.keys, token, order.order.token_hash)) return undefined
      const actor = { id: orderUuid, eventId }
      loaded.set(actor, order)
      return actor
    },
  }
}
