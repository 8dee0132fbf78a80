import { drawnPlace } from './lottery.ts'
import { WAITING_ROOM } from './limits.ts'

export const ROOM_MODES = ['off', 'automatic', 'on'] as const
export type RoomMode = (typeof ROOM_MODES)[number]
/** What is stored: nobody waits, places are given before the opening, people are let in. */
export type RoomState = 'idle' | 'lobby' | 'open'
/** What one meets: no room, a room that watches, a sale whose lobby is not open yet, the lobby, the room. */
export type RoomPhase = 'off' | 'watching' | 'early' | 'lobby' | 'open'

export interface RoomTimes {
  readonly mode: RoomMode
  /** When the sale opens to those in the lobby; null: at once. */
  readonly opensAt: Date | null
}

const seconds = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1000

/** What a person meets at the door now. */
export const phaseOfRoom = ({ mode, opensAt }: RoomTimes, state: RoomState, now: Date): RoomPhase => {
  if (mode === 'off') return 'off'
  if (state !== 'idle') return state
  if (opensAt && now < opensAt) return 'early'
  return mode === 'on' ? 'open' : 'watching'
}

/** Does a cart need a pass in this phase? */
export const needsPass = (phase: RoomPhase): boolean => phase === 'early' || phase === 'lobby' || phase === 'open'

export interface Traffic {
  readonly arrivalsPerSecond: number
  /** Arrivals a second from which a room opens by itself. */
  readonly threshold: number
  readonly waiting: number
  /** Since when nobody waits and few come; null while that is not so. */
  readonly calmSince: Date | null
}

export const isCalm = ({ arrivalsPerSecond, threshold, waiting }: Omit<Traffic, 'calmSince'>): boolean =>
  waiting === 0 && arrivalsPerSecond < threshold / 2

/** Opens and closes: by the producer's switch, by the clock, by the rush. */
export const nextRoomState = (times: RoomTimes, state: RoomState, traffic: Traffic, now: Date): RoomState => {
  const { mode, opensAt } = times
  if (mode === 'off') return 'idle'
  if (opensAt && now < opensAt) return seconds(now, opensAt) <= WAITING_ROOM.lobbyMinutes * 60 ? 'lobby' : 'idle'
  if (mode === 'on' || state === 'lobby') return 'open'
  if (state === 'idle') return traffic.arrivalsPerSecond >= traffic.threshold ? 'open' : 'idle'
  const calm = traffic.calmSince !== null && seconds(traffic.calmSince, now) >= WAITING_ROOM.calmSeconds
  return calm && isCalm(traffic) ? 'idle' : 'open'
}

export interface Draw {
  /** How many had come before the opening. */
  readonly size: number
  readonly seed: string
}

/** A place in the line, from 0, for the number (from 1) under which somebody came: drawn before the opening, in order after it. */
export const placeInLine = (number: number, draw: Draw): number =>
  number <= draw.size ? drawnPlace(number - 1, draw.size, draw.seed) : number - 1

/** `[second, admitted so far, gone so far]`: every few seconds one, as far back as the pace is measured. */
export type Mark = readonly [at: number, admitted: number, gone: number]

const MARK_EVERY = 5

const secondOf = (now: Date): number => Math.floor(now.getTime() / 1000)

export const withMark = (marks: readonly Mark[], mark: Mark): Mark[] => {
  const last = marks.at(-1)
  if (last && mark[0] - last[0] < MARK_EVERY) return [...marks]
  return [...marks.filter(([at]) => mark[0] - at <= WAITING_ROOM.measureSeconds), mark]
}

/** Places before this one were let in so long ago that nobody keeps a spot free for them any more. */
export const keptFrom = (marks: readonly Mark[], now: Date): number =>
  marks.findLast(([at]) => secondOf(now) - at >= WAITING_ROOM.claimSeconds)?.[1] ?? 0

/** How many were let in during the last minute. */
export const admittedLastMinute = (marks: readonly Mark[], admitted: number, now: Date): number =>
  admitted - (marks.findLast(([at]) => secondOf(now) - at >= 60)?.[1] ?? 0)

const MIN_SECONDS = 30
const MIN_GONE = 3

/** People a minute who have bought or left, as measured; null while too few have for anything to be said. */
export const measuredPace = (marks: readonly Mark[], gone: number, now: Date): number | null => {
  const first = marks.find(([at]) => secondOf(now) - at <= WAITING_ROOM.measureSeconds)
  if (!first) return null
  const passed = secondOf(now) - first[0]
  const people = gone - first[2]
  return passed < MIN_SECONDS || people < MIN_GONE ? null : (people * 60) / passed
}

/** People on the other side of the door. */
export interface Headcount {
  /** Let in, without a cart yet. */
  readonly choosing: number
  /** Carts that are held or being paid. */
  readonly buying: number
  /** Called, and expected within a minute. */
  readonly called: number
  /** Called before, came too late, and stand at the door now. */
  readonly returned: number
}

export interface Stock {
  readonly left: number
  readonly held: number
}

export interface Steering {
  readonly mostInside: number
  /** People a minute at most; null: as fast as others leave. */
  readonly pace: number | null
  readonly paused: boolean
}

