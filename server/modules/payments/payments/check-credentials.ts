import { type Gateway, GatewayError } from './gateway.ts'

/** Whether the gateway shows its list of today for these credentials; nothing is charged. */
export const gatewayProblem = async (gateway: Gateway, now: Date): Promise<'unavailable' | 'refused' | null> => {
  try {
    for await (const _row of gateway.transactions({ from: now, until: now })) break
    return null
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return error.code === 'unreachable' || error.code.startsWith('http_5') ? 'unavailable' : 'refused'
  }
}
