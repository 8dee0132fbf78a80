import { lotteryPlace } from './lottery.ts'
import { WAITING_ROOM } from './limits.ts'

export const WAITING_ROOM_MODES = ['off', 'automatic', 'on'] as const
export type WaitingRoomMode = (typeof WAITING_ROOM_MODES)[number]
/** Stored state: nobody waits (`idle`), places are assigned before the opening (`lobby`), people are admitted (`open`). */
export type WaitingRoomState = 'idle' | 'lobby' | 'open'
/** What a visitor gets: no waiting room, one that only measures arrivals, a sale before its lobby opens, the lobby, the open waiting room. */
export type WaitingRoomPhase = 'off' | 'watching' | 'early' | 'lobby' | 'open'

export interface WaitingRoomTimes {
  readonly mode: WaitingRoomMode
  /** When the sale opens to the lobby; null: at once. */
  readonly opensAt: Date | null
}

const seconds = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1000

/** The phase that a visitor gets now. */
export const waitingRoomPhase = (
  { mode, opensAt }: WaitingRoomTimes,
  state: WaitingRoomState,
  now: Date,
): WaitingRoomPhase => {
  if (mode === 'off') return 'off'
  if (state !== 'idle') return state
  if (opensAt && now < opensAt) return 'early'
  return mode === 'on' ? 'open' : 'watching'
}

/** Whether a reservation needs a waiting-room pass in this phase. */
export const needsPass = (phase: WaitingRoomPhase): boolean =>
  phase === 'early' || phase === 'lobby' || phase === 'open'

export interface Traffic {
  readonly arrivalsPerSecond: number
  /** Arrivals per second from which an automatic waiting room opens. */
  readonly threshold: number
  readonly waiting: number
  /** Since when the waiting room has been calm; null while it is not. */
  readonly calmSince: Date | null
}

/** Whether nobody waits and visitors arrive at less than half the rate that opens the waiting room. */
export const isCalm = ({ arrivalsPerSecond, threshold, waiting }: Omit<Traffic, 'calmSince'>): boolean =>
  waiting === 0 && arrivalsPerSecond < threshold / 2

/** The next stored state: by the producer's setting, the opening time and the traffic. */
export const nextWaitingRoomState = (
  times: WaitingRoomTimes,
  state: WaitingRoomState,
  traffic: Traffic,
  now: Date,
): WaitingRoomState => {
  const { mode, opensAt } = times
  if (mode === 'off') return 'idle'
  if (opensAt && now < opensAt) return seconds(now, opensAt) <= WAITING_ROOM.lobbyMinutes * 60 ? 'lobby' : 'idle'
  if (mode === 'on' || state === 'lobby') return 'open'
  if (state === 'idle') return traffic.arrivalsPerSecond >= traffic.threshold ? 'open' : 'idle'
  const calm = traffic.calmSince !== null && seconds(traffic.calmSince, now) >= WAITING_ROOM.calmSeconds
  return calm && isCalm(traffic) ? 'idle' : 'open'
}

export interface Lottery {
  /** Number of people who came before the opening. */
  readonly size: number
  /** See `lotteryPlace`. */
  readonly seed: string
}

/** The place in the queue, from 0, for an arrival number, from 1: by lottery before the opening, in order of arrival after it. */
export const placeInLine = (number: number, lottery: Lottery): number =>
  number <= lottery.size ? lotteryPlace(number - 1, lottery.size, lottery.seed) : number - 1

/** `[Unix second, total admitted, total gone]`, taken every few seconds for as long as the pace is measured. */
export type QueueSample = readonly [at: number, admitted: number, gone: number]

const SAMPLE_EVERY_SECONDS = 5

const secondOf = (now: Date): number => Math.floor(now.getTime() / 1000)

/** The samples with a new one at most every five seconds, and without those older than the measuring period. */
export const withSample = (samples: readonly QueueSample[], sample: QueueSample): QueueSample[] => {
  const last = samples.at(-1)
  if (last && sample[0] - last[0] < SAMPLE_EVERY_SECONDS) return [...samples]
  return [...samples.filter(([at]) => sample[0] - at <= WAITING_ROOM.measureSeconds), sample]
}

/** The first place whose admission can still be claimed: earlier places were admitted too long ago. */
export const claimableFrom = (samples: readonly QueueSample[], now: Date): number =>
  samples.findLast(([at]) => secondOf(now) - at >= WAITING_ROOM.claimSeconds)?.[1] ?? 0

/** Number of people admitted during the last minute. */
export const admittedLastMinute = (samples: readonly QueueSample[], admitted: number, now: Date): number =>
  admitted - (samples.findLast(([at]) => secondOf(now) - at >= 60)?.[1] ?? 0)

const MIN_SECONDS = 30
const MIN_GONE = 3

/** Measured number of people per minute who bought or left; null while too few have. */
export const measuredPace = (samples: readonly QueueSample[], gone: number, now: Date): number | null => {
  const first = samples.find(([at]) => secondOf(now) - at <= WAITING_ROOM.measureSeconds)
  if (!first) return null
  const passed = secondOf(now) - first[0]
  const people = gone - first[2]
  return passed < MIN_SECONDS || people < MIN_GONE ? null : (people * 60) / passed
}

/** People whom the waiting room has admitted. */
export interface Headcount {
  /** Inside, without a reservation. */
  readonly choosing: number
  /** Reservations that are held or being paid. */
  readonly buying: number
  /** Admitted, expected to enter within a minute. */
  readonly called: number
  /** Admitted before, missed the minute and are back. */
  readonly returned: number
}

