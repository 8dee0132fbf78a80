import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { cachePage } from '../shared/offline/cached-pages.ts'
import { workspace } from '../shared/storage.ts'

const WRITE_AFTER_MS = 1000
const EVENT_VIEWS: readonly unknown[] = ['page', 'door', 'scan']

/** Events and their figures are kept for hours without a network; buyers, orders and whatever is being searched are not. */
export const isCacheable = (question: QueryKey): boolean => {
  const [kind, detail, more] = question
  if (kind === 'event') return EVENT_VIEWS.includes(more)
  if (kind !== 'events') return false
  const ask = typeof more === 'object' && more !== null ? (more as { readonly term?: unknown }) : undefined
  return detail !== 'home' || ask?.term === ''
}

/** Keeps what the screens were answered, a moment after it came, in the account that asked. */
export const cacheQueries = (queries: QueryClient): void => {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  queries.getQueryCache().subscribe((happened) => {
    if (happened.type !== 'updated' || happened.action.type !== 'success') return
    // what was brought from the store has no hour of its own
    if (happened.query.state.dataUpdatedAt === 0 || !isCacheable(happened.query.queryKey)) return
    const { queryHash, queryKey } = happened.query
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
