import type { SaleReply } from '@kartis/storefront/page-types.ts'
import { createCache } from '../platform/concurrency/cache.ts'
import { CACHE_SIZES } from '../platform/config/cache-sizes.ts'
import { type PreparedBody, prepareBody } from '../platform/http/prepared-body.ts'

/** A rendered page. `prepared` is its body with ETag and encodings, for pages that are the same for everyone. */
export interface RenderedPage extends SaleReply {
  readonly prepared: PreparedBody | undefined
}

export const preparePage = async (rendering: Promise<SaleReply>): Promise<RenderedPage> => {
  const reply = await rendering
  return { ...reply, prepared: reply.cache === 'shared' ? prepareBody(reply.body) : undefined }
}

/**
 * Renders each address at most once in `ttlMs`; callers that arrive during a rendering share it. Only pages that are the
 * same for everyone are cached or shared.
 */
export const createPageCache = (ttlMs: number) => {
  const pages = createCache<RenderedPage>({
    ttlMs,
    max: CACHE_SIZES.pages,
    isCacheable: ({ cache, status }) => cache === 'shared' && status === 200,
  })
  return async (key: string, render: () => Promise<SaleReply>): Promise<RenderedPage> => {
    let own: RenderedPage | undefined
    const page = await pages.getOrLoad(key, async () => (own = await preparePage(render())))
    return page === own || page.cache === 'shared' ? page : preparePage(render())
  }
}

/** The cache key of a page: its path and the parameters that it reads, in a fixed order. */
export const pageKey = (path: string, query: Readonly<Record<string, unknown>>): string => {
  const params = Object.entries(query)
  return params.length === 0 ? path : `${path}?${JSON.stringify(params.toSorted(([a], [b]) => (a < b ? -1 : 1)))}`
}
