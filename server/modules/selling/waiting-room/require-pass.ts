import { WAITING_ROOM } from '@kartis/domain/limits.ts'
import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import { needsPass, phaseOfRoom } from '@kartis/domain/waiting-room.ts'
import type { FastifyRequest } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { type Reason, sendToWait } from './enter-sale.ts'
import { deviceHash, readPass } from './place-token.ts'
import { addOrder, type PlaceKey, returnUse, takeUse } from './places-queries.ts'
import { roomsOf } from './room-cache.ts'
import type { RoomRow } from './rooms-queries.ts'

const headerOf = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name]
  return typeof value === 'string' && value.length <= 400 ? value.trim() : ''
}

interface Holder {
  readonly key: PlaceKey
  readonly device: string
}

/** The place of a good pass: its signature, its round and its time; no query. */
const holderOf = (platform: Platform, room: RoomRow, request: FastifyRequest, now: Date): Holder | Reason => {
  const device = headerOf(request, 'x-waiting-device')
  const owner = { eventId: room.event_id, device }
  const pass = readPass(platform.keys, owner, headerOf(request, 'x-waiting-pass'))
  if (!pass || pass.round !== room.round) return 'no_place'
  if (pass.until <= now) return 'over'
  const key = { eventId: room.event_id, round: pass.round, number: pass.number }
  return { key, device: deviceHash(platform.keys, device) }
}

const throughCheckIn = async <T extends { readonly uuid: string }>(
  platform: Platform,
  eventId: string,
  request: FastifyRequest,
  hold: () => Promise<T | Refusal>,
): Promise<T | Refusal> => {
  const now = platform.clock()
  const rooms = roomsOf(platform)
  const room = await rooms.of(eventId)
  if (!room) return hold()
  const phase = phaseOfRoom({ mode: room.mode, opensAt: room.opens_at }, room.state, now)
  if (!needsPass(phase)) {
    rooms.arrived(room.event_id)
    return hold()
  }
  if (phase !== 'open') return sendToWait(platform, room.event_id, 'early')
  const holder = holderOf(platform, room, request, now)
  if (typeof holder === 'string') return sendToWait(platform, room.event_id, holder)
  const taken = await takeUse(platform.db, holder.key, holder.device, WAITING_ROOM.passUses, now)
  if (!taken) return sendToWait(platform, room.event_id, 'over')
  const held = await hold()
  // Sold out is no use of a pass.
  await (isRefusal(held) ? returnUse(platform.db, holder.key) : addOrder(platform.db, holder.key, held.uuid))
  return held
}

/**
 * Holds a cart, through the waiting room where the event has one that is open: then it takes a pass. Anything else goes
 * straight on; what that costs is a look into memory.
 */
export const throughRoom = <T extends { readonly uuid: string }>(
  platform: Platform,
  eventId: string,
  request: FastifyRequest,
  hold: () => Promise<T | Refusal>,
): Promise<T | Refusal> =>
  roomsOf(platform).hasNone(eventId) ? hold() : throughCheckIn(platform, eventId, request, hold)
