import type { Platform } from '../../../platform/platform.ts'
import type { GatewayContext } from './gateway-descriptor.ts'

/** What this installation gives its gateways. */
export const gatewayContext = ({ settings, clock, selfFetch }: Platform): GatewayContext => ({
  publicUrl: settings.publicUrl,
  now: clock,
  fetch: selfFetch.fetch,
  emptyCodes: settings.payments.emptyCodes,
})
