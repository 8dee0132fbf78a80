import { TIMEOUTS } from '@kartis/domain/limits.ts'
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
  // Which till speaks; nobody else needs to know.
  const till =
    url.startsWith('/api/v1/cashier/') && account !== undefined ? readStored(`device:till-${account}`) : undefined
  if (till !== undefined) all.set('X-Device-Token', till)
  if (typeof body === 'string') all.set('Content-Type', 'application/json')
  return all
}

/** One request with the headers every call carries. Throws N1 where no answer came. */
export const send = async (outgoing: Outgoing): Promise<Response> => {
  try {
    const answer = await fetch(outgoing.url, {
      method: outgoing.method,
      headers: headersOf(outgoing),
      body: outgoing.body,
      credentials: 'same-origin',
      signal: AbortSignal.timeout(outgoing.timeoutMs),
    })
    recordAnswer()
    if (answer.ok) recordContact()
    return answer
  } catch {
    void checkConnection()
    throw new ApiError({ code: 'N1', description: '', status: 0 })
  }
}

export const isNetworkFailure = (fault: unknown): boolean => fault instanceof ApiError && fault.status === 0

/** On a network failure waits three seconds and tries once more. */
export const sendTwice = async (outgoing: Outgoing): Promise<Response> => {
  try {
    return await send(outgoing)
  } catch (fault) {
    if (!isNetworkFailure(fault)) throw fault
    await new Promise((resolve) => setTimeout(resolve, TIMEOUTS.networkRetryMs))
    return send(outgoing)
  }
}