export interface Admission {
  /** Of those who came too late, and of those who wait: how many may come in now. */
  readonly returned: number
  readonly next: number
  /** People that the pace still allows; never more than a few seconds' worth. */
  readonly credit: number
  /** The producer's pace, and nothing else, keeps people waiting. */
  readonly byPace: boolean
}

const BURST_SECONDS = 5

const allowance = (pace: number | null, credit: number, elapsed: number): number =>
  pace === null ? Infinity : Math.min(credit + (pace * elapsed) / 60, Math.max(1, (pace * BURST_SECONDS) / 60))

export interface AtTheDoor {
  readonly steering: Steering
  readonly heads: Headcount
  readonly stock: Stock
  readonly waiting: number
  readonly credit: number
  /** Seconds since this was last decided. */
  readonly elapsed: number
}

/**
 * Who may come in now: as many as there is space for inside, never more than tickets that nobody inside is choosing from,
 * within the producer's pace. Those who were called before and came too late stand first.
 */
export const admit = ({ steering, heads, stock, waiting, credit, elapsed }: AtTheDoor): Admission => {
  if (steering.paused) return { returned: 0, next: 0, credit: 0, byPace: false }
  const allowed = allowance(steering.pace, credit, elapsed)
  const space = Math.max(0, steering.mostInside - heads.choosing - heads.buying - heads.called)
  const tickets = Math.max(0, stock.left - heads.choosing - heads.called)
  const room = Math.min(space, tickets)
  const now = Math.min(room, Math.floor(allowed))
  const returned = Math.min(now, heads.returned)
  const next = Math.min(now - returned, waiting)
  return {
    returned,
    next,
    credit: steering.pace === null ? 0 : allowed - returned - next,
    byPace: room > now && now - returned <= waiting,
  }
}

export const isSoldOut = ({ left, held }: Stock): boolean => left <= 0 && held <= 0
/** Everything is in somebody's cart: what is not paid comes back. */
export const isAllHeld = ({ left, held }: Stock): boolean => left <= 0 && held > 0

/** People a minute that the estimate reckons with; null while nothing honest can be said. */
export const expectedPace = (steering: Steering, byPace: boolean, measured: number | null): number | null => {
  if (steering.paused) return null
  if (steering.pace === null) return measured
  return byPace ? steering.pace : measured === null ? null : Math.min(measured, steering.pace)
}

export interface Wait {
  readonly fromMinutes: number
  readonly toMinutes: number
}

/** A range of minutes for one with `ahead` people before him; null where the pace is not known. */
export const estimateWait = (ahead: number, perMinute: number | null): Wait | null => {
  if (perMinute === null || perMinute <= 0) return null
  const minutes = (ahead + 1) / perMinute
  const fromMinutes = Math.floor(minutes * 0.8)
  return { fromMinutes, toMinutes: Math.max(fromMinutes + 1, Math.ceil(minutes * 1.3)) }
}

export interface Reach {
  /** Places before this one will most likely find tickets; from the other one on they most likely will not. */
  readonly likelyUntil: number
  readonly unlikelyFrom: number
}

/** Two figures that count: what is left is not told to the person, where the organiser hides it. */
const roughly = (value: number): number => {
  const scale = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1)
  return Math.floor(value / scale) * scale
}

/** How far down the line the tickets will reach, when a buyer takes `perBuyer` of them. */
export const ticketsReach = (admitted: number, heads: Headcount, stock: Stock, perBuyer: number): Reach => {
  const buyers = Math.max(0, stock.left) / Math.max(1, perBuyer) - heads.choosing - heads.called
  const backFromCarts = Math.max(0, stock.held) / Math.max(1, perBuyer)
  return {
    likelyUntil: admitted + roughly(Math.max(0, buyers * 0.75)),
    unlikelyFrom: admitted + Math.max(1, roughly(Math.max(0, (buyers + backFromCarts) * 1.25))),
  }
}

export type Chance = 'likely' | 'uncertain' | 'unlikely'

export const chanceOf = (place: number, reach: Reach): Chance => {
  if (place < reach.likelyUntil) return 'likely'
  return place < reach.unlikelyFrom ? 'uncertain' : 'unlikely'
}

export interface Polling {
  readonly near: number
  readonly far: number
}

const ASKS_IN_A_SECOND = 500
const FARTHEST = 30

/** Seconds between two questions of the first and the last in line, so that all of them together stay cheap. */
export const pollingFor = (waiting: number): Polling => ({
  near: waiting > 2000 ? 4 : 2,
  far: Math.min(FARTHEST, Math.max(5, Math.ceil(waiting / ASKS_IN_A_SECOND))),
})

/** People a minute that a line is taken to move by until it is known: a quick one, or those whom the first minute calls would hear it late. */
const UNKNOWN_PACE = 600

/** Seconds until one with `ahead` people before him asks again: about ten times before his turn. */
export const nextPoll = (ahead: number, perMinute: number | null, { near, far }: Polling): number => {
  const wait = (ahead * 60) / (perMinute ?? UNKNOWN_PACE)
  return Math.max(near, Math.min(far, Math.round(wait / 10)))
}
