import { WAITING_ROOM } from '@kartis/domain/limits.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { claimableFrom, placeInLine } from '@kartis/domain/waiting-room.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { deviceHash, type Owner, passToken, type Place, readPlace } from './place-token.ts'
import { claimPlace, leavePlace, lockPlace, type PlaceKey, type PlaceRow, recordReturn } from './places-queries.ts'
import { lockRoom, type RoomRow } from './rooms-queries.ts'
import type { WaitingRooms } from './waiting-rooms.ts'

/**
 * Why a person is not admitted. `no_place`: the token is forged or of another round, event or device. `wait`: not called
 * yet. `next`: missed the call, and is called again first as soon as there is space. `elsewhere`: the same phone was
 * admitted on another device. `over`: the place was used or given up. `early`: the room is not open yet. `cart_open`: an
 * order of this pass is being paid. `more_work`: the network asks for many places, and
 * the next one needs a nonce of more `bits`.
 */
export type Reason = 'no_place' | 'wait' | 'next' | 'elsewhere' | 'over' | 'early' | 'cart_open' | 'more_work'

/** Seconds until the next attempt. */
const RETRY_AFTER: Readonly<Record<Reason, number>> = {
  no_place: 1,
  wait: 5,
  next: 3,
  elsewhere: 30,
  over: 1,
  early: 30,
  cart_open: 5,
  more_work: 1,
}

/** The refusal `waiting_room` with the reason, the page on which to wait and when to try again. */
export const refuseToWait = (
  { settings }: Pick<Platform, 'settings'>,
  eventId: string,
  reason: Reason,
  more: { readonly bits?: number } = {},
): Refusal =>
  refuse('waiting_room', {
    detail: {
      reason,
      ...more,
      url: `${settings.publicUrl}/order/wait/${eventId}`,
      retry_after: RETRY_AFTER[reason],
    },
  })

export interface Entered {
  readonly pass: string
  readonly until: Date
}

const passEnd = (now: Date): Date => {
  const end = now.getTime() + WAITING_ROOM.passMinutes * 60_000
  return new Date(Math.floor(end / 1000) * 1000)
}

const isCalled = (room: RoomRow, row: PlaceRow, place: number, now: Date): boolean =>
  place >= claimableFrom(room.marks, now) ||
  (row.called_at !== null && now.getTime() - row.called_at.getTime() < WAITING_ROOM.claimSeconds * 1000)

type Claim = { readonly until: Date } | Reason

/**
 * Decides whether a place may enter, and records the claim. It holds the room's lock: otherwise a person who missed the
 * call and the person called instead could both enter.
 */
const claim = async (tx: Tx, key: PlaceKey, device: string, now: Date): Promise<Claim> => {
  const room = await lockRoom(tx, key.eventId)
  if (!room || room.round !== key.round || room.state !== 'open') return 'no_place'
  const place = placeInLine(key.number, { size: room.drawn, seed: room.seed })
  if (place >= room.admitted) return 'wait'
  const row = await lockPlace(tx, key)
  if (!row || row.done_at) return 'over'
  if (row.pass_until) return row.claimed_by === device ? { until: row.pass_until } : 'elsewhere'
  if (!isCalled(room, row, place, now)) {
    await recordReturn(tx, key, place, now)
    return 'next'
  }
  const end = passEnd(now)
  await claimPlace(tx, key, { place, device, now, until: end })
  return { until: end }
}

/**
 * Exchanges a called place for a pass of `WAITING_ROOM.passMinutes`; a repeated request gets the same pass. Refusal:
 * `waiting_room` with a `Reason`.
 */
export const enterSale = async (
  waitingRooms: WaitingRooms,
  owner: Owner,
  token: string,
  now: Date,
): Promise<Entered | Refusal> => {
  const place = readPlace(waitingRooms.keys, owner, token)
  if (!place) return refuseToWait(waitingRooms, owner.eventId, 'no_place')
  const room = await waitingRooms.rooms.get(owner.eventId)
  // Most people who were not called yet get the refusal from the cache, without the lock.
  if (room?.round === place.round && placeInLine(place.number, { size: room.drawn, seed: room.seed }) >= room.admitted)
    return refuseToWait(waitingRooms, owner.eventId, 'wait')
  const key = { eventId: owner.eventId, ...place }
  const device = deviceHash(waitingRooms.keys, owner.device)
  const claimed = await inTransaction(waitingRooms.db, (tx) => claim(tx, key, device, now))
  if (typeof claimed === 'string') return refuseToWait(waitingRooms, owner.eventId, claimed)
  return { pass: passToken(waitingRooms.keys, owner, { ...place, until: claimed.until }), until: claimed.until }
}

/** The place's position in the queue after the lottery; null before the opening and for an earlier round. */
const positionOf = async (
  { rooms }: WaitingRooms,
  eventId: string,
  { round, number }: Place,
): Promise<number | null> => {
  const room = await rooms.get(eventId)
  return room?.round === round && room.state === 'open'
    ? placeInLine(number, { size: room.drawn, seed: room.seed })
    : null
}

/** Gives a place up for good; an invalid token changes nothing. */
export const leaveQueue = async (waitingRooms: WaitingRooms, owner: Owner, token: string, now: Date): Promise<void> => {
  const place = readPlace(waitingRooms.keys, owner, token)
  if (!place) return
  const position = await positionOf(waitingRooms, owner.eventId, place)
  await leavePlace(waitingRooms.db, { eventId: owner.eventId, ...place }, position, now)
}
