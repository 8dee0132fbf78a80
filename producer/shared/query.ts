import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { ApiError } from './api-error.ts'
import { showFailure } from './failures.ts'
import { reportError } from './error-report.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** quiet: the screen says itself what went wrong, no toast; or says these codes. */
    mutationMeta: { readonly quiet?: boolean | readonly string[] }
  }
}

/** An answer that is no JSON is said aloud wherever it comes from: nobody can work with such a server. */
const isSystemError = (error: unknown): boolean => error instanceof ApiError && error.code === 'SYSTEM_ERROR'

/** Lists say their failure in place; writes say it in a toast unless the screen does (`meta: {quiet: true}`, or it marks the fields). */
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
        const isSaid = typeof quiet === 'boolean' ? quiet : quiet.includes(code)
        if (!isSaid && code !== 'validation') showFailure(i18n, error)
      },
    }),
    // the api itself retries what may be retried
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
