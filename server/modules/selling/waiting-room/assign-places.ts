import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { Place } from './place-token.ts'
import { insertPlaces, type NewPlace, placesOf } from './places-queries.ts'
import { lockRoom, setLastNumber } from './rooms-queries.ts'

/** A person who wants a place: hashes of the device and of the signed-in phone. */
export interface PlaceRequest {
  readonly device: string
  readonly phone: string | null
}

/** `place` is undefined where nobody waits. */
export interface AssignedPlace {
  readonly place: Place | undefined
}

type ExistingPlace = PlaceRequest & { readonly number: number }

const belongsTo =
  ({ device, phone }: PlaceRequest) =>
  (place: ExistingPlace): boolean =>
    place.device === device || (phone !== null && place.phone === phone)

/**
 * Gives each request of a batch the next number, in one transaction under the room's lock. A device, or a phone, that has
 * a place already gets the same one.
 */
export const assignPlaces = (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  eventId: string,
  requests: readonly PlaceRequest[],
): Promise<AssignedPlace[]> =>
  inTransaction(db, async (tx) => {
    const room = await lockRoom(tx, eventId)
    if (!room || room.mode === 'off' || room.state === 'idle') return requests.map(() => ({ place: undefined }))
    const { round } = room
    const phones = requests.flatMap(({ phone }) => (phone === null ? [] : [phone]))
    const devices = requests.map(({ device }) => device)
    const places: ExistingPlace[] = await placesOf(tx, eventId, round, devices, phones)
    const newPlaces: NewPlace[] = []
    const numbers = requests.map((request) => {
      const existing = places.find(belongsTo(request))
      if (existing) return existing.number
      const place = { number: room.last_number + newPlaces.length + 1, ...request }
      newPlaces.push(place)
      places.push(place)
      return place.number
    })
    if (newPlaces.length > 0) {
      await insertPlaces(tx, eventId, round, newPlaces, clock())
      await setLastNumber(tx, eventId, room.last_number + newPlaces.length)
    }
    return numbers.map((number) => ({ place: { round, number } }))
  })
