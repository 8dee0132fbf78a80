import type { Platform } from '../../../platform/platform.ts'
import type { Authorizer, OrderActor } from '../../../platform/http/authorization.ts'
import type { LoadedOrder } from '../order-management/index.ts'
import { eventOfToken, isTokenOf, type OrderKey } from '../orders/index.ts'
import type { OrderPoll } from './order-poll.ts'
import type { OrderReads } from './order-reads.ts'

export interface OrderAccess {
  readonly authorize: Authorizer['orderAccess']
  /** The order as it was read for the authorization of this request. May be stale: writes read it again under its lock. */
  loaded(actor: OrderActor): LoadedOrder | undefined
}

/** Authorizes holders of order tokens. The order is read for that, and used by the request that follows. */
export const createOrderAccess = (
  platform: Pick<Platform, 'keys'>,
  reads: OrderReads,
  poll: OrderPoll,
): OrderAccess => {
  const loaded = new WeakMap<OrderActor, LoadedOrder>()
  const readUnshown = async (key: OrderKey): Promise<LoadedOrder | undefined> => {
    const order = await reads.order(key)
    return order && { order, version: null, whole: undefined }
  }
  return {
    loaded: (actor) => loaded.get(actor),
    authorize: async (orderUuid, token, readOnly) => {
      const eventId = eventOfToken(token)
      if (!eventId) return undefined
      const key = { eventId, orderId: orderUuid }
      const order = readOnly ? await reads.shown(key, poll.versions(key.orderId)) : await readUnshown(key)
      if (!order || !isTokenOf(platform.keys, token, order.order.token_hash)) return undefined
      const actor = { id: orderUuid, eventId }
      loaded.set(actor, order)
      return actor
    },
  }
}
