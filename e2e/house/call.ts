import { type CallOf, requestOf } from '@kartis/contract/client.ts'
import { devMessages } from '@kartis/contract/dev.ts'
import type { Endpoint, ReplyOf } from '@kartis/contract/endpoint.ts'
import { place } from './server.ts'

export interface Who {
  readonly token?: string
  readonly account?: string
  /** A buyer's key to one order. */
  readonly order?: string
  /** Hebrew unless told. */
  readonly lang?: string
}

/** Calls the API as any client does; anything but success ends the test. */
export const callAs =
  (who: Who = {}) =>
  async <E extends Endpoint>(endpoint: E, call: CallOf<E>): Promise<ReplyOf<E>> => {
    const wire = requestOf(endpoint, call)
    const answer = await fetch(`${place().url}${wire.url}`, {
      method: wire.method,
      ...(wire.body && { body: wire.body }),
      headers: {
        'accept-language': who.lang ?? 'he',
        ...(typeof wire.body === 'string' && { 'content-type': 'application/json' }),
        ...(who.token && { authorization: `Bearer ${who.token}` }),
        ...(who.account && { 'x-account-id': who.account }),
        ...(who.order && { 'x-order-token': who.order }),
      },
    })
    if (!answer.ok) throw new Error(`${wire.method} ${wire.url}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as ReplyOf<E>
  }

export type Caller = ReturnType<typeof callAs>

/** What was sent to a phone or an e-mail, newest first. */
export const messagesTo = async (to: string) => {
  const answer = await fetch(`${place().url}/api/dev/messages?to=${encodeURIComponent(to)}`)
  return devMessages.parse(await answer.json()).data
}

/** The newest one-time code of a phone. */
export const codeFor = async (phone: string): Promise<string> => {
  const found = (await messagesTo(phone)).find(({ code }) => code !== undefined)?.code
  if (!found) throw new Error(`no code was sent to ${phone}`)
  return found
}
