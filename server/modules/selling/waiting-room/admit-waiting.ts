import { WAITING_ROOM } from '@kartis/domain/limits.ts'
import {
  admit,
  expectedPace,
  type Headcount,
  isCalm,
  keptFrom,
  measuredPace,
  nextRoomState,
  type RoomState,
  withMark,
} from '@kartis/domain/waiting-room.ts'
import { randomBytes } from 'node:crypto'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { callBack, type Counted, countHeads, endPlaces, type Window } from './places-queries.ts'
import { roomsOf } from './room-cache.ts'
import { addArrivals, lockDueRoom, type RoomRow, stockNow, writeRoom } from './rooms-queries.ts'

/** Milliseconds in which a room is seen to once, by whichever process comes first. */
const TICK = 900
/** Nothing is made up for time in which no process was up. */
const MAX_ELAPSED = 5
const SMOOTH_SECONDS = 3
/** One who stands at the door knocks every few seconds. */
const KNOCK_SECONDS = 20
const TICKETS_A_BUYER = 2

const earlier = (now: Date, seconds: number): Date => new Date(now.getTime() - seconds * 1000)
const secondOf = (now: Date): number => Math.floor(now.getTime() / 1000)

/** A new line: nobody of an earlier round has a place in it. */
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

/** The room in its next state. The draw: whoever has a number when the lobby opens is in it. */
export const moveRoom = (room: RoomRow, state: RoomState, now: Date): RoomRow => {
  if (state === room.state) return room
  if (state === 'idle') return { ...room, state, figures: {}, calm_since: null }
  if (state === 'lobby') return { ...newRound(room), state }
  const opening = room.state === 'lobby' ? { ...room, drawn: room.last_number } : newRound(room)
  return { ...opening, state, opened_at: now, marks: [[secondOf(now), 0, 0]] }
}

const countArrivals = (room: RoomRow, now: Date): RoomRow => {
  const came = Number(room.arrivals) - Number(room.arrivals_counted)
  const passed = room.ticked_at ? (now.getTime() - room.ticked_at.getTime()) / 1000 : 0
  const rate = passed > 0 ? came / passed : room.arrival_rate
  const weight = Math.min(1, passed / SMOOTH_SECONDS)
  return {
    ...room,
    arrivals_counted: room.arrivals,
    arrival_rate: room.arrival_rate + (rate - room.arrival_rate) * weight,
  }
}

const windowOf = (room: RoomRow, now: Date): Window => ({
  kept: keptFrom(room.marks, now),
  admitted: room.admitted,
  calledAfter: earlier(now, WAITING_ROOM.claimSeconds),
  knockedAfter: earlier(now, KNOCK_SECONDS),
  heldAfter: earlier(now, 3600),
})

const headsOf = (counted: Counted, { kept, admitted }: Window): Headcount => ({
  choosing: counted.choosing,
  buying: counted.buying,
  called: Math.max(0, admitted - kept - counted.taken) + counted.called_back,
  returned: counted.returned,
})

/** Ends what is over, counts who is inside, and calls as many as may come. */
const letIn = async (tx: Tx, room: RoomRow, now: Date, elapsed: number): Promise<RoomRow> => {
  const { event_id: eventId, round } = room
  await endPlaces(tx, eventId, round, now)
  const window = windowOf(room, now)
  const counted = await countHeads(tx, eventId, round, window)
  const heads = headsOf(counted, window)
  const stock = await stockNow(tx, eventId, now)
  const steering = { mostInside: room.most_inside, pace: room.pace, paused: room.paused }
  const waiting = room.last_number - room.admitted
  const done = admit({ steering, heads, stock, waiting, credit: room.credit, elapsed })
  if (done.returned > 0) await callBack(tx, eventId, round, window, done.returned, now)
  const admitted = room.admitted + done.next
  const gone = Math.max(room.gone, room.admitted - counted.inside - heads.called)
  const called = heads.called + done.returned + done.next
  return {
    ...room,
    admitted,
    gone,
    credit: done.credit,
    marks: withMark(room.marks, [secondOf(now), admitted, gone]),
    figures: {
      choosing: heads.choosing,
      buying: heads.buying,
      called,
      left: stock.left,
      held: stock.held,
      perBuyer: stock.per_buyer ?? TICKETS_A_BUYER,
      perMinute: expectedPace(steering, done.byPace, measuredPace(room.marks, gone, now)),
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

/** Sees to one room, once a second whatever the number of processes; the others find it locked or just seen to. */
const tickRoom = (platform: Platform, eventId: string, now: Date): Promise<void> =>
  inTransaction(platform.db, async (tx) => {
    const found = await lockDueRoom(tx, eventId, new Date(now.getTime() - TICK))
    if (!found) return
    const elapsed = found.ticked_at ? (now.getTime() - found.ticked_at.getTime()) / 1000 : 1
    const counted = countArrivals(found, now)
    const traffic = {
      arrivalsPerSecond: counted.arrival_rate,
      threshold: counted.threshold,
      waiting: counted.last_number - counted.admitted,
      calmSince: counted.calm_since,
    }
    const state = nextRoomState({ mode: found.mode, opensAt: found.opens_at }, found.state, traffic, now)
    const moved = moveRoom(counted, state, now)
    const seen = moved.state === 'open' ? await letIn(tx, moved, now, Math.min(elapsed, MAX_ELAPSED)) : moved
    await writeRoom(tx, { ...seen, calm_since: calmSince(seen, now), ticked_at: now })
  })

const flushArrivals = async (platform: Platform): Promise<void> => {
  const counts = roomsOf(platform).takeArrivals()
  if (counts.size > 0) await addArrivals(platform.db, counts)
}

/** One second of all rooms. */
export const tickRooms = async (platform: Platform): Promise<void> => {
  const rooms = roomsOf(platform)
  await flushArrivals(platform)
  for (const eventId of await rooms.events())
    await tickRoom(platform, eventId, platform.clock()).catch((error: unknown) =>
      platform.log.warn({ err: error, event: eventId }, 'a waiting room was not seen to'),
    )
  await rooms.refresh()
}
