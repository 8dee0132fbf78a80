import { GatewayError } from '../../gateway.ts'
import { jsonCall } from '../json-call.ts'
import type { CardcomConfig, CardcomDeps } from './config.ts'

export type Fields = Readonly<Record<string, unknown>>

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** A call of the API v11; the reply's object. Throws GatewayError. */
export const call = async (config: CardcomConfig, deps: CardcomDeps, path: string, body: Fields): Promise<Fields> => {
  const reply = await jsonCall(deps.fetch, `${config.base}/api/v11/${path}`, body)
  if (typeof reply !== 'object' || reply === null)
    throw new GatewayError('bad_reply', 'the reply of the gateway is not an object')
  return Array.isArray(reply) ? { rows: reply } : (reply as Fields)
}

/** The code of a reply; undefined where it has none. */
export const codeOf = ({ ResponseCode: code }: Fields): number | undefined =>
  typeof code === 'number' && Number.isInteger(code) ? code : undefined
