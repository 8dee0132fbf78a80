import { admits, type Gate, gateOfSeat } from './gate.ts'
import type { Reason } from './reason.ts'

/** What devices without a network do with a ticket that another one may have admitted. */
export const OFFLINE_POLICIES = ['trust', 'lanes'] as const
export type OfflinePolicy = (typeof OFFLINE_POLICIES)[number]

/** The most lanes that an event may have. */
export const MAX_LANES = 40

/** The lanes of an event, numbered from 1, and the gates at which some of them are. */
export interface LanePlan {
  readonly count: number
  readonly gates: readonly Gate[]
}

const lanesAt = ({ lanes = [] }: Gate, count: number): number[] => lanes.filter((lane) => lane <= count)

const lanesOfGates = (gates: readonly Gate[], count: number): number[] =>
  [...new Set(gates.flatMap((gate) => lanesAt(gate, count)))].toSorted((a, b) => a - b)

/** The lanes where a ticket may enter: those of its seat's gate, of the gates of its type, or all of them where no such gate has any. */
const lanesOf = ({ count, gates }: LanePlan, typeId: string, seatGate: string | null | undefined): number[] => {
  const own = gates.filter((gate) => admits(gate, typeId))
  const seatGateName = gateOfSeat({ gates, seatGates: [] }, seatGate)
  const ofSeat = lanesOfGates(
    own.filter(({ name }) => name === seatGateName),
    count,
  )
  if (ofSeat.length > 0) return ofSeat
  const lanes = lanesOfGates(own, count)
  return lanes.length > 0 ? lanes : Array.from({ length: count }, (_, place) => place + 1)
}

/** Spreads the last 32 bits of a uuid evenly; they are random. */
const spread = (ticketId: string): number => {
  let hash = Number.parseInt(ticketId.slice(-8), 16)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/**
 * The lane of a ticket: the same on every device and on paper, for it follows from ticket, type, the gate of its seat and
 * the plan alone. Undefined for a ticket whose type nobody can tell.
 */
export const laneOf = (
  plan: LanePlan,
  ticketId: string,
  typeId: string,
  seatGate?: string | null,
): number | undefined => {
  if (typeId === '') return undefined
  const lanes = lanesOf(plan, typeId, seatGate)
  return lanes[spread(ticketId.toLowerCase()) % lanes.length]
}

/** The name of the gate where a lane is; null where no gate lists it. */
export const gateOfLane = ({ gates }: LanePlan, lane: number): string | null =>
  gates.find(({ lanes = [] }) => lanes.includes(lane))?.name ?? null

type Policy = { readonly offline: OfflinePolicy; readonly lanes?: number | undefined } | null | undefined

/** How many lanes an event has by its settings; 0 where its devices trust each other. */
export const laneCountOf = (policy: Policy): number => (policy?.offline === 'lanes' ? (policy.lanes ?? 0) : 0)

/** The lanes of an event by its settings; undefined where its devices trust each other. */
export const lanePlanOf = (policy: Policy, gates: readonly Gate[]): LanePlan | undefined => {
  const count = laneCountOf(policy)
  return count > 0 ? { count, gates } : undefined
}

/** What is wrong with the lanes that gates list, by `<place of the gate>.lanes.<place of the lane>`: one that the event lacks, or of two gates. */
export const gateLaneReasons = (gates: readonly Pick<Gate, 'lanes'>[], policy: Policy): Record<string, Reason[]> => {
  const count = laneCountOf(policy) || MAX_LANES
  const seen = new Set<number>()
  const reasons: Record<string, Reason[]> = {}
  for (const [place, { lanes = [] }] of gates.entries())
    for (const [at, lane] of lanes.entries()) {
      if (lane > count) reasons[`${place}.lanes.${at}`] = ['too_big']
      else if (seen.has(lane)) reasons[`${place}.lanes.${at}`] = ['duplicate']
      seen.add(lane)
    }
  return reasons
}
