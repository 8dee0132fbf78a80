import { GatewayError } from '../../gateway.ts'
import type { TranzilaConfig, TranzilaDeps } from './config.ts'
import { signedHeaders } from './sign.ts'

const PATIENCE_MS = 15_000

/** One signed JSON call. Gives the reply's object; throws GatewayError for no answer, a bad status or a reply that is no object. */
export const signedCall = async (
  config: TranzilaConfig,
  deps: TranzilaDeps,
  url: string,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> => {
  const response = await reach(deps, url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signedHeaders(config, deps.now(), deps.nonce()) },
    body: JSON.stringify({ terminal_name: config.terminal, ...body }),
  })
  if (!response.ok) throw new GatewayError(`http_${response.status}`, `the gateway answered ${response.status}`)
  const reply = await readText(response).then(parseObject)
  if (!reply) throw new GatewayError('bad_reply', 'the gateway answered with something that is not a JSON object')
  return reply
}

/** A plain call whose answer is text (the first version of the handshake). */
export const textCall = async (deps: TranzilaDeps, url: string): Promise<string> => {
  const response = await reach(deps, url, { method: 'GET' })
  if (!response.ok) throw new GatewayError(`http_${response.status}`, `the gateway answered ${response.status}`)
  return readText(response)
}

const reach = async (deps: TranzilaDeps, url: string, init: RequestInit): Promise<Response> => {
  try {
    return await deps.fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) })
  } catch (cause) {
    throw new GatewayError('unreachable', 'the gateway did not answer', { cause })
  }
}

const readText = async (response: Response): Promise<string> => {
  try {
    return await response.text()
  } catch (cause) {
    throw new GatewayError('unreachable', 'the answer of the gateway broke off', { cause })
  }
}

const parseObject = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
