import { GatewayError } from '../gateway.ts'

const TIMEOUT_MS = 15_000

/** One JSON call; the reply. Throws GatewayError for no reply, an error status or a reply that is no JSON. */
export const jsonCall = async (
  send: typeof fetch,
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> => {
  const response = await reach(send, url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await readText(response)
  if (!response.ok)
    throw new GatewayError(`http_${response.status}`, `the gateway replied with status ${response.status}`)
  try {
    return JSON.parse(text)
  } catch {
    throw new GatewayError('bad_reply', 'the reply of the gateway is not JSON')
  }
}

/** A request to a gateway. Throws GatewayError when nothing came back. */
export const reach = async (send: typeof fetch, url: string, init: RequestInit): Promise<Response> => {
  try {
    return await send(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (cause) {
    throw new GatewayError('unreachable', 'the gateway did not respond', { cause })
  }
}

/** Throws GatewayError when the reply is cut off. */
export const readText = async (response: Response): Promise<string> => {
  try {
    return await response.text()
  } catch (cause) {
    throw new GatewayError('unreachable', 'the reply of the gateway was cut off', { cause })
  }
}
