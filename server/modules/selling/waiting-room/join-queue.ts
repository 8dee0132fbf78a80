import type { BodyOf } from '@kartis/contract/endpoint.ts'
import type { joinLine as contract } from '@kartis/contract/waiting-room.ts'
import { isWorkDone } from '@kartis/domain/proof-of-work.ts'
import { isRefusal, type Refusal, refuseField } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { type BatchQueue, createBatchQueue } from '../../../platform/concurrency/batch-queue.ts'
import { deviceHash, phoneHash, placeToken, type Place } from './place-token.ts'
import { insertPlaces, type NewPlace, placesOf } from './places-queries.ts'
import { roomsOf } from './room-cache.ts'
import { lockRoom, setLastNumber } from './rooms-queries.ts'

interface Ask {
  readonly device: string
  readonly phone: string | null
}

/** `undefined` in it: nobody waits at this event. */
interface Given {
  readonly place: Place | undefined
}

interface Known {
  readonly number: number
  readonly device: string
  readonly phone: string | null
}

const isOf =
  ({ device, phone }: Ask) =>
  (known: Known): boolean =>
    known.device === device || (phone !== null && known.phone === phone)

/**
 * Numbers for everybody who came while the last ones were written down: one transaction for all of them. A device, and a
 * phone, that has a place already is given the same one.
 */
const givePlaces = (platform: Platform, eventId: string, asks: readonly Ask[]): Promise<Given[]> =>
  inTransaction(platform.db, async (tx) => {
    const room = await lockRoom(tx, eventId)
    if (!room || room.mode === 'off' || room.state === 'idle') return asks.map(() => ({ place: undefined }))
    const { round } = room
    const phones = asks.flatMap(({ phone }) => (phone === null ? [] : [phone]))
    const devices = asks.map(({ device }) => device)
    const known: Known[] = await placesOf(tx, eventId, round, devices, phones)
    const fresh: NewPlace[] = []
    const numbers = asks.map((ask) => {
      const before = known.find(isOf(ask))
      if (before) return before.number
      const place = { number: room.last_number + fresh.length + 1, ...ask }
      fresh.push(place)
      known.push(place)
      return place.number
    })
    if (fresh.length > 0) {
      await insertPlaces(tx, eventId, round, fresh, platform.clock())
      await setLastNumber(tx, eventId, room.last_number + fresh.length)
    }
    return numbers.map((number) => ({ place: { round, number } }))
  })

const queueByPlatform = new WeakMap<Platform, BatchQueue<Ask, Given>>()

export const linesOf = (platform: Platform): BatchQueue<Ask, Given> => {
  const lanes =
    queueByPlatform.get(platform) ?? createBatchQueue((eventId, asks) => givePlaces(platform, eventId, asks))
  queueByPlatform.set(platform, lanes)
  return lanes
}

interface Person {
  /** Verified by sign-in; E.164. */
  readonly phone: string | undefined
}

/** A place in line for this device, or null where nobody waits. The answer comes after the commit. */
export const joinLine = async (
  platform: Platform,
  eventId: string,
  { device, nonce }: BodyOf<typeof contract>,
  person: Person,
): Promise<(Place & { readonly token: string }) | null | Refusal> => {
  const room = await roomsOf(platform).of(eventId)
  if (!room || room.state === 'idle') return null
  const work = { eventId: room.event_id, round: room.round, device, bits: room.work_bits }
  if (!isWorkDone(work, nonce)) return refuseField('nonce', 'invalid')
  const given = await linesOf(platform).submit(room.event_id, {
    device: deviceHash(platform.keys, device),
    phone: person.phone === undefined ? null : phoneHash(platform.keys, person.phone),
  })
  if (isRefusal(given)) return given
  const { place } = given
  return place ? { ...place, token: placeToken(platform.keys, { eventId: room.event_id, device }, place) } : null
}
