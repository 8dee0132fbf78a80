import type { Platform } from '../../../platform/platform.ts'
import { liveRooms, type RoomRow } from './rooms-queries.ts'

/** Milliseconds. A listening process reads once a second; other processes read when they are asked and this is over. */
const FRESH = 1000
/** Milliseconds after which the cache is too old to reply from. */
const STALE = 3000

/** The live rooms as this process read them last: once a second, so that a look at a room costs no query. */
export interface RoomCache {
  /** The room of an event; undefined where there is none or it is off. */
  get(eventId: string): Promise<RoomRow | undefined>
  /** True when the cache is fresh and the event has no live room. */
  readonly hasNone: (eventId: string) => boolean
  readonly eventIds: () => Promise<readonly string[]>
  /** Reads the rooms anew. */
  readonly refresh: () => Promise<void>
  /** Counts a person who came to the sale of an event. */
  readonly countArrival: (eventId: string) => void
  /** Arrivals by event since the last call. */
  readonly drainArrivals: () => ReadonlyMap<string, number>
}

export const createRoomCache = ({ db, clock }: Pick<Platform, 'db' | 'clock'>): RoomCache => {
  let rooms: ReadonlyMap<string, RoomRow> = new Map()
  let readAt = -Infinity
  let reading: Promise<void> | undefined
  let arrivals = new Map<string, number>()

  const readRooms = async (): Promise<void> => {
    const startedAt = performance.now()
    rooms = new Map((await liveRooms(db, clock())).map((room) => [room.event_id, room]))
    readAt = startedAt
  }
  /** Concurrent callers share one read. */
  const read = (): Promise<void> => {
    reading ??= readRooms().finally(() => {
      reading = undefined
    })
    return reading
  }
  const currentRooms = async (): Promise<ReadonlyMap<string, RoomRow>> => {
    const age = performance.now() - readAt
    if (age > STALE) await read()
    else if (age > FRESH) read().catch(() => undefined)
    return rooms
  }
  return {
    hasNone: (eventId) => performance.now() - readAt <= FRESH && !rooms.has(eventId.toLowerCase()),
    get: async (eventId) => (await currentRooms()).get(eventId.toLowerCase()),
    eventIds: async () => [...(await currentRooms()).keys()],
    // A read that is under way may have begun before the change that the caller wants to see: wait for it, then read again.
    refresh: async () => {
      await reading?.catch(() => undefined)
      await read()
    },
    countArrival: (eventId) => void arrivals.set(eventId, (arrivals.get(eventId) ?? 0) + 1),
    drainArrivals: () => {
      const drained = arrivals
      arrivals = new Map()
      return drained
    },
  }
}
