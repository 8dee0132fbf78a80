import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { cachePage } from '../shared/offline/cached-pages.ts'
import { workspace } from '../shared/storage.ts'

const WRITE_AFTER_MS = 1000
const EVENT_VIEWS: readonly unknown[] = ['page', 'check-in', 'scan']

/** Events and their figures are stored for hours offline; buyers, orders and search results are not. */
export const isCacheable = (queryKey: QueryKey): boolean => {
  const [kind, detail, viewOrFilter] = queryKey
  if (kind === 'event') return EVENT_VIEWS.includes(viewOrFilter)
  if (kind !== 'events') return false
  if (detail !== 'home') return true
  return typeof viewOrFilter === 'object' && viewOrFilter !== null && 'term' in viewOrFilter && viewOrFilter.term === ''
}

/** Stores successful query results shortly after they arrive, under the account that requested them. */
export const cacheQueries = (queries: QueryClient): void => {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    // results restored from the store have no update time
    if (event.query.state.dataUpdatedAt === 0 || !isCacheable(event.query.queryKey)) return
    const { queryHash, queryKey } = event.query
    const account = workspace()
    if (account === undefined) return
    clearTimeout(waiting.get(queryHash))
    waiting.set(
      queryHash,
      setTimeout(() => {
        waiting.delete(queryHash)
        if (workspace() === account) void cachePage(account, queryKey, queries.getQueryData(queryKey))
      }, WRITE_AFTER_MS),
    )
  })
}
