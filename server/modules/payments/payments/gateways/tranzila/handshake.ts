import type { Agorot } from '@kartis/domain/money.ts'
import { GatewayError } from '../../gateway.ts'
import { pick } from './fields.ts'
import { signedCall, textCall } from './call.ts'
import type { TranzilaConfig, TranzilaDeps } from './config.ts'
import { wireSum } from './sum.ts'

/** How long a handshake holds its sum. */
export const HANDSHAKE_MINUTES = 20

export const handshakeEnd = (from: Date): Date => new Date(from.getTime() + HANDSHAKE_MINUTES * 60_000)

/** Locks a sum on a terminal and gives its token (thtk). Throws GatewayError. */
export const createHandshake = async (
  config: TranzilaConfig,
  deps: TranzilaDeps,
  ask: { readonly terminal: string; readonly amount: Agorot },
): Promise<string> => {
  const thtk = config.handshakeVersion === 'v1' ? await first(config, deps, ask) : await second(config, deps, ask)
  if (!/^[\w-]{8,64}$/.test(thtk)) throw new GatewayError('bad_reply', 'the gateway gave no handshake token')
  return thtk
}

const first = async (
  config: TranzilaConfig,
  deps: TranzilaDeps,
  ask: { readonly terminal: string; readonly amount: Agorot },
): Promise<string> => {
  const query = new URLSearchParams({
    supplier: ask.terminal,
    sum: wireSum(ask.amount),
    TranzilaPW: config.password,
  })
  const answer = await textCall(deps, `${config.apiBase}/v1/handshake/create?${query.toString()}`)
  return new URLSearchParams(answer.trim()).get('thtk') ?? ''
}

const second = async (
  config: TranzilaConfig,
  deps: TranzilaDeps,
  ask: { readonly terminal: string; readonly amount: Agorot },
): Promise<string> => {
  const reply = await signedCall(config, deps, `${config.apiBase}/v2/handshake/create`, {
    terminal_name: ask.terminal,
    // The wire wants a JSON number; a sum of at most two places is written back exactly as it was read.
    sum: Number(wireSum(ask.amount)),
  })
  const error = pick(reply, ['error_code'])['error_code'] ?? 'shape'
  if (error !== '0') throw new GatewayError(`handshake_${error}`, 'the gateway refused the handshake')
  return typeof reply['thtk'] === 'string' ? reply['thtk'] : ''
}
