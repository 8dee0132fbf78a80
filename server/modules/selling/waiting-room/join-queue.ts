import { createHash } from 'node:crypto'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import type { joinLine as contract } from '@kartis/contract/waiting-room.ts'
import { bitsFor, isNonceValid } from '@kartis/domain/proof-of-work.ts'
import { isRefusal, type Refusal, refuseField } from '@kartis/domain/refusal.ts'
import { refuseToWait } from './enter-sale.ts'
import { deviceHash, phoneHash, placeToken, type Place } from './place-token.ts'
import type { WaitingRooms } from './waiting-rooms.ts'

const sha256 = (text: string): Uint8Array => createHash('sha256').update(text).digest()

interface Visitor {
  /** Verified by sign-in; E.164. */
  readonly phone: string | undefined
  /** Places that its network asked for within a minute, this one included. */
  readonly placesOfNetwork: number
}

/**
 * A place in the queue for this device, durable, or null where nobody waits. `validation` for missing proof of work,
 * `waiting_room` with the reason `more_work` and the `bits` that a crowded network needs, `overloaded` when too many join at
 * once.
 */
export const joinQueue = async (
  waitingRooms: WaitingRooms,
  eventId: string,
  { device, nonce }: BodyOf<typeof contract>,
  visitor: Visitor,
): Promise<(Place & { readonly token: string }) | null | Refusal> => {
  const { rooms, placeQueue, keys } = waitingRooms
  const room = await rooms.get(eventId)
  if (!room || room.state === 'idle') return null
  const work = { eventId: room.event_id, round: room.round, device, bits: room.work_bits }
  if (!isNonceValid(work, nonce, sha256)) return refuseField('nonce', 'invalid')
  const bits = bitsFor(room.work_bits, visitor.placesOfNetwork)
  if (!isNonceValid({ ...work, bits }, nonce, sha256))
    return refuseToWait(waitingRooms, room.event_id, 'more_work', { bits })
  const assigned = await placeQueue.submit(room.event_id, {
    device: deviceHash(keys, device),
    phone: visitor.phone === undefined ? null : phoneHash(keys, visitor.phone),
  })
  if (isRefusal(assigned)) return assigned
  const { place } = assigned
  return place ? { ...place, token: placeToken(keys, { eventId: room.event_id, device }, place) } : null
}
