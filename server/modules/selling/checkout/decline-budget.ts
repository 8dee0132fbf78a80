import { DECLINED_CARDS } from '@kartis/domain/limits.ts'
import type { Refusal } from '@kartis/domain/refusal.ts'
import { countCall, limit } from '../../../platform/http/rate-limit.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { OrderRow } from '../orders/index.ts'

type Network = Pick<OrderRow, 'network'>

/** Networks (keyed hashes) with a declined card in this process, and until when (ms) they are looked up before a payment. */
const declinedIn = new WeakMap<Platform, Map<string, number>>()

const networksOf = (platform: Platform): Map<string, number> => {
  const recent = declinedIn.get(platform) ?? new Map<string, number>()
  declinedIn.set(platform, recent)
  return recent
}

const keyOf = (network: string): string => `declined:${network}`

/** Counts a declined card for the network that reserved its order. */
export const countDecline = async (platform: Platform, { network }: Network): Promise<void> => {
  if (network === null) return
  const now = platform.clock().getTime()
  const recent = networksOf(platform)
  for (const [other, until] of recent) if (until <= now) recent.delete(other)
  recent.set(network, now + DECLINED_CARDS.network.seconds * 1000)
  const { count } = await countCall(platform, keyOf(network), DECLINED_CARDS.network)
  if (count === DECLINED_CARDS.network.max + 1)
    platform.log.warn({ network: network.slice(0, 12), declined: count }, 'many declined cards from one network')
}

/**
 * Refuses a payment (`too_many_requests`) of a network with too many declined cards, but of signed-in buyers. Others cost no
 * statement: only a network that had a declined card in this process is looked up.
 */
export const refuseAfterDeclines = async (
  platform: Platform,
  { network }: Network,
  phone: string | undefined,
): Promise<Refusal | undefined> => {
  if (network === null || phone !== undefined) return undefined
  const until = networksOf(platform).get(network)
  if (until === undefined || until <= platform.clock().getTime()) return undefined
  return limit(platform, keyOf(network), DECLINED_CARDS.network, 0)
}
