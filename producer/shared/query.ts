import { MutationCache, QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { ApiError } from './api-error.ts'
import { sayFailure } from './failures.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** quiet: the screen says itself what went wrong, no toast. */
    mutationMeta: { readonly quiet?: boolean }
  }
}

/** Lists say their failure in place; writes say it in a toast unless the screen does (`meta: {quiet: true}`, or it marks the fields). */
export const makeQueryClient = (words: i18n): QueryClient =>
  new QueryClient({
    mutationCache: new MutationCache({
      onError: (fault, _variables, _result, mutation) => {
        const marksFields = fault instanceof ApiError && fault.code === 'validation'
        if (mutation.meta?.quiet !== true && !marksFields) sayFailure(words, fault)
      },
    }),
    // the api itself retries what may be retried
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
