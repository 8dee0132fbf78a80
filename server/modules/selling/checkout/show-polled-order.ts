import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { OrderActor } from '../../../platform/http/authorization.ts'
import { seenOf } from './order-access.ts'
import { showBuyerOrder, showWhole } from '../order-management/index.ts'
import { keepShown, keptShown } from './order-poll.ts'

/**
 * An order for the buyer who polls it: what the look at his token read is shown, and while it waits for its money and nothing of it
 * changes, it is shown as before.
 */
export const showWaitingOrder = async (
  platform: Platform,
  holder: OrderActor,
  lang: Lang,
  now: Date,
): Promise<BuyerOrder | Refusal> => {
  const { mark = null, whole } = seenOf(holder) ?? {}
  const orderId = holder.id.toLowerCase()
  const before = mark === null ? undefined : keptShown(platform, orderId, lang, mark, now)
  if (before) return before
  const shown = whole
    ? await showWhole(platform, whole, lang, now)
    : await showBuyerOrder(platform, { eventId: holder.eventId, orderId }, lang, now)
  if (!isRefusal(shown)) keepShown(platform, orderId, lang, { mark, shown }, now)
  return shown
}
