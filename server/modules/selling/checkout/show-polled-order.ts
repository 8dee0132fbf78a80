import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { OrderActor } from '../../../platform/http/authorization.ts'
import { showBuyerOrder, showWholeOrder } from '../order-management/index.ts'
import type { OrderKey } from '../orders/index.ts'
import type { CheckoutContext } from './checkout-context.ts'

/**
 * An order for a buyer who polls it, from what its authorization read. While it waits for its payment and nothing of it
 * changes, the cached reply is returned.
 */
export const showPolledOrder = async (
  { platform, facts, poll, access }: CheckoutContext,
  actor: OrderActor,
  lang: Lang,
  now: Date,
): Promise<BuyerOrder | Refusal> => {
  const { version = null, whole } = access.loaded(actor) ?? {}
  const orderId = actor.id.toLowerCase()
  const cached = version === null ? undefined : poll.cached(orderId, lang, version, now)
  if (cached) return cached
  const view = { platform, facts }
  const reply = whole
    ? await showWholeOrder(view, whole, lang, now)
    : await showBuyerOrder(view, { eventId: actor.eventId, orderId }, lang, now)
  if (!isRefusal(reply)) poll.save(orderId, lang, { version, reply }, now)
  return reply
}

/** An order that has just been paid, with its tickets. Those of one event that are paid at about the same time are read together. */
export const showPaidOrder = async (
  { platform, facts, reads }: CheckoutContext,
  key: OrderKey,
  lang: Lang,
  now: Date,
): Promise<BuyerOrder | Refusal> => {
  const whole = (await reads.shown(key, []))?.whole
  return whole ? showWholeOrder({ platform, facts }, whole, lang, now) : refuse('not_found')
}
