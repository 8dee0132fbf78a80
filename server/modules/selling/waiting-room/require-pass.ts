import { setTimeout as sleep } from 'node:timers/promises'
import { WAITING_ROOM } from '@kartis/domain/limits.ts'
import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import { needsPass, waitingRoomPhase } from '@kartis/domain/waiting-room.ts'
import type { FastifyRequest } from 'fastify'
import { type Reason, refuseToWait } from './enter-sale.ts'
import { deviceHash, readPass } from './place-token.ts'
import { addOrder, isPassGood, type PlaceKey, returnPassUse, usePass } from './places-queries.ts'
import type { RoomRow } from './rooms-queries.ts'
import type { WaitingRooms } from './waiting-rooms.ts'

/** Milliseconds for which a request waits for another one with its pass, and between two looks. */
const MAX_WAIT_MS = 5000
const POLL_MS = 50
/** Milliseconds after which a reservation that did not end was lost with its process. */
const LOST_AFTER_MS = 30_000

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

/** A request for a reservation, and what it takes to keep one open order for each pass. */
export interface PassRequest {
  readonly request: FastifyRequest
  /** Whether the request was answered before. */
  readonly isRepeat: () => Promise<boolean>
  /** Gives back an order that is reserved; false when it is being paid or was paid. */
  readonly release: (order: { readonly eventId: string; readonly orderId: string }) => Promise<boolean>
}

/** Gives back the earlier orders of a pass: one pass has one open order. False when one of them is being paid. */
const releaseEarlier = async (pass: PassRequest, eventId: string, orders: readonly string[]): Promise<boolean> => {
  for (const orderId of orders) if (!(await pass.release({ eventId, orderId }))) return false
  return true
}

/**
 * Uses a pass once and returns the ids of its earlier orders, or why it cannot be used. A request that comes while another
 * one reserves with the same pass waits for it: a double click then gets the same order.
 */
const takePass = async (
  { db, clock }: WaitingRooms,
  { key, device }: Holder,
): Promise<readonly string[] | 'over' | 'cart_open'> => {
  for (const end = Date.now() + MAX_WAIT_MS; ;) {
    const now = clock()
    const use = { device, max: WAITING_ROOM.passUses, now, until: new Date(now.getTime() + LOST_AFTER_MS) }
    const earlier = await usePass(db, key, use)
    if (earlier) return earlier
    if (!(await isPassGood(db, key, use))) return 'over'
    if (Date.now() > end) return 'cart_open'
    await sleep(POLL_MS)
  }
}

const reserveWithPass = async <T extends { readonly uuid: string }>(
  waitingRooms: WaitingRooms,
  eventId: string,
  pass: PassRequest,
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
  const holder = holderOf(waitingRooms, room, pass.request, now)
  if (typeof holder === 'string') return refuseToWait(waitingRooms, room.event_id, holder)
  const earlier = await takePass(waitingRooms, holder)
  if (typeof earlier === 'string') return refuseToWait(waitingRooms, room.event_id, earlier)
  try {
    const isAlone =
      earlier.length === 0 || (await pass.isRepeat()) || (await releaseEarlier(pass, room.event_id, earlier))
    const reserved = isAlone ? await reserve() : refuseToWait(waitingRooms, room.event_id, 'cart_open')
    // A refused cart does not use the pass.
    await (isRefusal(reserved)
      ? returnPassUse(waitingRooms.db, holder.key)
      : addOrder(waitingRooms.db, holder.key, reserved.uuid))
    return reserved
  } catch (error) {
    await returnPassUse(waitingRooms.db, holder.key)
    throw error
  }
}

/**
 * Reserves a cart; where the event has an open waiting room this needs a pass and uses it once (`waiting_room`). A pass has
 * one open order: a new cart gives the earlier one back, unless that is being paid. Other events cost a look into the cache.
 */
export const withWaitingRoomPass = <T extends { readonly uuid: string }>(
  waitingRooms: WaitingRooms,
  eventId: string,
  pass: PassRequest,
  reserve: () => Promise<T | Refusal>,
): Promise<T | Refusal> =>
  waitingRooms.rooms.hasNone(eventId) ? reserve() : reserveWithPass(waitingRooms, eventId, pass, reserve)
