import { PHONE_FIRST } from './availability.ts'
import { HOLD, OPEN_HOLDS } from './limits.ts'
import { type Refusal, refuse } from './refusal.ts'

/** Unpaid orders of one event that one network, device or person has open. */
export interface OpenHolds {
  readonly orders: number
  readonly tickets: number
  /** When the first of them ends (milliseconds of the epoch), where that was read. */
  readonly until?: number | undefined
}

/** What a network's anonymous orders hold of one ticket type, and want more of it. */
export interface TypeHolds {
  /** Tickets of the type, sold ones included. */
  readonly offered: number
  readonly held: number
  readonly requested: number
}

/** Who asks for tickets, with what they have open already. `person`: a caller whose phone is verified. */
export interface HoldCaller {
  /** Anonymous orders of the caller's network; for a person those of all verified callers of the network. */
  readonly network: OpenHolds
  readonly device?: OpenHolds | undefined
  readonly person?: OpenHolds | undefined
  /** The ticket types of an anonymous cart. */
  readonly types?: readonly TypeHolds[]
  /** Tickets that anonymous orders of the network gave back, or let expire, in the last minutes (`OPEN_HOLDS.returnedMinutes`). */
  readonly returned?: number
}

const share = (offered: number, percent: number): number => Math.floor((offered * percent) / 100)

/** Tickets of an event, or of one of its types, that the anonymous orders of one network may hold together. */
export const anonymousShare = (offered: number): number =>
  Math.max(
    OPEN_HOLDS.networkLeastTickets,
    Math.min(OPEN_HOLDS.networkTickets, share(offered, OPEN_HOLDS.networkSmallPercent)),
    share(offered, OPEN_HOLDS.networkPercent),
  )

/** Whether the anonymous orders of a network would hold more of the event or of a type than their share, or turn too much over. */
const isAboveShare = (
  offered: number,
  requested: number,
  { network, types = [], returned = 0 }: HoldCaller,
): boolean => {
  const most = anonymousShare(offered)
  const together = network.tickets + requested
  return (
    (requested > 0 && (together > most || together + returned > most * OPEN_HOLDS.returnedShares)) ||
    types.some((type) => type.requested > 0 && type.held + type.requested > anonymousShare(type.offered))
  )
}

/** Tickets of an event that the verified callers of one network may hold together. */
export const verifiedShare = (offered: number): number =>
  Math.max(OPEN_HOLDS.verifiedTickets, share(offered, OPEN_HOLDS.verifiedPercent))

/** Seconds until the first of these orders ends; of an order that was not counted yet, as long as it lives. */
const secondsLeft = ({ until }: OpenHolds, now: Date): number =>
  until === undefined
    ? HOLD.minutes * 60
    : Math.min(HOLD.maxMinutes * 60, Math.max(1, Math.ceil((until - now.getTime()) / 1000)))

const tooMany = (reason: 'open_orders' | 'network_orders', seconds: number): Refusal =>
  refuse('too_many_requests', { detail: { retry_after: seconds, reason } })

/**
 * Whether a caller may hold so many tickets more of an event that offers `offered`, so that nobody keeps an event from
 * being sold by holding it. `phone_unverified` where a network holds its share: its next buyers verify a phone first,
 * which honest ones behind a shared address can. The same for its share of a ticket type, and where it has given back much. `too_many_requests` for a device or a person with too many open orders,
 * and where the verified callers of a network hold theirs; the first order of such a network is never refused. They name
 * the seconds until the first of the open orders ends.
 */
export const holdRefusal = (offered: number, requested: number, caller: HoldCaller, now: Date): Refusal | undefined => {
  const { network, device, person } = caller
  const full = [device, person].flatMap((holds) => (holds && holds.orders >= OPEN_HOLDS.orders ? [holds] : []))
  if (full.length > 0) return tooMany('open_orders', Math.max(...full.map((holds) => secondsLeft(holds, now))))
  if (!person) return isAboveShare(offered, requested, caller) ? PHONE_FIRST : undefined
  return network.orders > 0 && network.tickets + requested > verifiedShare(offered)
    ? tooMany('network_orders', secondsLeft(network, now))
    : undefined
}
