import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../platform.ts'
import { countUp, deleteOldCounters } from './rate-limit-queries.ts'

export interface Allowance {
  /** Times in the window. */
  readonly max: number
  readonly seconds: number
}

/**
 * Counts one more of `key` (such as `login:phone:+9725…`) and refuses above the allowance, saying in
 * `detail.retry_after` how many seconds to wait. Counted in PostgreSQL, so that all processes count together; the key
 * is stored as a hash. RATE_LIMITS=off lifts every limit.
 */
export const limit = async (
  platform: Platform,
  key: string,
  { max, seconds }: Allowance,
): Promise<Refusal | undefined> => {
  if (!platform.settings.rateLimits) return undefined
  const now = platform.clock()
  const resets = new Date(now.getTime() + seconds * 1000)
  const counter = await countUp(platform.db, platform.keys.hmac('rate', key), now, resets)
  if (counter.count <= max) return undefined
  const wait = Math.max(1, Math.ceil((counter.resets_at.getTime() - now.getTime()) / 1000))
  return refuse('too_many_requests', { detail: { retry_after: wait } })
}

export const forgetOldCounters = (platform: Platform): Promise<void> => deleteOldCounters(platform.db, platform.clock())

/** The network a caller comes from: an IPv6 customer has a whole /64 to himself, and counts as one. */
export const networkOf = (ip: string): string => {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip.replace(/^::ffff:/, '')
  const [head = '', tail = ''] = ip.split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail.split(':').filter(Boolean)
  const full = ip.includes('::')
    ? [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
    : first
  return `${full.slice(0, 4).join(':')}::/64`
}
