import { DEFAULT_LANG } from '@kartis/i18n/lang.ts'
import { version } from '../package.json'
import { ApiError } from './api-error.ts'
import { checkConnection, recordAnswer } from './connection.ts'
import { recordContact } from './offline/last-contact.ts'
import { accessToken, readStored, workspace } from './storage.ts'

export interface Outgoing {
  readonly method: string
  readonly url: string
  readonly body: string | FormData | undefined
  readonly timeoutMs: number
  readonly headers?: Readonly<Record<string, string>>
}

const headersOf = ({ url, body, headers }: Outgoing): Headers => {
  const all = new Headers(headers)
  const token = accessToken()
  const account = workspace()
  all.set('Accept-Language', document.documentElement.lang || DEFAULT_LANG)
  all.set('X-App-Name', 'producer')
  all.set('X-App-Version', version)
  if (account !== undefined) all.set('X-Account-Id', account)
  if (token !== undefined) all.set('Authorization', `Bearer ${token}`)
  // only calls of the box office carry the token of the register
  const register =
    url.startsWith('/api/v1/cashier/') && account !== undefined ? readStored(`device:till-${account}`) : undefined
  if (register !== undefined) all.set('X-Device-Token', register)
  if (typeof body === 'string') all.set('Content-Type', 'application/json')
  return all
}

/** Sends one request with the headers that every call carries. Throws N1 when there is no response. */
export const send = async (outgoing: Outgoing): Promise<Response> => {
  try {
    const response = await fetch(outgoing.url, {
      method: outgoing.method,
      headers: headersOf(outgoing),
      body: outgoing.body,
      credentials: 'same-origin',
      signal: AbortSignal.timeout(outgoing.timeoutMs),
    })
    recordAnswer()
    if (response.ok) recordContact()
    return response
  } catch {
    void checkConnection()
    throw new ApiError({ code: 'N1', description: '', status: 0 })
  }
}

export const isNetworkFailure = (error: unknown): boolean => error instanceof ApiError && error.status === 0
