import { WAITING_ROOM } from '@kartis/domain/limits.ts'
import {
  admit,
  expectedPace,
  type Headcount,
  isCalm,
  claimableFrom,
  measuredPace,
  nextWaitingRoomState,
  type WaitingRoomState,
  withSample,
} from '@kartis/domain/waiting-room.ts'
import { randomBytes } from 'node:crypto'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { callReturned, type CountWindow, countPeople, endPlaces, type PeopleCount } from './places-queries.ts'
import { addArrivals, lockDueRoom, type RoomRow, stockNow, writeRoom } from './rooms-queries.ts'
import type { WaitingRooms } from './waiting-rooms.ts'

/** Milliseconds. A room is updated at most once in this time, by whichever process locks it first. */
const TICK_MS = 900
/** Seconds. After a longer time without a tick, only this much admission is caught up. */
const MAX_ELAPSED = 5
/** Time constant of the exponential average of arrivals. */
const SMOOTH_SECONDS = 3
/** The page of a person who missed the call asks every few seconds; after this silence the person counts as gone. */
const RETURN_SECONDS = 20
/** Average tickets of an order before there are any orders. */
const TICKETS_A_BUYER = 2

const earlier = (now: Date, seconds: number): Date => new Date(now.getTime() - seconds * 1000)
const secondOf = (now: Date): number => Math.floor(now.getTime() / 1000)

/** The room at the start of a new round: places and tokens of earlier rounds are invalid. */
const newRound = (room: RoomRow): RoomRow => ({
  ...room,
  round: room.round + 1,
  seed: randomBytes(16).toString('hex'),
  drawn: 0,
  last_number: 0,
  admitted: 0,
  credit: 0,
  gone: 0,
  marks: [],
  figures: {},
  opened_at: null,
  calm_since: null,
})

/** The room in its next state. Everybody who has a number when the lobby opens takes part in the lottery. */
export const moveRoom = (room: RoomRow, state: WaitingRoomState, now: Date): RoomRow => {
  if (state === room.state) return room
  if (state === 'idle') return { ...room, state, figures: {}, calm_since: null }
  if (state === 'lobby') return { ...newRound(room), state }
  const opening = room.state === 'lobby' ? { ...room, drawn: room.last_number } : newRound(room)
  return { ...opening, state, opened_at: now, marks: [[secondOf(now), 0, 0]] }
}

const countArrivals = (room: RoomRow, now: Date): RoomRow => {
  const arrived = Number(room.arrivals) - Number(room.arrivals_counted)
  const elapsed = room.ticked_at ? (now.getTime() - room.ticked_at.getTime()) / 1000 : 0
  const rate = elapsed > 0 ? arrived / elapsed : room.arrival_rate
  const weight = Math.min(1, elapsed / SMOOTH_SECONDS)
  return {
    ...room,
    arrivals_counted: room.arrivals,
    arrival_rate: room.arrival_rate + (rate - room.arrival_rate) * weight,
  }
}

const windowOf = (room: RoomRow, now: Date): CountWindow => ({
  reservedFrom: claimableFrom(room.marks, now),
  admitted: room.admitted,
  calledAfter: earlier(now, WAITING_ROOM.claimSeconds),
  returnedAfter: earlier(now, RETURN_SECONDS),
  heldAfter: earlier(now, 3600),
})

const headcountOf = (counted: PeopleCount, { reservedFrom, admitted }: CountWindow): Headcount => ({
  choosing: counted.choosing,
  buying: counted.buying,
  called: Math.max(0, admitted - reservedFrom - counted.taken) + counted.called_back,
  returned: counted.returned,
})

/** Ends expired places, counts the people inside, and calls as many people as may enter. `elapsed`: seconds since the last tick. */
const admitNext = async (tx: Tx, room: RoomRow, now: Date, elapsed: number): Promise<RoomRow> => {
  const { event_id: eventId, round } = room
  await endPlaces(tx, eventId, round, now)
  const window = windowOf(room, now)
  const counted = await countPeople(tx, eventId, round, window)
  const heads = headcountOf(counted, window)
  const stock = await stockNow(tx, eventId, now)
  const steering = { maxInside: room.most_inside, pace: room.pace, paused: room.paused }
  const waiting = room.last_number - room.admitted
  const admission = admit({ steering, heads, stock, waiting, credit: room.credit, elapsed })
  if (admission.returned > 0) await callReturned(tx, eventId, round, { ...window, max: admission.returned }, now)
  const admitted = room.admitted + admission.next
  const gone = Math.max(room.gone, room.admitted - counted.inside - heads.called)
  const called = heads.called + admission.returned + admission.next
  return {
    ...room,
    admitted,
    gone,
    credit: admission.credit,
    marks: withSample(room.marks, [secondOf(now), admitted, gone]),
    figures: {
      choosing: heads.choosing,
      buying: heads.buying,
      called,
      left: stock.left,
      held: stock.held,
      perBuyer: stock.per_buyer ?? TICKETS_A_BUYER,
      perMinute: expectedPace(steering, admission.byPace, measuredPace(room.marks, gone, now)),
    },
  }
}

const calmSince = (room: RoomRow, now: Date): Date | null => {
  const traffic = {
    arrivalsPerSecond: room.arrival_rate,
    threshold: room.threshold,
    waiting: room.last_number - room.admitted,
  }
  return isCalm(traffic) ? (room.calm_since ?? now) : null
}

/** Ticks one room, once a second regardless of the number of processes; the others find it locked or just ticked. */
const tickRoom = ({ db }: WaitingRooms, eventId: string, now: Date): Promise<void> =>
  inTransaction(db, async (tx) => {
    const locked = await lockDueRoom(tx, eventId, new Date(now.getTime() - TICK_MS))
    if (!locked) return
    const elapsed = locked.ticked_at ? (now.getTime() - locked.ticked_at.getTime()) / 1000 : 1
    const counted = countArrivals(locked, now)
    const traffic = {
      arrivalsPerSecond: counted.arrival_rate,
      threshold: counted.threshold,
      waiting: counted.last_number - counted.admitted,
      calmSince: counted.calm_since,
    }
    const state = nextWaitingRoomState({ mode: locked.mode, opensAt: locked.opens_at }, locked.state, traffic, now)
    const moved = moveRoom(counted, state, now)
    const ticked = moved.state === 'open' ? await admitNext(tx, moved, now, Math.min(elapsed, MAX_ELAPSED)) : moved
    await writeRoom(tx, { ...ticked, calm_since: calmSince(ticked, now), ticked_at: now })
  })

const flushArrivals = async ({ db, rooms }: WaitingRooms): Promise<void> => {
  const counts = rooms.drainArrivals()
  if (counts.size > 0) await addArrivals(db, counts)
}

/** Updates all live rooms: arrivals, states, admissions. Runs once a second. */
export const tickRooms = async (waitingRooms: WaitingRooms): Promise<void> => {
  const { rooms, clock, log } = waitingRooms
  await flushArrivals(waitingRooms)
  for (const eventId of await rooms.eventIds())
    await tickRoom(waitingRooms, eventId, clock()).catch((error: unknown) =>
      log.warn({ err: error, event: eventId }, 'waiting room could not be updated'),
    )
  await rooms.refresh()
}
