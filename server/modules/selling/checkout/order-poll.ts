import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import type { Platform } from '../../../platform/platform.ts'
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
const MAX_KEPT = 2000
const byKernel = new WeakMap<Platform, Waiting>()

const waitingOf = (platform: Platform): Waiting => {
  const known = byKernel.get(platform)
  if (known) return known
  const made: Waiting = new Map()
  byKernel.set(platform, made)
  return made
}

/** Never past the end of the hold: from then on it reads otherwise. */
const keptUntil = (platform: Platform, shown: BuyerOrder, now: Date): number =>
  Math.min(
    now.getTime() + LONGER * factsKeptFor(platform),
    shown.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(shown.expires_at),
  )

/** Marks under which an order was shown to whoever polls it. */
export const knownMarks = (platform: Platform, orderId: string): readonly string[] =>
  [...(waitingOf(platform).get(orderId)?.values() ?? [])].map(({ mark }) => mark)

export const keptShown = (
  platform: Platform,
  orderId: string,
  lang: string,
  mark: string,
  now: Date,
): BuyerOrder | undefined => {
  const kept = waitingOf(platform).get(orderId)?.get(lang)
  return kept?.mark === mark && now.getTime() < kept.until ? kept.shown : undefined
}

/** Keeps what was shown of an order under a mark; one that waits no more is forgotten. */
export const keepShown = (
  platform: Platform,
  orderId: string,
  lang: string,
  { mark, shown }: { readonly mark: string | null; readonly shown: BuyerOrder },
  now: Date,
): void => {
  const all = waitingOf(platform)
  const inLangs = all.get(orderId) ?? new Map<string, Kept>()
  all.delete(orderId)
  if (mark === null || shown.status !== 'pending_payment' || factsKeptFor(platform) === 0) return
  const [oldest] = all.keys()
  // The oldest go first; what was paid meanwhile is not waiting any more.
  if (all.size >= MAX_KEPT && oldest !== undefined) all.delete(oldest)
  all.set(orderId, inLangs.set(lang, { mark, until: keptUntil(platform, shown, now), shown }))
}
