import { setTimeout as sleep } from 'node:timers/promises'
import { type CallOf, requestOf } from '@kartis/contract/client.ts'
import { devMessages } from '@kartis/contract/dev.ts'
import type { Endpoint, ReplyOf } from '@kartis/contract/endpoint.ts'

export interface Credentials {
  readonly token?: string
  readonly account?: string
  /** A buyer's token for one order. */
  readonly order?: string
  /** Default `he`. */
  readonly lang?: string
}

const MAX_TRIES = 5

/** Repeats a request that the server answers with 503, as it may while it starts. */
const fetchWhenReady = async (url: string, init: RequestInit): Promise<Response> => {
  for (let tries = 1; ; tries++) {
    const response = await fetch(url, init)
    if (response.status !== 503 || tries === MAX_TRIES) return response
    await sleep(Number(response.headers.get('retry-after') ?? 1) * 1000)
  }
}

/** Calls the API of the server at `url` by its contract. Any reply but a success throws. */
export const createCaller =
  (url: string, credentials: Credentials = {}) =>
  async <E extends Endpoint>(endpoint: E, call: CallOf<E>): Promise<ReplyOf<E>> => {
    const { token, account, order, lang = 'he' } = credentials
    const request = requestOf(endpoint, call)
    const response = await fetchWhenReady(`${url}${request.url}`, {
      method: request.method,
      ...(request.body && { body: request.body }),
      headers: {
        'accept-language': lang,
        ...(typeof request.body === 'string' && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(account && { 'x-account-id': account }),
        ...(order && { 'x-order-token': order }),
      },
    })
    if (!response.ok) throw new Error(`${request.method} ${request.url}: ${response.status} ${await response.text()}`)
    return (await response.json()) as ReplyOf<E>
  }

export type Caller = ReturnType<typeof createCaller>

/** Messages sent to a phone or an e-mail address, newest first. Only a server in development or test tells them. */
export const messagesTo = async (url: string, to: string) => {
  const response = await fetch(`${url}/api/dev/messages?to=${encodeURIComponent(to)}`)
  return devMessages.parse(await response.json()).data
}

/** The newest one-time code sent to a phone. */
export const codeFor = async (url: string, phone: string): Promise<string> => {
  const code = (await messagesTo(url, phone)).find((message) => message.code !== undefined)?.code
  if (!code) throw new Error(`no code was sent to ${phone}`)
  return code
}
