import type { Agorot } from '@kartis/domain/money.ts'
import { GatewayError } from '../../gateway.ts'
import { pick } from '../fields.ts'
import { signedCall, textCall } from './call.ts'
import type { TranzilaConfig, TranzilaDeps } from './config.ts'
import { wireSum } from '../sum.ts'

/** Validity of a handshake. */
export const HANDSHAKE_MINUTES = 20

export const handshakeEnd = (from: Date): Date => new Date(from.getTime() + HANDSHAKE_MINUTES * 60_000)

/** Locks an amount on a terminal; the token of the lock (thtk). Throws GatewayError. */
export const createHandshake = async (
  config: TranzilaConfig,
  deps: TranzilaDeps,
  request: { readonly terminal: string; readonly amount: Agorot },
): Promise<string> => {
  const thtk =
    config.handshakeVersion === 'v1' ? await first(config, deps, request) : await second(config, deps, request)
  if (!/^[\w-]{8,64}$/.test(thtk)) throw new GatewayError('bad_reply', 'the gateway returned no handshake token')
  return thtk
}

const first = async (
  config: TranzilaConfig,
  deps: TranzilaDeps,
  request: { readonly terminal: string; readonly amount: Agorot },
): Promise<string> => {
  const query = new URLSearchParams({
    supplier: request.terminal,
    sum: wireSum(request.amount),
    TranzilaPW: config.password,
  })
  const reply = await textCall(deps, `${config.apiBase}/v1/handshake/create?${query.toString()}`)
  return new URLSearchParams(reply.trim()).get('thtk') ?? ''
}

const second = async (
  config: TranzilaConfig,
  deps: TranzilaDeps,
  request: { readonly terminal: string; readonly amount: Agorot },
): Promise<string> => {
  const reply = await signedCall(config, deps, `${config.apiBase}/v2/handshake/create`, {
    terminal_name: request.terminal,
    // The API takes a JSON number; an amount of at most two decimal places is serialized exactly.
    sum: Number(wireSum(request.amount)),
  })
  const error = pick(reply, ['error_code'])['error_code'] ?? 'shape'
  if (error !== '0') throw new GatewayError(`handshake_${error}`, 'the gateway refused the handshake')
  return typeof reply['thtk'] === 'string' ? reply['thtk'] : ''
}