export interface Stock {
  readonly left: number
  readonly held: number
}

export interface Steering {
  readonly maxInside: number
  /** Maximum number of people per minute; null: as fast as others leave. */
  readonly pace: number | null
  readonly paused: boolean
}

export interface Admission {
  /** How many may enter now: of those who missed their minute, and of those who wait. */
  readonly returned: number
  readonly next: number
  /** People that the pace still allows; at most a few seconds' worth. */
  readonly credit: number
  /** Only the producer's pace keeps people waiting. */
  readonly byPace: boolean
}

const BURST_SECONDS = 5

const allowance = (pace: number | null, credit: number, elapsed: number): number =>
  pace === null ? Infinity : Math.min(credit + (pace * elapsed) / 60, Math.max(1, (pace * BURST_SECONDS) / 60))

export interface AdmissionInput {
  readonly steering: Steering
  readonly heads: Headcount
  readonly stock: Stock
  readonly waiting: number
  readonly credit: number
  /** Seconds since the last decision. */
  readonly elapsed: number
}

/**
 * How many may enter now: as many as there is space for, never more than the tickets that nobody inside is choosing from, and
 * within the producer's pace. Those who missed their minute come first.
 */
export const admit = ({ steering, heads, stock, waiting, credit, elapsed }: AdmissionInput): Admission => {
  if (steering.paused) return { returned: 0, next: 0, credit: 0, byPace: false }
  const allowed = allowance(steering.pace, credit, elapsed)
  const space = Math.max(0, steering.maxInside - heads.choosing - heads.buying - heads.called)
  const tickets = Math.max(0, stock.left - heads.choosing - heads.called)
  const capacity = Math.min(space, tickets)
  const admitted = Math.min(capacity, Math.floor(allowed))
  const returned = Math.min(admitted, heads.returned)
  const next = Math.min(admitted - returned, waiting)
  return {
    returned,
    next,
    credit: steering.pace === null ? 0 : allowed - returned - next,
    byPace: capacity > admitted && admitted - returned <= waiting,
  }
}

/** Whether no ticket is left and no reservation can return one. */
export const isSoldOut = ({ left, held }: Stock): boolean => left <= 0 && held <= 0
/** Whether every remaining ticket is reserved. Reservations that expire unpaid return theirs. */
export const isAllHeld = ({ left, held }: Stock): boolean => left <= 0 && held > 0

/** People per minute for the estimate; null while it is unknown or admission is paused. */
export const expectedPace = (steering: Steering, byPace: boolean, measured: number | null): number | null => {
  if (steering.paused) return null
  if (steering.pace === null) return measured
  return byPace ? steering.pace : measured === null ? null : Math.min(measured, steering.pace)
}

export interface Wait {
  readonly fromMinutes: number
  readonly toMinutes: number
}

/** The range of minutes until the turn of a person with `ahead` people before them; null while the pace is unknown. */
export const estimateWait = (ahead: number, perMinute: number | null): Wait | null => {
  if (perMinute === null || perMinute <= 0) return null
  const minutes = (ahead + 1) / perMinute
  const fromMinutes = Math.floor(minutes * 0.8)
  return { fromMinutes, toMinutes: Math.max(fromMinutes + 1, Math.ceil(minutes * 1.3)) }
}

export interface Reach {
  /** Places before `likelyUntil` will probably find tickets; places from `unlikelyFrom` on probably will not. */
  readonly likelyUntil: number
  readonly unlikelyFrom: number
}

/** Two significant digits: the exact remaining number may be hidden by the producer. */
const roughly = (value: number): number => {
  const scale = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1)
  return Math.floor(value / scale) * scale
}

/** How far down the queue the tickets will last, when a buyer takes `perBuyer` of them. */
export const ticketsReach = (admitted: number, heads: Headcount, stock: Stock, perBuyer: number): Reach => {
  const buyers = Math.max(0, stock.left) / Math.max(1, perBuyer) - heads.choosing - heads.called
  const backFromCarts = Math.max(0, stock.held) / Math.max(1, perBuyer)
  return {
    likelyUntil: admitted + roughly(Math.max(0, buyers * 0.75)),
    unlikelyFrom: admitted + Math.max(1, roughly(Math.max(0, (buyers + backFromCarts) * 1.25))),
  }
}

export type Chance = 'likely' | 'uncertain' | 'unlikely'

/** The chance of tickets for a place in the queue; `reach` gives the two thresholds as places. */
export const chanceOf = (place: number, reach: Reach): Chance => {
  if (place < reach.likelyUntil) return 'likely'
  return place < reach.unlikelyFrom ? 'uncertain' : 'unlikely'
}

export interface Polling {
  readonly near: number
  readonly far: number
}

const POLLS_PER_SECOND = 500
const MAX_SECONDS = 30

/** Seconds between two polls of the first and of the last in the queue, so that the total rate stays bounded. */
export const pollingFor = (waiting: number): Polling => ({
  near: waiting > 2000 ? 4 : 2,
  far: Math.min(MAX_SECONDS, Math.max(5, Math.ceil(waiting / POLLS_PER_SECOND))),
})

/** Assumed people per minute until the pace is measured. It is high, so that those admitted in the first minute learn of it in time. */
const UNKNOWN_PACE = 600

/** Seconds until a person with `ahead` people before them polls again: about ten times before their turn. */
export const nextPoll = (ahead: number, perMinute: number | null, { near, far }: Polling): number => {
  const wait = (ahead * 60) / (perMinute ?? UNKNOWN_PACE)
  return Math.max(near, Math.min(far, Math.round(wait / 10)))
}
