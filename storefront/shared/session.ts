import type { Lang } from '@kartis/i18n/lang.ts'
import type { Result } from './api.ts'
import type { Api } from './use-api.ts'

/** One sign-in for the whole site: the organisers' app keeps its token under the same name, base64 as well. */
const TOKEN = 'access_token'

const encode = (text: string): string => btoa(String.fromCodePoint(...new TextEncoder().encode(text)))
const decode = (text: string): string =>
  new TextDecoder().decode(Uint8Array.from(atob(text), (letter) => letter.codePointAt(0) ?? 0))

/** The tab's own memory, for browsers that keep none. */
let kept: string | undefined

export const storedToken = (): string | undefined => {
  try {
    const value = localStorage.getItem(TOKEN)
    return value === null ? kept : decode(value)
  } catch {
    return kept
  }
}

export const storeToken = (token: string | undefined): void => {
  kept = token
  try {
    if (token === undefined) localStorage.removeItem(TOKEN)
    else localStorage.setItem(TOKEN, encode(token))
  } catch {
    // The tab remembers it, that is enough until it is closed.
  }
}

/** Trades the refresh cookie for a new token, in one tab at a time: the cookie rotates and may be spent once only. */
const refresh = async (api: Api, spent: string | undefined): Promise<boolean> => {
  const trade = async (): Promise<boolean> => {
    const now = storedToken()
    if (now !== undefined && now !== spent) return true
    const answer = await api<{ token: string }>('/login/refresh', { method: 'POST' })
    if (answer.ok) storeToken(answer.data.token)
    else if (answer.status !== 0) storeToken(undefined)
    return answer.ok
  }
  return 'locks' in navigator ? navigator.locks.request('kartis-refresh', trade) : trade()
}

interface Options {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly body?: unknown
}

/** Calls the API as the signed-in phone; a token that has run out is renewed once. */
export const callAsUser = async <T>(api: Api, path: string, options: Options = {}): Promise<Result<T>> => {
  const token = storedToken()
  const first = await api<T>(path, { ...options, bearer: token })
  if (first.ok || first.status !== 401 || !(await refresh(api, token))) return first
  return api<T>(path, { ...options, bearer: storedToken() })
}

export const localeTag = (lang: Lang): string => (lang === 'ar' ? 'ar-IL-u-nu-latn' : `${lang}-IL`)
