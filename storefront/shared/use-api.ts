import { useCallback } from 'react'
import { callApi } from './api.ts'
import type { Result } from './api.ts'
import { usePage } from './page-context.tsx'

interface Options {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly body?: unknown
  readonly orderToken?: string
  readonly bearer?: string | undefined
  readonly idempotencyKey?: string
  readonly headers?: Readonly<Record<string, string>>
}
export type Api = <T>(path: string, options?: Options) => Promise<Result<T>>

/** The API in the page's language, with its own words for a lost network. */
export const useApi = (): Api => {
  const { lang, say } = usePage()
  return useCallback(
    <T>(path: string, options: Options = {}) =>
      callApi<T>(path, { ...options, lang, offline: say('sale.site.offline'), fault: say('sale.site.fault') }),
    [lang, say],
  )
}
