import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../platform.ts'
import { decrementCounter, deleteCountersBefore, incrementCounter } from './rate-limit-queries.ts'

export interface Allowance {
  /** Calls in a window. */
  readonly max: number
  /** Length of the window. */
  readonly seconds: number
}

export interface CountedCall {
  /** Calls in the window, this one included; 0 where limits are off. */
  readonly count: number
  readonly refusal: Refusal | undefined
}

/**
 * Counts a call of `key` (such as `login:phone:+9725…`) and refuses those above the allowance as `too_many_requests`, with
 * the seconds to wait in `detail.retry_after`. `by`: what the call counts for, 1 by default (bytes of an upload). The
 * counter is in PostgreSQL, shared by all processes; its key is stored as a hash. RATE_LIMITS=off lifts every limit.
 */
export const countCall = async (
  platform: Platform,
  key: string,
  { max, seconds }: Allowance,
  by = 1,
): Promise<CountedCall> => {
  if (!platform.settings.rateLimits) return { count: 0, refusal: undefined }
  const now = platform.clock()
  const resets = new Date(now.getTime() + seconds * 1000)
  const counter = await incrementCounter(platform.db, platform.keys.hmac('rate', key), { by, now, resets })
  if (counter.count <= max) return { count: counter.count, refusal: undefined }
  const wait = Math.max(1, Math.ceil((counter.resets_at.getTime() - now.getTime()) / 1000))
  return { count: counter.count, refusal: refuse('too_many_requests', { detail: { retry_after: wait } }) }
}

/** As `countCall`, for callers that need the refusal alone. */
export const limit = async (
  platform: Platform,
  key: string,
  allowance: Allowance,
  by = 1,
): Promise<Refusal | undefined> => (await countCall(platform, key, allowance, by)).refusal

/** Takes back one call that turned out not to count. */
export const uncount = async ({ db, clock, keys, settings }: Platform, key: string): Promise<void> => {
  if (settings.rateLimits) await decrementCounter(db, keys.hmac('rate', key), clock())
}

/** Deletes the counters whose window is over. */
export const deleteOldCounters = ({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> =>
  deleteCountersBefore(db, clock())

declare module 'fastify' {
  interface FastifyRequest {
    /** The network of the caller, read when the request arrives: the address is unknown once he has hung up. */
    network: string
    /** The address of the caller, read when the request arrives. */
    address: string
  }
}

/** What is counted for a caller who hung up before his request was read. */
const UNKNOWN_ADDRESS = '0.0.0.0'

/** Notes the address and the network of each request. Before all hooks that use them. */
export const noteNetworks = (app: FastifyInstance): void => {
  app.decorateRequest('network', '')
  app.decorateRequest('address', '')
  app.addHook('onRequest', (request, _reply, done) => {
    // The type promises an address; a closed socket has none.
    request.address = (request.ip as string | undefined) ?? UNKNOWN_ADDRESS
    request.network = networkOf(request.address)
    done()
  })
}

/** The network of an IP address, as rate limits count it: the address itself, or the /64 that an IPv6 customer gets. */
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
