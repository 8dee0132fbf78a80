import { type Board, boardOf, copyOf, setFree } from '@kartis/seat-map/model/board.ts'
import { LRUCache } from 'lru-cache'
import { CACHE_SIZES } from '../../../../platform/config/cache-sizes.ts'
import type { Db, Tx } from '../../../../platform/database/db.ts'
import { pipeline } from '../../../../platform/database/pipelining-driver.ts'
import { planOf, type SeatPlan } from './seat-plan.ts'
import {
  clockLock,
  readSeating,
  readUnusualSeats,
  type SeatRow,
  seatingVersion,
  seatsChangedSince,
} from './seats-queries.ts'

/** Indexes in `SEAT_CHANNELS`. */
export const PUBLIC_CHANNELS: readonly number[] = [0]

/**
 * The seats of an event as they were committed at `rev`. It is changed only by rows that were read behind the clock's lock
 * and before the own writes of that transaction, so it never shows what is rolled back.
 */
export interface Hall {
  readonly plan: SeatPlan
  rev: string
  /** By seat number: whether the seat is free and for sale, in which channel, and whether it is sold. */
  readonly open: Uint8Array
  readonly channel: Uint8Array
  readonly sold: Uint8Array
  /** What everybody may take. */
  readonly board: Board
}

const apply = (hall: Hall, rows: readonly SeatRow[]): void => {
  const { plan, open, channel, sold, board } = hall
  for (const row of rows) {
    open[row.seat_no] = row.state === 0 && row.for_sale ? 1 : 0
    channel[row.seat_no] = row.channel
    sold[row.seat_no] = row.state === 2 ? 1 : 0
    const place = plan.indexOf[row.seat_no] ?? -1
    if (place >= 0) setFree(board, plan.map, place, open[row.seat_no] === 1 && row.channel === 0)
  }
}

const loadHall = async (tx: Tx, eventId: string, rev: string): Promise<Hall | undefined> => {
  const stored = await readSeating(tx, eventId)
  if (!stored) return undefined
  const plan = planOf(stored)
  const hall = {
    plan,
    rev,
    open: new Uint8Array(plan.numbers.next).fill(1),
    channel: new Uint8Array(plan.numbers.next),
    sold: new Uint8Array(plan.numbers.next),
    board: boardOf(plan.map, () => true),
  }
  apply(hall, await readUnusualSeats(tx, eventId))
  return hall
}

/** A board of one's own: what is taken on it is taken nowhere else. */
export const boardFor = ({ plan, board, open, channel }: Hall, channels: readonly number[]): Board => {
  if (channels === PUBLIC_CHANNELS) return copyOf(board)
  const allowed = new Set(channels)
  return boardOf(plan.map, (place) => {
    const number = plan.numbers.byIndex[place] ?? 0
    return open[number] === 1 && allowed.has(channel[number] ?? 0)
  })
}

/** Whether a place of the map was sold, as of the hall: held and closed ones are not. */
export const soldIn =
  ({ plan, sold }: Hall): ((place: number) => boolean) =>
  (place) =>
    sold[plan.numbers.byIndex[place] ?? -1] === 1

/** Halls of each database of this process. They follow the database alone, so any number of users may share them. */
const hallsByDb = new WeakMap<Db, LRUCache<string, Hall>>()

const hallsOf = (db: Db): LRUCache<string, Hall> => {
  const existing = hallsByDb.get(db)
  if (existing) return existing
  const halls = new LRUCache<string, Hall>({ max: CACHE_SIZES.halls })
  hallsByDb.set(db, halls)
  return halls
}

/**
 * Locks the seat clock of an event, the first lock of whoever takes or gives back seats (docs/rules/reservations.md), and
 * brings the hall up to date. The statements travel with the next one: await the returned function for the hall, which is
 * undefined for an event without seats. Call it before the transaction writes seats.
 */
export const lockHallAhead = async (db: Db, tx: Tx, eventId: string): Promise<() => Promise<Hall | undefined>> => {
  const halls = hallsOf(db)
  const cached = halls.get(eventId)
  const clock = await pipeline(tx, clockLock(eventId))
  // New statements behind the lock: they see what the last holder of the lock committed.
  const version = await pipeline(tx, seatingVersion(eventId))
  const changes = cached && (await pipeline(tx, seatsChangedSince(eventId, cached.rev)))
  return async () => {
    const [row] = (await clock()).rows
    if (!row) return undefined
    if (cached && changes && (await version()).rows[0]?.version === cached.plan.version) {
      apply(cached, (await changes()).rows)
      cached.rev = row.rev
      return cached
    }
    const hall = await loadHall(tx, eventId, row.rev)
    if (hall) halls.set(eventId, hall)
    return hall
  }
}

export const lockHall = async (db: Db, tx: Tx, eventId: string): Promise<Hall | undefined> =>
  (await lockHallAhead(db, tx, eventId))()

/**
 * The public board after writes of the own transaction, such as expired holds that it ended. The shared hall stays as it
 * was: the transaction may still be rolled back.
 */
export const boardAfterOwnWrites = async (tx: Tx, eventId: string, hall: Hall): Promise<Board> => {
  const own: Hall = {
    ...hall,
    open: hall.open.slice(),
    channel: hall.channel.slice(),
    sold: hall.sold.slice(),
    board: copyOf(hall.board),
  }
  const { rows } = await seatsChangedSince(eventId, hall.rev).execute(tx)
  apply(own, rows)
  return own.board
}
