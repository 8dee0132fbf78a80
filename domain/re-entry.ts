import { dayIn } from './zone.ts'

/**
 * Whether a ticket that has entered may enter again. `after_exit`: once its exit has been scanned. `daily`: once on each
 * day of the event as well, with or without an exit.
 */
export const RE_ENTRY_POLICIES = ['never', 'after_exit', 'daily'] as const
export type ReEntryPolicy = (typeof RE_ENTRY_POLICIES)[number]

/** The most entries that an event may allow a ticket on one day. */
export const MAX_ENTRIES_PER_DAY = 50

export interface ReEntryRules {
  readonly policy: ReEntryPolicy
  /** How many times a ticket may enter on one day; null without a limit. */
  readonly perDay: number | null
  /** The event's time zone, which its days are of. */
  readonly zone: string
}

/** Where nobody enters twice. */
export const NO_RE_ENTRY: ReEntryRules = { policy: 'never', perDay: null, zone: 'UTC' }

/** A night that ends at four in the morning belongs to the day on which it began. */
const DAY_STARTS_AT_HOUR = 5
const HOUR_MS = 3_600_000

/** The day of the event to which an instant belongs, `YYYY-MM-DD`: from five in the morning to five in the morning. */
export const gateDay = (zone: string, at: Date): string =>
  dayIn(zone, new Date(at.getTime() - DAY_STARTS_AT_HOUR * HOUR_MS))

export const GATE_DIRECTIONS = ['entry', 'exit'] as const
export type GateDirection = (typeof GATE_DIRECTIONS)[number]

/** One passage of a ticket through a gate. */
export interface GateAct {
  /** Uuid of its scan. */
  readonly id: string
  readonly at: Date
  readonly direction: GateDirection
}

/** Where a ticket that has entered is now. */
export interface Presence {
  /** Its last entry. */
  readonly enteredAt: Date
  /** Its last exit; null while it is inside. */
  readonly leftAt: Date | null
  /** Its entries on the day of the last one. */
  readonly dayEntries: number
}

/**
 * Why an act is not possible. `inside`: the ticket has entered, and may not again. `limit`: it has entered as often as it
 * may that day. `outside`: it cannot leave, for it is not inside.
 */
export type PresenceObstacle = 'inside' | 'limit' | 'outside'

/** What hinders a ticket with this presence from entering or leaving at that time; undefined where nothing does. */
export const obstacleTo = (
  { direction, at }: Pick<GateAct, 'direction' | 'at'>,
  presence: Presence | undefined,
  rules: ReEntryRules,
): PresenceObstacle | undefined => {
  if (direction === 'exit') return presence && presence.leftAt === null ? undefined : 'outside'
  if (!presence) return undefined
  const isSameDay = gateDay(rules.zone, at) === gateDay(rules.zone, presence.enteredAt)
  const mayEnter = presence.leftAt === null ? rules.policy === 'daily' && !isSameDay : rules.policy !== 'never'
  if (!mayEnter) return 'inside'
  return isSameDay && rules.perDay !== null && presence.dayEntries >= rules.perDay ? 'limit' : undefined
}

/** The presence once the act has happened. */
export const afterAct = ({ direction, at }: GateAct, before: Presence | undefined, rules: ReEntryRules): Presence => {
  if (direction === 'exit') return { enteredAt: at, dayEntries: 1, ...before, leftAt: at }
  const isSameDay = before !== undefined && gateDay(rules.zone, at) === gateDay(rules.zone, before.enteredAt)
  return { enteredAt: at, leftAt: null, dayEntries: isSameDay ? before.dayEntries + 1 : 1 }
}

export interface Passages {
  /** Undefined where none of the acts counts. */
  readonly presence: Presence | undefined
  /** The acts that count, in their order; the first is the entry that redeemed the ticket. */
  readonly counted: readonly GateAct[]
}

/** Of two acts at the same time the one with the lower uuid came first, whoever asks. */
const byTime = (a: GateAct, b: GateAct): number => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1)

/**
 * Where a ticket is after these acts, in whatever order they arrived from devices: they are replayed by their times, and
 * an act that is not possible in its place does not count.
 */
export const replayPassages = (acts: readonly GateAct[], rules: ReEntryRules): Passages => {
  let presence: Presence | undefined
  const counted: GateAct[] = []
  for (const act of acts.toSorted(byTime)) {
    if (obstacleTo(act, presence, rules) !== undefined) continue
    presence = afterAct(act, presence, rules)
    counted.push(act)
  }
  return { presence, counted }
}
