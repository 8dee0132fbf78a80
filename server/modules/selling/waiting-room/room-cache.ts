import type { Platform } from '../../../platform/platform.ts'
import { liveRooms, type RoomRow } from './rooms-queries.ts'

/** Milliseconds. A listening process looks once a second by itself; others look when they are asked and this is over. */
const FRESH = 1000
/** Older than this nobody is answered from memory. */
const STALE = 3000

/** What a process knows of the rooms: read from PostgreSQL once a second, so that no question about them costs a query. */
export interface RoomCache {
  /** The room of an event as it was at most a second ago; undefined where there is none or it is off. */
  of(eventId: string): Promise<RoomRow | undefined>
  /** True where memory is fresh and knows of no room of this event. */
  readonly hasNone: (eventId: string) => boolean
  readonly events: () => Promise<readonly string[]>
  readonly refresh: () => Promise<void>
  /** Somebody came to the sale of an event. */
  readonly arrived: (eventId: string) => void
  /** Arrivals since this was last asked. */
  readonly takeArrivals: () => ReadonlyMap<string, number>
}

const openKeeper = (platform: Platform): RoomCache => {
  let rooms: ReadonlyMap<string, RoomRow> = new Map()
  let readAt = -Infinity
  let reading: Promise<void> | undefined
  let arrivals = new Map<string, number>()

  const read = async (): Promise<void> => {
    const started = performance.now()
    rooms = new Map((await liveRooms(platform.db, platform.clock())).map((room) => [room.event_id, room]))
    readAt = started
  }
  /** Callers who come meanwhile wait for the look that is under way. */
  const look = (): Promise<void> => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
  const known = async (): Promise<ReadonlyMap<string, RoomRow>> => {
    const age = performance.now() - readAt
    if (age > STALE) await look()
    else if (age > FRESH) look().catch(() => undefined)
    return rooms
  }
  return {
    hasNone: (eventId) => performance.now() - readAt <= FRESH && !rooms.has(eventId.toLowerCase()),
    of: async (eventId) => (await known()).get(eventId.toLowerCase()),
    events: async () => [...(await known()).keys()],
    // What was read before a change is no answer to it: a look that is under way is waited for and then one more is taken.
    refresh: async () => {
      await reading?.catch(() => undefined)
      await look()
    },
    arrived: (eventId) => void arrivals.set(eventId, (arrivals.get(eventId) ?? 0) + 1),
    takeArrivals: () => {
      const taken = arrivals
      arrivals = new Map()
      return taken
    },
  }
}

const keepers = new WeakMap<Platform, RoomCache>()

/** The rooms as this process knows them. */
export const roomsOf = (platform: Platform): RoomCache => {
  const keeper = keepers.get(platform) ?? openKeeper(platform)
  keepers.set(platform, keeper)
  return keeper
}
