import { createSession } from '@kartis/contract/session.ts'
import { DEFAULT_LANG, type Lang } from '@kartis/i18n/lang.ts'
import { useCallback } from 'react'
import { type Api, networkFailure, type Result, send, useApi } from './api.ts'
import { usePageContext } from './page-context.tsx'

/** One sign-in for both sites: the producer app stores its token under the same name, base64 as well. */
const TOKEN = 'access_token'

const encode = (text: string): string => btoa(String.fromCodePoint(...new TextEncoder().encode(text)))
const decode = (text: string): string =>
  new TextDecoder().decode(Uint8Array.from(atob(text), (char) => char.codePointAt(0) ?? 0))

/** The token of this tab, for browsers that refuse storage. */
let tokenInMemory: string | undefined

export const storedToken = (): string | undefined => {
  try {
    const value = localStorage.getItem(TOKEN)
    return value === null ? tokenInMemory : decode(value)
  } catch {
    return tokenInMemory
  }
}

export const storeToken = (token: string | undefined): void => {
  tokenInMemory = token
  try {
    if (token === undefined) localStorage.removeItem(TOKEN)
    else localStorage.setItem(TOKEN, encode(token))
  } catch {
    // Without storage the token is lost when the tab closes.
  }
}

const session = createSession<Result<unknown>>({
  readToken: storedToken,
  saveToken: storeToken,
  send: (request, headers) => send(request, (document.documentElement.lang || DEFAULT_LANG) as Lang, { headers }),
  isUnauthorized: (result) => !result.ok && result.status === 401,
  onEnd: () => storeToken(undefined),
  unavailable: async ({ status }) => new Error(`no session could be read: ${status}`),
})

/** The API as the signed-in phone. An expired token is refreshed once. */
export const useUserApi = (): Api => {
  const api = useApi()
  const { t } = usePageContext()
  const userApi = useCallback(
    async (method: 'GET', path: '/v1/account/users/me', call?: object) => {
      try {
        return await session.call(() => api(method, path, { ...call, bearer: storedToken() }))
      } catch {
        return networkFailure(t)
      }
    },
    [api, t],
  )
  // The wrapper does not depend on method and path, so it is typed with one endpoint.
  return userApi as unknown as Api
}
