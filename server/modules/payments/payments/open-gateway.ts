import type { Platform } from '../../../platform/platform.ts'
import { selfFetch } from '../../../platform/http/self-fetch.ts'
import type { Gateway } from './gateway.ts'
import { tranzilaConfig } from './gateways/tranzila/config.ts'
import { tranzilaGateway } from './gateways/tranzila/tranzila.ts'

/**
 * The gateway of this installation and the terminal it charges on. The sandbox is the same adapter; only its calls end on
 * this very server.
 */
export const openGateway = (platform: Platform): { gateway: Gateway; terminal: string } => {
  const config = tranzilaConfig(platform.settings)
  const sandbox = platform.settings.payments.gateway === 'sandbox'
  return {
    gateway: tranzilaGateway(config, { now: platform.clock, ...(sandbox && { fetch: selfFetch(platform) }) }),
    terminal: config.terminal,
  }
}
