import { HOLD } from '@kartis/domain/limits.ts'
import { holdRefusal, type OpenHolds } from '@kartis/domain/open-holds.ts'
import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import { LRUCache } from 'lru-cache'
import { CACHE_SIZES } from '../../../platform/config/cache-sizes.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { OrderOrigin } from '../orders/index.ts'
import { countOpenHolds, holderKey, type OpenHoldsCount, typeHolder } from './open-holds-queries.ts'

/** Milliseconds for which a count of open orders is used; one process counts an event at most that often. */
const COUNT_MS = 1000
/** Milliseconds after which a refusal is decided again on a new count. */
const RECOUNT_MS = 100
/** Tickets of one network in one process for which nothing is counted: what most buyers take. */
const UNCOUNTED_TICKETS = 4
/** Milliseconds after which a reservation of this process is over, whatever became of it. */
const FORGET_MS = HOLD.minutes * 60_000

/** A reservation that this process made or is making. */
interface Claim {
  /** Tickets by holder. */
  readonly holders: ReadonlyMap<string, number>
  readonly since: number
  /** When it was durable; undefined while it is being made. */
  settledAt?: number
}

interface EventHolds {
  /** By holder: what this process let through and the count does not contain yet. */
  readonly claims: Map<string, Set<Claim>>
  count: OpenHoldsCount | undefined
  countedAt: number
  counting: Promise<void> | undefined
}

export interface HoldRequest {
  readonly eventId: string
  readonly tickets: number
  /** More tickets of each type, by its id; fewer are negative. */
  readonly types?: ReadonlyMap<string, number>
  readonly origin: OrderOrigin
  /** users.id of a caller whose phone is verified by a sign-in. */
  readonly userId: string | null
  /** The tickets are added to an order that is open already: no device or person has one order more. */
  readonly isChange?: boolean
  /** Whether this request was answered before: it then gets its first reply, and holds nothing more. */
  readonly isRepeat: () => Promise<boolean>
}

export interface HoldBudget {
  /**
   * Reserves if the caller's network, device and person may hold so much more of the event; else the refusal of
   * `holdRefusal`. What it lets through counts from that moment, so that requests at the same time count as well.
   */
  within<T>(request: HoldRequest, reserve: () => Promise<T | Refusal>): Promise<T | Refusal>
}

const NOTHING: OpenHolds = { orders: 0, tickets: 0 }

const claimsOf = (holds: EventHolds, holder: string): ReadonlySet<Claim> => holds.claims.get(holder) ?? new Set()

/**
 * What a holder has open: the count, and what this process let through since. The other processes of this machine do the
 * same with the same count, so that theirs is assumed to be as much.
 */
const openOf = (holds: EventHolds, holder: string | undefined, processes: number): OpenHolds | undefined => {
  if (holder === undefined) return undefined
  const counted = holds.count?.byHolder.get(holder) ?? NOTHING
  let { orders, tickets } = counted
  const { until } = counted
  for (const claim of claimsOf(holds, holder)) {
    orders += processes
    tickets += (claim.holders.get(holder) ?? 0) * processes
  }
  return { orders, tickets, until }
}

const remove = (holds: EventHolds, claim: Claim): void => {
  for (const holder of claim.holders.keys()) {
    const claims = holds.claims.get(holder)
    claims?.delete(claim)
    if (claims?.size === 0) holds.claims.delete(holder)
  }
}

const removeWhere = (holds: EventHolds, isOver: (claim: Claim) => boolean): void => {
  const claims = [...holds.claims.values()].flatMap((each) => [...each])
  for (const claim of claims) if (isOver(claim)) remove(holds, claim)
}

const holdersOf = ({ origin, userId, isChange }: HoldRequest) => ({
  network: origin.network === null ? undefined : holderKey(userId === null ? 'network' : 'verified', origin.network),
  device: isChange || origin.device === null ? undefined : holderKey('device', origin.device),
  person: isChange || userId === null ? undefined : holderKey('person', userId),
})

/** What the request's network gave back, as it was counted last. */
const returnedOf = ({ count }: EventHolds, { origin: { network }, userId }: HoldRequest): number =>
  network === null || userId !== null ? 0 : (count?.returnedOf.get(network) ?? 0)

/** The ticket types of an anonymous request, as holders of their own. */
const typesOf = ({ origin: { network }, userId, types = new Map() }: HoldRequest) =>
  network === null || userId !== null
    ? []
    : [...types].map(([id, requested]) => ({ id, requested, holder: holderKey('type', typeHolder(network, id)) }))

