import type { Platform } from '../../../platform/platform.ts'
import type { Authorizer, OrderActor } from '../../../platform/http/authorization.ts'
import { type HeldOrder, readHeldOrder, readShownOrder } from '../order-management/index.ts'
import { eventOfToken, isTokenOf } from '../orders/index.ts'
import { knownMarks } from './order-poll.ts'

const seen = new WeakMap<OrderActor, HeldOrder>()

/** The order as it was when its holder was let in, a moment ago; what is decided by it is asked again under its lock. */
export const seenOf = (holder: OrderActor): HeldOrder | undefined => seen.get(holder)

/** Lets the holder of an order's token in. The order is read for that, so it is kept at hand for what follows. */
export const orderAccess =
  (platform: Platform): Authorizer['orderAccess'] =>
  async (orderUuid, token, shows) => {
    const eventId = eventOfToken(token)
    if (!eventId) return undefined
    const key = { eventId, orderId: orderUuid.toLowerCase() }
    const held = shows
      ? await readShownOrder(platform.db, key, knownMarks(platform, key.orderId))
      : await readHeldOrder(platform.db, key)
    if (!held || !isTokenOf(platform.keys, token, held.order.token_hash)) return undefined
    const holder = { id: orderUuid, eventId }
    seen.set(holder, held)
    return holder
  }
