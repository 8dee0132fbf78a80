import type { BuyerOrder } from '@kartis/contract/public-orders.ts'

/** The reply for an order that waits for its payment, in one language. */
interface CachedReply {
  /** Changes with the order, its payments and its answers. */
  readonly version: string
  /** Milliseconds since the epoch. */
  readonly until: number
  readonly reply: BuyerOrder
}

export interface OrderPoll {
  /** Versions of an order for which a reply is cached in some language. */
  versions(orderId: string): readonly string[]
  cached(orderId: string, lang: string, version: string, now: Date): BuyerOrder | undefined
  /** Caches a reply; an order that no longer waits for its payment is dropped. */
  save(orderId: string, lang: string, entry: { version: string | null; reply: BuyerOrder }, now: Date): void
}

/** Times the TTL of event facts. The order's own data is never stale: its version tells. */
const TTL_FACTOR = 4
const MAX_ORDERS = 2000

/**
 * Replies to buyers who poll an order while it waits for its payment, by order and language: an unchanged order is not
 * read and rendered again. `factsTtlMs` is the TTL of what a reply shows of the event; 0 caches nothing.
 */
export const createOrderPoll = (factsTtlMs: number): OrderPoll => {
  const orders = new Map<string, Map<string, CachedReply>>()
  // Never past the end of the hold: from then on the reply is different.
  const untilOf = (reply: BuyerOrder, now: Date): number =>
    Math.min(
      now.getTime() + TTL_FACTOR * factsTtlMs,
      reply.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(reply.expires_at),
    )
  return {
    versions: (orderId) => [...(orders.get(orderId)?.values() ?? [])].map(({ version }) => version),
    cached: (orderId, lang, version, now) => {
      const entry = orders.get(orderId)?.get(lang)
      return entry?.version === version && now.getTime() < entry.until ? entry.reply : undefined
    },
    save: (orderId, lang, { version, reply }, now) => {
      const byLang = orders.get(orderId) ?? new Map<string, CachedReply>()
      orders.delete(orderId)
      if (version === null || reply.status !== 'pending_payment' || factsTtlMs === 0) return
      // A Map keeps the order of insertion: the first key is the longest unchanged.
      const [oldest] = orders.keys()
      if (orders.size >= MAX_ORDERS && oldest !== undefined) orders.delete(oldest)
      orders.set(orderId, byLang.set(lang, { version, until: untilOf(reply, now), reply }))
    },
  }
}
