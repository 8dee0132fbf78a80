import type { FastifyRequest } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import type { OrderOrigin } from '../orders/index.ts'

/** 96 bits: enough that no two networks share one, and short in every row. */
const CHARS = 16

const DEVICE = /^[\w-]{16,64}$/

/**
 * From where a reservation comes, as keyed hashes: the network of its address, and the browser's random id
 * (`X-Waiting-Device`) where it sends one. Nothing is kept where limits are off.
 */
export const originOf = (
  { keys, settings }: Pick<Platform, 'keys' | 'settings'>,
  { network, headers }: Pick<FastifyRequest, 'network' | 'headers'>,
): OrderOrigin => {
  if (!settings.rateLimits) return { network: null, device: null }
  const device = headers['x-waiting-device']
  return {
    network: keys.hmac('order_network', network).slice(0, CHARS),
    device:
      typeof device === 'string' && DEVICE.test(device) ? keys.hmac('order_device', device).slice(0, CHARS) : null,
  }
}
