import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { type LoadedOrder, showBuyerOrder, showWholeOrder } from '../order-management/index.ts'
import type { OrderKey } from '../orders/index.ts'
import type { CheckoutContext } from './checkout-context.ts'

/**
 * An order for a buyer who polls it, from what was read of it. While it waits for its payment and nothing of it changes,
 * the cached reply is returned.
 */
export const showPolledOrder = async (
  { platform, facts, poll }: CheckoutContext,
  { eventId, orderId }: OrderKey,
  loaded: LoadedOrder | undefined,
  lang: Lang,
  now: Date,
): Promise<BuyerOrder | Refusal> => {
  const { version = null, whole } = loaded ?? {}
  const cached = version === null ? undefined : poll.cached(orderId, lang, version, now)
  if (cached) return cached
  const view = { platform, facts }
  const reply = whole
    ? await showWholeOrder(view, whole, lang, now)
    : await showBuyerOrder(view, { eventId, orderId }, lang, now)
  if (!isRefusal(reply)) poll.save(orderId, lang, { version, reply }, now)
  return reply
}

/** Milliseconds between two looks at an order, whose payment another process may have settled: at first, and later. */
const LOOK_AGAIN_MS = { first: 1000, later: 2500 }

const isAwaiting = (shown: BuyerOrder | Refusal): boolean =>
  !isRefusal(shown) && shown.status === 'pending_payment' && shown.payment?.status === 'started'

/**
 * The order once its payment has an outcome, or as it is after so many seconds. What this process settles is shown at once.
 * `shown`: as it was a moment ago.
 */
export const showSettledOrder = async (
  context: CheckoutContext,
  key: OrderKey,
  shown: BuyerOrder | Refusal,
  { seconds, lang }: { readonly seconds: number; readonly lang: Lang },
): Promise<BuyerOrder | Refusal> => {
  const { outcomes } = context.settlements
  const until = performance.now() + seconds * 1000
  let current = shown
  let isStale = outcomes.isRecent(key.orderId)
  for (let looks = 0; isAwaiting(current); looks++) {
    const left = until - performance.now()
    if (!isStale) {
      if (left <= 0 || !outcomes.hasCapacity()) return current
      await outcomes.next(key.orderId, Math.min(left, looks === 0 ? LOOK_AGAIN_MS.first : LOOK_AGAIN_MS.later))
    }
    isStale = false
    const loaded = await context.reads.shown(key, context.poll.versions(key.orderId))
    current = await showPolledOrder(context, key, loaded, lang, context.platform.clock())
  }
  return current
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
