import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { ApiError } from './api-error.ts'
import { showFailure } from './failures.ts'
import { reportError } from './error-report.ts'
import { showUnshownReasons } from './unshown-reasons.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** quiet: no error toast, because the screen shows the error itself; or a list of such codes. */
    mutationMeta: { readonly quiet?: boolean | readonly string[] }
  }
}

/** A response that is not JSON is shown as a toast wherever it comes from. */
const isSystemError = (error: unknown): boolean => error instanceof ApiError && error.code === 'SYSTEM_ERROR'

/**
 * Queries show their failure in place; mutations show a toast unless `meta.quiet` says that the screen does, or it marks the
 * fields of a validation refusal.
 */
export const createQueryClient = (i18n: i18n): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        reportError(error)
        if (isSystemError(error)) showFailure(i18n, error)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        reportError(error)
        if (isSystemError(error)) return showFailure(i18n, error)
        const code = error instanceof ApiError ? error.code : ''
        const quiet = mutation.meta?.quiet ?? false
        const isQuiet = typeof quiet === 'boolean' ? quiet : quiet.includes(code)
        if (isQuiet) return undefined
        if (error instanceof ApiError && code === 'validation') return showUnshownReasons(i18n, error)
        return showFailure(i18n, error, true)
      },
    }),
    // api() retries what may be retried
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
