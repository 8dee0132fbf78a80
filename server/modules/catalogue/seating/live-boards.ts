import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { createCache } from '../../../platform/concurrency/cache.ts'
import { CACHE_SIZES } from '../../../platform/config/cache-sizes.ts'
import type { PreparedBody } from '../../../platform/http/prepared-body.ts'
import { isUuid } from '../events/index.ts'
import type { SeatingContext } from './context.ts'
import { LiveBoard } from './live-board.ts'
import { publicSeatedEvent, readAllSeats, readChangedSeats } from './live-queries.ts'

/** A reply of a board, true until the board looks at the database again. */
interface ReadyState {
  readonly board: LiveBoard
  readonly until: number
  readonly body: PreparedBody
}

/** While seats change, a board looks at the database so many times as often: a seat that is gone is refused to who clicks it. */
const LOOKS_WHILE_ACTIVE = 5

/** The live boards of the events that people look at; each asks the database at most once in `freshMs`, or in a part of it. */
export const followBoards = (freshMs: number, { publicRead, clock }: Pick<SeatingContext, 'publicRead' | 'clock'>) => {
  const untilNextLook = (board: LiveBoard): number =>
    board.isActive(clock().getTime()) ? freshMs / LOOKS_WHILE_ACTIVE : freshMs
  const boards = new LRUCache<string, LiveBoard>({ max: CACHE_SIZES.liveBoards })
  // All who poll an event share one question to the database in this time, half of that of other public reads: a page that
  // polls every second shows a sale within 1.2 seconds.
  const fresh = createCache<LiveBoard | Refusal>({
    ttlMs: freshMs,
    ttlOf: (board) => (isRefusal(board) ? freshMs : untilNextLook(board)),
    max: CACHE_SIZES.liveBoards,
    isCacheable: (board) => !isRefusal(board),
  })

  const readBoard = (key: string): Promise<LiveBoard | Refusal> =>
    publicRead(async (db) => {
      const eventId = await publicSeatedEvent(db, key, isUuid(key))
      if (eventId === undefined) return refuse('not_found')
      const cached = boards.get(eventId)
      const changes = cached && (await readChangedSeats(db, eventId, cached.rev))
      if (cached && changes && cached.follow(changes, clock().getTime())) return cached
      const all = await readAllSeats(db, eventId)
      if (!all) return refuse('not_found')
      const board = new LiveBoard(all)
      boards.set(eventId, board)
      return board
    })

  const refreshed = async (key: string): Promise<LiveBoard | Refusal> => {
    const began = performance.now()
    const board = await readBoard(key)
    if (!isRefusal(board)) board.freshUntil = began + untilNextLook(board)
    return board
  }

  // Everybody who polls in step asks for the same address: all but the first of each look are answered from here.
  const ready = new LRUCache<string, ReadyState>({ max: CACHE_SIZES.sharedReplies })
  const prepared = ({ url }: FastifyRequest): PreparedBody | undefined => {
    const state = ready.get(url)
    return state && state.until === state.board.freshUntil && performance.now() < state.until ? state.body : undefined
  }

  return {
    /** The board of the published event of a key, uuid or slug. */
    current: (key: string): Promise<LiveBoard | Refusal> => fresh.getOrLoad(key, () => refreshed(key)),
    prepared,
    keep: (url: string, board: LiveBoard, body: PreparedBody): void =>
      void ready.set(url, { board, until: board.freshUntil, body }),
  }
}