const addClaim = (holds: EventHolds, request: HoldRequest): Claim => {
  const { network, device, person } = holdersOf(request)
  const holders = new Map(
    [network, device, person].flatMap((holder) => (holder === undefined ? [] : [[holder, request.tickets] as const])),
  )
  for (const { holder, requested } of typesOf(request)) if (requested > 0) holders.set(holder, requested)
  const claim: Claim = { holders, since: performance.now() }
  for (const holder of holders.keys()) holds.claims.set(holder, new Set([...claimsOf(holds, holder), claim]))
  return claim
}

/**
 * The limits on open orders of one event (`OPEN_HOLDS`), checked before a cart joins its batch, so that a batch has no
 * statement more. A network that takes little costs no statement at all; for one that takes more, the open orders of the
 * event are counted, at most once a second for everybody.
 */
export const createHoldBudget = (platform: Pick<Platform, 'db' | 'settings' | 'clock'>): HoldBudget => {
  const events = new LRUCache<string, EventHolds>({ max: CACHE_SIZES.stock })
  const { processes } = platform.settings

  const holdsOf = (eventId: string): EventHolds => {
    const existing = events.get(eventId)
    if (existing) return existing
    const created: EventHolds = { claims: new Map(), count: undefined, countedAt: 0, counting: undefined }
    events.set(eventId, created)
    return created
  }

  const count = async (eventId: string, holds: EventHolds): Promise<void> => {
    const started = performance.now()
    const counted = await countOpenHolds(platform.db, eventId, platform.clock())
    holds.count = counted
    holds.countedAt = started
    // The count contains what was durable before it began.
    removeWhere(holds, ({ settledAt, since }) => (settledAt ?? Infinity) < started || started - since > FORGET_MS)
  }
  const refresh = (eventId: string, holds: EventHolds): Promise<void> =>
    (holds.counting ??= count(eventId, holds).finally(() => (holds.counting = undefined)))

  const decide = (holds: EventHolds, request: HoldRequest): Refusal | undefined => {
    const { network, device, person } = holdersOf(request)
    const caller = {
      network: openOf(holds, network, processes) ?? NOTHING,
      device: openOf(holds, device, processes),
      // A verified caller is decided as one, whether or not its orders count.
      person: openOf(holds, person, processes) ?? (request.userId === null ? undefined : NOTHING),
      types: typesOf(request).map(({ id, requested, holder }) => ({
        requested,
        offered: holds.count?.offeredOf.get(id) ?? 0,
        held: openOf(holds, holder, processes)?.tickets ?? 0,
      })),
      returned: returnedOf(holds, request),
    }
    return holdRefusal(holds.count?.offered ?? 0, request.tickets, caller, platform.clock())
  }

  /** Whether this is the caller's first open order as far as this process knows, and its network takes little. */
  const isLittle = (holds: EventHolds, request: HoldRequest): boolean => {
    const { network, device, person } = holdersOf(request)
    const open = (holder: string | undefined) => openOf(holds, holder, 1) ?? NOTHING
    return (
      open(network).tickets + returnedOf(holds, request) + request.tickets <= UNCOUNTED_TICKETS &&
      open(device).orders === 0 &&
      open(person).orders === 0
    )
  }

  /** Decides and takes at once: nothing may come between the two, or callers at the same moment would not see each other. */
  const take = (holds: EventHolds, request: HoldRequest): Claim | Refusal =>
    decide(holds, request) ?? addClaim(holds, request)

  /** On a count that is fresh enough; a refusal on one that contains every reservation made until now. */
  const claimOf = async (holds: EventHolds, request: HoldRequest): Promise<Claim | Refusal> => {
    if (isLittle(holds, request)) return addClaim(holds, request)
    const age = () => performance.now() - holds.countedAt
    if (holds.count === undefined || age() > COUNT_MS) await refresh(request.eventId, holds)
    const claim = take(holds, request)
    if (!isRefusal(claim) || age() < RECOUNT_MS) return claim
    await refresh(request.eventId, holds)
    return take(holds, request)
  }

  return {
    within: async (request, reserve) => {
      if (!platform.settings.rateLimits) return reserve()
      const holds = holdsOf(request.eventId)
      const claim = await claimOf(holds, request)
      if (isRefusal(claim)) return (await request.isRepeat()) ? reserve() : claim
      try {
        const reserved = await reserve()
        if (isRefusal(reserved)) remove(holds, claim)
        else claim.settledAt = performance.now()
        return reserved
      } catch (error) {
        remove(holds, claim)
        throw error
      }
    },
  }
}
