import { showSeatMap, showSeats } from '@kartis/contract/public-seats.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { flagsOf } from '@kartis/seat-map/model/compile.ts'
import { seatUuid } from '@kartis/seat-map/model/seat-uuid.ts'
import type { FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { createCache } from '../../../platform/concurrency/cache.ts'
import { CACHE_SIZES } from '../../../platform/config/cache-sizes.ts'
import { offsetOf, viewPage } from '../../../platform/http/listing.ts'
import { type PreparedBody, prepareBody, sendPrepared } from '../../../platform/http/prepared-body.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { SHARED_CACHE, shareReplies } from '../../../platform/http/shared-replies.ts'
import { isUuid } from '../events/index.ts'
import type { SeatingContext } from './context.ts'
import { LiveBoard } from './live-board.ts'
import { listPublicSeats, publicSeatedEvent, readAllSeats, readChangedSeats, readWireText } from './live-queries.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const FOR_EVER = 'public, max-age=31536000, immutable'

const headed = (reply: FastifyReply, cacheControl: string): FastifyReply =>
  reply.type(JSON_TYPE).header('cache-control', cacheControl).header('vary', 'accept-encoding')

export const publicSeatRoutes = (app: App, { publicRead, clock }: SeatingContext): void => {
  const boards = new LRUCache<string, LiveBoard>({ max: CACHE_SIZES.liveBoards })
  // A hash names one text for ever: it is read and compressed once.
  const maps = createCache<PreparedBody | Refusal>({
    ttlMs: 3_600_000,
    max: CACHE_SIZES.seatMaps,
    isCacheable: (body) => !isRefusal(body),
  })
  // All who poll an event share one question to the database in this time, half of that of other public reads: a page that
  // polls every second shows a sale within 1.2 seconds.
  const current = createCache<LiveBoard | Refusal>({
    ttlMs: app.sharedReadMs / 2,
    max: CACHE_SIZES.liveBoards,
    isCacheable: (board) => !isRefusal(board),
  })

  const refreshed = (key: string): Promise<LiveBoard | Refusal> =>
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

  route(app, showSeatMap, async ({ params: { uuid: key, hash }, request, reply }) => {
    const body = await maps.getOrLoad(`${key} ${hash}`, () =>
      publicRead(async (db) => {
        const text = await readWireText(db, key, isUuid(key), hash)
        return text === undefined ? refuse('not_found') : prepareBody(text, hash)
      }),
    )
    if (isRefusal(body)) return body
    await sendPrepared(request, headed(reply, FOR_EVER), body)
    return reply
  })

  const sendList = shareReplies(app.sharedReadMs, JSON.stringify)

  route(app, showSeats, async ({ params, query, request, reply }) => {
    if (query.list === undefined && query.section === undefined) {
      const board = await current.getOrLoad(params.uuid, () => refreshed(params.uuid))
      if (isRefusal(board)) return board
      await sendPrepared(request, headed(reply, SHARED_CACHE), board.reply(query.since, clock().getTime()))
      return reply
    }
    const refused = await sendList(request, reply, () =>
      publicRead(async (db) => {
        const eventId = await publicSeatedEvent(db, params.uuid, isUuid(params.uuid))
        if (eventId === undefined) return refuse('not_found')
        const { rows, total } = await listPublicSeats(db, eventId, {
          section: query.section,
          limit: query.per_page,
          offset: offsetOf(query),
        })
        const seats = rows.map(({ seat_no, seating, row_label, label, flags, ...seat }) => ({
          ...seat,
          seat_uuid: seatUuid(seating, seat_no),
          row: row_label,
          number: label,
          flags: flagsOf(flags),
        }))
        return viewPage(seats, total, query)
      }),
    )
    return refused ?? reply
  })
}
