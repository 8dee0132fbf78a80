const MINUTE_MS = 60_000

/** How the flow at the gates is measured. */
export const GATE_FLOW = {
  /** Minutes that the gate board shows. */
  minutes: 90,
  /** The last full minutes whose mean is the present rate. */
  rateMinutes: 5,
  /** How far ahead of the start a forecast says anything. */
  forecastMinutes: 180,
  /** Entries in a minute for each device at which a gate counts as busy: one person every seven to eight seconds. */
  busyPerDevice: 8,
  /** More devices than this nobody brings within an hour. */
  maxDevices: 4,
} as const

/** The beginning of the minute, as minutes since 1970. */
export const minuteOf = (at: Date): number => Math.floor(at.getTime() / MINUTE_MS)
export const minuteStart = (minute: number): Date => new Date(minute * MINUTE_MS)

/**
 * The minutes that the board shows, the last one included: from an hour and a half before the start until now, and from
 * then on the last hour and a half; of an event that is over those before its end.
 */
export const shownMinutes = (
  { startsAt, endsAt }: { readonly startsAt: Date; readonly endsAt: Date },
  now: Date,
): { readonly from: number; readonly last: number } => {
  const last = Math.min(minuteOf(now), minuteOf(endsAt))
  const before = minuteOf(startsAt) - GATE_FLOW.minutes
  const from = last > before && last <= minuteOf(startsAt) ? before : last - GATE_FLOW.minutes
  return { from, last }
}

/** Entries per minute: the mean of the last full minutes. The series ends with the minute that is not over. */
export const entryRate = (perMinute: readonly number[]): number => {
  const full = perMinute.slice(0, -1).slice(-GATE_FLOW.rateMinutes)
  return full.length === 0 ? 0 : full.reduce((sum, count) => sum + count, 0) / full.length
}

export type GateState = 'silent' | 'busy' | 'flowing' | 'quiet'

export interface GateFlow {
  readonly name: string | null
  /** Per minute, now. */
  readonly rate: number
  /** Devices that have been heard of lately; at least one where somebody enters. */
  readonly devices: number
  /** Devices of the gate without contact. */
  readonly silent: number
}

const perDevice = ({ rate, devices }: GateFlow): number => rate / Math.max(1, devices)

/** What a gate needs to be looked at for, first of all a device that nobody hears of. */
export const gateState = (gate: GateFlow): GateState => {
  if (gate.silent > 0) return 'silent'
  if (gate.rate === 0) return 'quiet'
  return perDevice(gate) >= GATE_FLOW.busyPerDevice ? 'busy' : 'flowing'
}

/** What would help. `add`: more devices at a gate, and when everybody would then be inside; `late`: when without. */
export type Remedy =
  | { readonly kind: 'add'; readonly gate: string | null; readonly devices: number; readonly at: Date }
  | { readonly kind: 'late'; readonly at: Date }

export interface EntryForecast {
  /** How many will have entered at the start if the rate stays. */
  readonly entered: number
  /** How many of those who hold tickets will not. */
  readonly outside: number
  /** When the last of them enters at this rate; null while nobody enters. */
  readonly allAt: Date | null
  /** Null where nobody stays outside, or nobody enters. */
  readonly remedy: Remedy | null
}

interface Flow {
  readonly now: Date
  readonly startsAt: Date
  readonly entered: number
  /** Valid tickets that have not entered. */
  readonly left: number
  readonly rate: number
  readonly gates: readonly GateFlow[]
}

const after = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * MINUTE_MS)

const remedyOf = ({ now, startsAt, left, rate, gates }: Flow): Remedy => {
  const minutes = (startsAt.getTime() - now.getTime()) / MINUTE_MS
  // Where each device admits most, another one admits as many again.
  const [best] = gates
    .filter((gate) => gate.rate > 0)
    .toSorted((a, b) => perDevice(b) - perDevice(a) || b.rate - a.rate)
  const each = best ? perDevice(best) : 0
  const devices = each > 0 ? Math.max(1, Math.ceil((left / minutes - rate) / each)) : Infinity
  return best && devices <= GATE_FLOW.maxDevices
    ? { kind: 'add', gate: best.name, devices, at: after(now, left / (rate + devices * each)) }
    : { kind: 'late', at: after(now, left / rate) }
}

/**
 * Who will be inside at the start if as many enter per minute as in the last minutes. Undefined once the event has begun,
 * hours before it, and where everybody is inside.
 */
export const forecastEntry = (flow: Flow): EntryForecast | undefined => {
  const { now, startsAt, entered, left, rate } = flow
  const minutes = (startsAt.getTime() - now.getTime()) / MINUTE_MS
  if (minutes <= 0 || minutes > GATE_FLOW.forecastMinutes || left <= 0) return undefined
  const more = Math.min(left, Math.round(rate * minutes))
  const outside = left - more
  return {
    entered: entered + more,
    outside,
    allAt: rate > 0 ? after(now, left / rate) : null,
    remedy: outside > 0 && rate > 0 ? remedyOf(flow) : null,
  }
}
