import { GatewayError } from '../../gateway.ts'
import { reach, readText } from '../json-call.ts'
import type { TranzilaConfig, TranzilaDeps } from './config.ts'
import { signedHeaders } from './sign.ts'

/** One signed JSON call; the reply's object. Throws GatewayError for no reply, an error status or a reply that is not an object. */
export const signedCall = async (
  config: TranzilaConfig,
  deps: TranzilaDeps,
  url: string,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> => {
  const response = await reach(deps.fetch, url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signedHeaders(config, deps.now(), deps.nonce()) },
    body: JSON.stringify({ terminal_name: config.terminal, ...body }),
  })
  if (!response.ok)
    throw new GatewayError(`http_${response.status}`, `the gateway replied with status ${response.status}`)
  const reply = await readText(response).then(parseObject)
  if (!reply) throw new GatewayError('bad_reply', 'the reply of the gateway is not a JSON object')
  return reply
}

/** An unsigned call with a text reply (the first version of the handshake). */
export const textCall = async (deps: TranzilaDeps, url: string): Promise<string> => {
  const response = await reach(deps.fetch, url, { method: 'GET' })
  if (!response.ok)
    throw new GatewayError(`http_${response.status}`, `the gateway replied with status ${response.status}`)
  return readText(response)
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
