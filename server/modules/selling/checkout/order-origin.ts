import type { FastifyRequest } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { browserHash, networkHash, type OrderOrigin } from '../orders/index.ts'

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
    network: networkHash(keys, network),
    device: typeof device === 'string' && DEVICE.test(device) ? browserHash(keys, device) : null,
  }
}
