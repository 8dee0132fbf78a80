import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import type { Kernel } from '../../../platform/platform.ts'
import { factsKeptFor } from '../orders/index.ts'

/** An order that waits for its money, as it was shown in one language. */
interface Kept {
  readonly mark: string
  readonly until: number
  readonly shown: BuyerOrder
}

/** By order, then by language. */
type Waiting = Map<string, Map<string, Kept>>

/** Times as long as the facts of its event: what is the order's own is never old, its mark tells. */
const LONGER = 4
const MOST_KEPT = 2000
const byKernel = new WeakMap<Kernel, Waiting>()

const waitingOf = (kernel: Kernel): Waiting => {
  const known = byKernel.get(kernel)
  if (known) return known
  const made: Waiting = new Map()
  byKernel.set(kernel, made)
  return made
}

/** Never past the end of the hold: from then on it reads otherwise. */
const keptUntil = (kernel: Kernel, shown: BuyerOrder, now: Date): number =>
  Math.min(
    now.getTime() + LONGER * factsKeptFor(kernel),
    shown.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(shown.expires_at),
  )

/** Marks under which an order was shown to whoever polls it. */
export const knownMarks = (kernel: Kernel, orderId: string): readonly string[] =>
  [...(waitingOf(kernel).get(orderId)?.values() ?? [])].map(({ mark }) => mark)

export const keptShown = (
  kernel: Kernel,
  orderId: string,
  lang: string,
  mark: string,
  now: Date,
): BuyerOrder | undefined => {
  const kept = waitingOf(kernel).get(orderId)?.get(lang)
  return kept?.mark === mark && now.getTime() < kept.until ? kept.shown : undefined
}

/** Keeps what was shown of an order under a mark; one that waits no more is forgotten. */
export const keepShown = (
  kernel: Kernel,
  orderId: string,
  lang: string,
  { mark, shown }: { readonly mark: string | null; readonly shown: BuyerOrder },
  now: Date,
): void => {
  const all = waitingOf(kernel)
  const inLangs = all.get(orderId) ?? new Map<string, Kept>()
  all.delete(orderId)
  if (mark === null || shown.status !== 'pending_payment' || factsKeptFor(kernel) === 0) return
  const [oldest] = all.keys()
  // The oldest go first; what was paid meanwhile is not waiting any more.
  if (all.size >= MOST_KEPT && oldest !== undefined) all.delete(oldest)
  all.set(orderId, inLangs.set(lang, { mark, until: keptUntil(kernel, shown, now), shown }))
}
