import { WAITING_ROOM } from '@kartis/domain/limits.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { keptFrom, placeInLine } from '@kartis/domain/waiting-room.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { deviceHash, type Owner, passToken, type Place, readPlace } from './place-token.ts'
import { claimPlace, giveUp, knock, lockPlace, type PlaceKey, type PlaceRow } from './places-queries.ts'
import { roomsOf } from './room-cache.ts'
import { lockRoom, type RoomRow } from './rooms-queries.ts'

/**
 * Why one may not come in. `no_place`: the token is none of ours, of another round, event or device. `wait`: not called yet.
 * `next`: called before and came too late, first as soon as there is space. `elsewhere`: the same phone came in from
 * another device. `over`: the place was used or given up.
 */
export type Reason = 'no_place' | 'wait' | 'next' | 'elsewhere' | 'over' | 'early'

/** Seconds until it is worth asking again. */
const AGAIN: Readonly<Record<Reason, number>> = { no_place: 1, wait: 5, next: 3, elsewhere: 30, over: 1, early: 30 }

/** Where to wait, and why. */
export const sendToWait = (platform: Platform, eventId: string, reason: Reason): Refusal =>
  refuse('waiting_room', {
    detail: {
      reason,
      url: `${platform.settings.publicUrl}/order/wait/${eventId}`,
      retry_after: AGAIN[reason],
    },
  })

export interface Entered {
  readonly pass: string
  readonly until: Date
}

const until = (now: Date): Date => {
  const end = now.getTime() + WAITING_ROOM.passMinutes * 60_000
  return new Date(Math.floor(end / 1000) * 1000)
}

const isCalled = (room: RoomRow, row: PlaceRow, place: number, now: Date): boolean =>
  place >= keptFrom(room.marks, now) ||
  (row.called_at !== null && now.getTime() - row.called_at.getTime() < WAITING_ROOM.claimSeconds * 1000)

type Claim = { readonly until: Date } | Reason

/** Under the room's lock, so that a spot is never given to two: the one who is late and the one who is called for it. */
const claim = async (tx: Tx, key: PlaceKey, device: string, now: Date): Promise<Claim> => {
  const room = await lockRoom(tx, key.eventId)
  if (!room || room.round !== key.round || room.state !== 'open') return 'no_place'
  const place = placeInLine(key.number, { size: room.drawn, seed: room.seed })
  if (place >= room.admitted) return 'wait'
  const row = await lockPlace(tx, key)
  if (!row || row.done_at) return 'over'
  if (row.pass_until) return row.claimed_by === device ? { until: row.pass_until } : 'elsewhere'
  if (!isCalled(room, row, place, now)) {
    await knock(tx, key, place, now)
    return 'next'
  }
  const end = until(now)
  await claimPlace(tx, key, { place, device, now, until: end })
  return { until: end }
}

/** A called place becomes a pass for some minutes. Asked again it is the same pass. */
export const enterSale = async (
  platform: Platform,
  owner: Owner,
  token: string,
  now: Date,
): Promise<Entered | Refusal> => {
  const place = readPlace(platform.keys, owner, token)
  if (!place) return sendToWait(platform, owner.eventId, 'no_place')
  const room = await roomsOf(platform).of(owner.eventId)
  // Most who ask too early are answered from memory.
  if (room?.round === place.round && placeInLine(place.number, { size: room.drawn, seed: room.seed }) >= room.admitted)
    return sendToWait(platform, owner.eventId, 'wait')
  const key = { eventId: owner.eventId, ...place }
  const device = deviceHash(platform.keys, owner.device)
  const claimed = await inTransaction(platform.db, (tx) => claim(tx, key, device, now))
  if (typeof claimed === 'string') return sendToWait(platform, owner.eventId, claimed)
  return { pass: passToken(platform.keys, owner, { ...place, until: claimed.until }), until: claimed.until }
}

const placeOf = async (platform: Platform, eventId: string, { round, number }: Place): Promise<number | null> => {
  const room = await roomsOf(platform).of(eventId)
  return room?.round === round && room.state === 'open'
    ? placeInLine(number, { size: room.drawn, seed: room.seed })
    : null
}

/** Gives a place up for good; a token that is none of ours changes nothing. */
export const leaveLine = async (platform: Platform, owner: Owner, token: string, now: Date): Promise<void> => {
  const place = readPlace(platform.keys, owner, token)
  if (!place) return
  await giveUp(platform.db, { eventId: owner.eventId, ...place }, await placeOf(platform, owner.eventId, place), now)
}
