import { showSeatMap, showSeats } from '@kartis/contract/public-seats.ts'
import type { QueryOf } from '@kartis/contract/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { flagsOf } from '@kartis/seat-map/model/compile.ts'
import { seatUuid } from '@kartis/seat-map/model/seat-uuid.ts'
import { createCache } from '../../../platform/concurrency/cache.ts'
import { CACHE_SIZES } from '../../../platform/config/cache-sizes.ts'
import { offsetOf, viewPage } from '../../../platform/http/listing.ts'
import { type PreparedBody, prepareBody, sendPrepared } from '../../../platform/http/prepared-body.ts'
import { type App, type Handler, route } from '../../../platform/http/route.ts'
import { sendSharedBody, shareReplies } from '../../../platform/http/shared-replies.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { isUuid } from '../events/index.ts'
import type { SeatingContext } from './context.ts'
import { followBoards } from './live-boards.ts'
import { listPublicSeats, publicSeatedEvent, readWireText } from './live-queries.ts'
import { seatNamesIn } from './seat-names.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const FOR_EVER = 'public, max-age=31536000, immutable'

const listSeatTexts = async (db: Db | Tx, key: string, query: QueryOf<typeof showSeats>, lang: Lang) => {
  const eventId = await publicSeatedEvent(db, key, isUuid(key))
  if (eventId === undefined) return refuse('not_found')
  const slice = { section: query.section, limit: query.per_page, offset: offsetOf(query) }
  const { rows, total } = await listPublicSeats(db, eventId, slice)
  const names = await seatNamesIn(db, [eventId], lang)
  const seats = rows.map(({ seat_no, seating, row_label, label, flags, ...seat }) =>
    names(eventId, {
      ...seat,
      seat_uuid: seatUuid(seating, seat_no),
      row: row_label,
      number: label,
      flags: flagsOf(flags),
    }),
  )
  return viewPage(seats, total, query)
}

export const publicSeatRoutes = (app: App, { publicRead, clock }: SeatingContext): void => {
  // A hash names one text for ever: it is read and compressed once.
  const maps = createCache<PreparedBody | Refusal>({
    ttlMs: 3_600_000,
    max: CACHE_SIZES.seatMaps,
    isCacheable: (body) => !isRefusal(body),
  })
  const { current, prepared, keep } = followBoards(app.sharedReadMs / 2, { publicRead, clock })

  route(app, showSeatMap, async ({ params: { uuid: key, hash }, request, reply }) => {
    const body = await maps.getOrLoad(`${key} ${hash}`, () =>
      publicRead(async (db) => {
        const text = await readWireText(db, key, isUuid(key), hash)
        return text === undefined ? refuse('not_found') : prepareBody(text, hash)
      }),
    )
    if (isRefusal(body)) return body
    void reply.type(JSON_TYPE).header('cache-control', FOR_EVER).header('vary', 'accept-encoding')
    await sendPrepared(request, reply, body)
    return reply
  })

  const sendList = shareReplies(app.sharedReadMs, JSON.stringify)

  const show: Handler<typeof showSeats> = async ({ params, query, request, reply, lang }) => {
    if (query.list === undefined && query.section === undefined) {
      const board = await current(params.uuid)
      if (isRefusal(board)) return board
      const body = board.reply(query.since, clock().getTime())
      keep(request.url, board, body)
      await sendSharedBody(request, reply, body)
      return reply
    }
    const refused = await sendList(
      request,
      reply,
      () => publicRead((db) => listSeatTexts(db, params.uuid, query, lang)),
      lang,
    )
    return refused ?? reply
  }
  route(app, showSeats, show, { prepared })
}
