import { WAITING_ROOM } from '@kartis/domain/limits.ts'
import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import { needsPass, waitingRoomPhase } from '@kartis/domain/waiting-room.ts'
import type { FastifyRequest } from 'fastify'
import { type Reason, refuseToWait } from './enter-sale.ts'
import { deviceHash, readPass } from './place-token.ts'
import { addOrder, type PlaceKey, returnPassUse, usePass } from './places-queries.ts'
import type { RoomRow } from './rooms-queries.ts'
import type { WaitingRooms } from './waiting-rooms.ts'

const headerOf = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name]
  return typeof value === 'string' && value.length <= 400 ? value.trim() : ''
}

interface Holder {
  readonly key: PlaceKey
  readonly device: string
}

/** The holder of a valid pass (signature, round and time), or why it is not valid; no query. */
const holderOf = ({ keys }: WaitingRooms, room: RoomRow, request: FastifyRequest, now: Date): Holder | Reason => {
  const device = headerOf(request, 'x-waiting-device')
  const owner = { eventId: room.event_id, device }
  const pass = readPass(keys, owner, headerOf(request, 'x-waiting-pass'))
  if (!pass || pass.round !== room.round) return 'no_place'
  if (pass.until <= now) return 'over'
  const key = { eventId: room.event_id, round: pass.round, number: pass.number }
  return { key, device: deviceHash(keys, device) }
}

const reserveWithPass = async <T extends { readonly uuid: string }>(
  waitingRooms: WaitingRooms,
  eventId: string,
  request: FastifyRequest,
  reserve: () => Promise<T | Refusal>,
): Promise<T | Refusal> => {
  const now = waitingRooms.clock()
  const room = await waitingRooms.rooms.get(eventId)
  if (!room) return reserve()
  const phase = waitingRoomPhase({ mode: room.mode, opensAt: room.opens_at }, room.state, now)
  if (!needsPass(phase)) {
    waitingRooms.rooms.countArrival(room.event_id)
    return reserve()
  }
  if (phase !== 'open') return refuseToWait(waitingRooms, room.event_id, 'early')
  const holder = holderOf(waitingRooms, room, request, now)
  if (typeof holder === 'string') return refuseToWait(waitingRooms, room.event_id, holder)
  const isUsed = await usePass(waitingRooms.db, holder.key, holder.device, WAITING_ROOM.passUses, now)
  if (!isUsed) return refuseToWait(waitingRooms, room.event_id, 'over')
  const reserved = await reserve()
  // A refused cart does not use the pass.
  await (isRefusal(reserved)
    ? returnPassUse(waitingRooms.db, holder.key)
    : addOrder(waitingRooms.db, holder.key, reserved.uuid))
  return reserved
}

/**
 * Reserves a cart; where the event has an open waiting room this needs a pass and uses it once (`waiting_room`). Other
 * events cost a look into the cache.
 */
export const withWaitingRoomPass = <T extends { readonly uuid: string }>(
  waitingRooms: WaitingRooms,
  eventId: string,
  request: FastifyRequest,
  reserve: () => Promise<T | Refusal>,
): Promise<T | Refusal> =>
  waitingRooms.rooms.hasNone(eventId) ? reserve() : reserveWithPass(waitingRooms, eventId, request, reserve)
