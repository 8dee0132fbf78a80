import { GatewayError } from '../../gateway.ts'
import { pick } from '../fields.ts'
import { jsonCall } from '../json-call.ts'
import type { PayplusConfig, PayplusDeps } from './config.ts'

export type Fields = Readonly<Record<string, unknown>>

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** `refusal`: what the gateway says is wrong, in its own words; undefined for a success. */
export interface Reply {
  readonly refusal: string | undefined
  readonly data: Fields
}

/** A call of the REST API. Throws GatewayError for no reply, an error status and a reply of another shape. */
export const call = async (config: PayplusConfig, deps: PayplusDeps, path: string, body: Fields): Promise<Reply> => {
  const { apiKey: api_key, secretKey: secret_key } = config
  const reply = await jsonCall(deps.fetch, `${config.base}/api/v1.0/${path}`, body, {
    authorization: JSON.stringify({ api_key, secret_key }),
  })
  const { results, data } = fieldsOf(reply)
  const { status, code, description } = pick(results, ['status', 'code', 'description'])
  if (status === undefined) throw new GatewayError('bad_reply', 'the reply of the gateway has no results')
  const isSuccess = status === 'success' && (code === undefined || code === '0')
  return { refusal: isSuccess ? undefined : (description ?? code ?? status).slice(0, 100), data: fieldsOf(data) }
}
