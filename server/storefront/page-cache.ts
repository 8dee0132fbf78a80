import type { SaleReply } from '@kartis/storefront/page-types.ts'
import { createCache, type ReadyBody, readyBody } from '../platform/concurrency/cache.ts'

/** A drawn page, ready to go out; one that everyone sees alike is marked and compressed once. */
export interface ReadyPage extends SaleReply {
  readonly ready: ReadyBody | undefined
}

const MOST = 500

export const ready = async (drawn: Promise<SaleReply>): Promise<ReadyPage> => {
  const reply = await drawn
  return { ...reply, ready: reply.cache === 'shared' ? readyBody(reply.body) : undefined }
}

/**
 * Draws each address once in `keepMs` at most, however many ask; those who ask while it is being drawn wait for the same
 * drawing. Only pages that are the same for everyone are kept, and only they are given to two.
 */
export const pageCache = (keepMs: number) => {
  const shelf = createCache<ReadyPage>(
    { keepMs, most: MOST },
    ({ cache, status }) => cache === 'shared' && status === 200,
  )
  return async (key: string, draw: () => Promise<SaleReply>): Promise<ReadyPage> => {
    const { thing, mine } = await shelf.take(key, () => ready(draw()))
    return mine || thing.cache === 'shared' ? thing : ready(draw())
  }
}

/** Marks that advertisers hang on links: they say nothing to the page, and would make every visitor's address another. */
const TRACKING =
  /^(utm_\w*|fbclid|gclid|gbraid|wbraid|gad_\w*|igshid|igsh|ttclid|msclkid|mc_[ce]id|_gl|yclid|twclid|li_fat_id)$/

/** A page's address without them, as the cache knows it. */
export const addressOf = (path: string, query: Readonly<Record<string, unknown>>): string => {
  const told = Object.entries(query).filter(([name]) => !TRACKING.test(name))
  return told.length === 0 ? path : `${path}?${JSON.stringify(told.toSorted(([a], [b]) => (a < b ? -1 : 1)))}`
}
