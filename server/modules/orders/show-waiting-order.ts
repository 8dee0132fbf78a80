import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Kernel } from '../../kernel/context.ts'
import type { OrderActor } from '../../kernel/gate.ts'
import { factsKeptFor } from './event-facts.ts'
import { showBuyerOrder } from './show-buyer-orders.ts'

interface Kept {
  readonly mark: string
  readonly until: number
  readonly shown: BuyerOrder
}

/** Times as long as the facts of its event: what is the order's own is never old, its mark tells. */
const LONGER = 4
const MOST_KEPT = 2000
const keptByKernel = new WeakMap<Kernel, Map<string, Kept>>()

const keptOf = (kernel: Kernel): Map<string, Kept> => {
  const known = keptByKernel.get(kernel)
  if (known) return known
  const made = new Map<string, Kept>()
  keptByKernel.set(kernel, made)
  return made
}

/** Never past the end of the hold: from then on it reads otherwise. */
const keptUntil = (kernel: Kernel, shown: BuyerOrder, now: Date): number =>
  Math.min(
    now.getTime() + LONGER * factsKeptFor(kernel),
    shown.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(shown.expires_at),
  )

/**
 * An order for the buyer who polls it. While it waits for its money and nothing of it changes, the look at his token was the
 * only question to the database.
 */
export const showWaitingOrder = async (
  kernel: Kernel,
  { id, eventId, waitingMark }: OrderActor,
  lang: Lang,
  now: Date,
): Promise<BuyerOrder | Refusal> => {
  const key = { eventId, orderId: id }
  if (!waitingMark || factsKeptFor(kernel) === 0) return showBuyerOrder(kernel, key, lang, now)
  const all = keptOf(kernel)
  const name = `${id} ${lang}`
  const kept = all.get(name)
  if (kept?.mark === waitingMark && now.getTime() < kept.until) return kept.shown
  const shown = await showBuyerOrder(kernel, key, lang, now)
  all.delete(name)
  // The oldest go first; what was paid meanwhile is not waiting any more.
  const [oldest] = all.keys()
  if (all.size >= MOST_KEPT && oldest !== undefined) all.delete(oldest)
  if (!isRefusal(shown) && shown.status === 'pending_payment')
    all.set(name, { mark: waitingMark, until: keptUntil(kernel, shown, now), shown })
  return shown
}
