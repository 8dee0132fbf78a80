import type { ReplyOf } from '@kartis/contract/endpoint.ts'
import {
  eventCalendar,
  exportPublicEvents,
  listEventCities,
  listPublicEvents,
  previewEvent,
  recordVisit,
  showAvailability,
  showPublicEvent as showEndpoint,
} from '@kartis/contract/public-events.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { download } from '../../../platform/http/download.ts'
import { createCache } from '../../../platform/concurrency/cache.ts'
import { CACHE_SIZES } from '../../../platform/config/cache-sizes.ts'
import { pageOf, sortOf, viewPage } from '../../../platform/http/listing.ts'
import { listRoutes } from '../../../platform/http/list-routes.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { dayIn } from '@kartis/domain/zone.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Db } from '../../../platform/database/db.ts'
import { textIn } from '../../../platform/database/localized-text.ts'
import { calendarOf } from './calendar.ts'
import { phaseOf, saleUrl } from './event-view.ts'
import { publicEventsSheet } from './events-sheet.ts'
import { formerEventRow, eventRowByKey, publicEventRow } from './events-queries.ts'
import type { EventsPlatform } from './extensions.ts'
import { opensPreview } from './preview.ts'
import { showPublicBriefs, showPublicEvent } from './public-events.ts'
import { listPublicEventRows, readCities, viewCities } from './public-list-queries.ts'
import { typeStockOf } from './statistics-queries.ts'
import { countVisit, deleteWatchersBefore, keepWatching, watchingNow } from './visits-queries.ts'

const SORTS = { starts_at: 'starts_at', name: 'name' } as const
/** User agents of bots, which do not count as page views. */
const ROBOT =
  /bot|crawl|spider|preview|facebookexternalhit|whatsapp|telegram|headless|lighthouse|curl|wget|python|monitor/i

/** Counting a tab once a day needs its row for a day. */
const WATCHERS_MS = 2 * 86_400_000

/** An event that was cancelled, or that sold and is off sale, says so to whoever has its link; of all others nothing is known. */
const refuseMissing = async (db: Db, key: string, lang: Lang): Promise<Refusal> => {
  const event = await formerEventRow(db, key)
  if (!event) return refuse('not_found')
  const name = textIn(event.texts, lang, 'name') ?? event.name
  if (event.cancelled_at === null) return refuse('event_off_sale', { detail: { name } })
  return refuse('event_cancelled', { detail: { name, starts_at: event.starts_at.toISOString() } })
}

export const publicEventRoutes = (app: App, platform: EventsPlatform): void => {
  const { db, publicRead } = platform
  platform.jobs.cron('events.forget_watchers', '23 4 * * *', () =>
    deleteWatchersBefore(db, new Date(platform.clock().getTime() - WATCHERS_MS)),
  )
  // Polled by every open page, so concurrent requests share one count.
  const watchers = createCache<number>({ ttlMs: app.sharedReadMs, max: CACHE_SIZES.watcherCounts })

  // The list depends only on the query, so requests with the same query share it.
  const lists = createCache<ReplyOf<typeof listPublicEvents>>({
    ttlMs: app.sharedReadMs,
    max: CACHE_SIZES.publicEventLists,
  })

  listRoutes(
    app,
    { list: listPublicEvents, exported: exportPublicEvents },
    ({ query, lang, now }) => {
      const list = (): Promise<ReplyOf<typeof listPublicEvents>> =>
        publicRead(async (db) => {
          const sort = sortOf(query.sort, SORTS, { column: 'starts_at', direction: 'asc' })
          const { rows, total } = await listPublicEventRows(db, { ...query, ...query.filter, ...sort }, now)
          return viewPage(await showPublicBriefs(platform, db, rows, lang, now), total, query)
        })
      return lists.getOrLoad(`${lang} ${JSON.stringify(query)}`, list)
    },
    publicEventsSheet,
  )

  route(app, listEventCities, ({ lang, now, query }) =>
    publicRead(async (db) => pageOf(viewCities(await readCities(db, now), lang), query)),
  )

  route(app, showEndpoint, ({ params, lang, now }) =>
    publicRead(async (db) => {
      const row = await publicEventRow(db, params.uuid)
      const event = row && (await showPublicEvent(platform, db, row, lang, now))
      return event ? { data: event } : await refuseMissing(db, params.uuid, lang)
    }),
  )

  route(app, previewEvent, async ({ params, query, lang, now }) => {
    const row = await eventRowByKey(db, params.uuid)
    if (!row || !opensPreview(platform.keys, row, query.token)) return refuse('not_found')
    // as it will be: a draft's ticket types are not for sale
    const published = { ...row, status: 'published' as const }
    const event = await showPublicEvent(platform, db, published, lang, now)
    return event ? { data: event } : refuse('not_found')
  })

  route(
    app,
    showAvailability,
    ({ params, lang, now }) =>
      publicRead(async (db) => {
        const row = await publicEventRow(db, params.uuid)
        if (!row) return refuse('not_found')
        const [types, onPage] = await Promise.all([
          typeStockOf(db, [row.id]),
          platform.extensions.publicTicketTypes(db, row, lang, now),
        ])
        return { data: { phase: phaseOf(row, types, now), events_tickets: onPage, as_of: now.toISOString() } }
      }),
    // Polled by every open page; reservations do not rely on it.
    { shared: { version: ({ data: { phase, events_tickets } }) => ({ phase, events_tickets }) } },
  )

  route(app, recordVisit, async ({ params, body, now, request }) => {
    const row = await publicEventRow(db, params.uuid)
    if (!row) return refuse('not_found')
    const robot = ROBOT.test(request.headers['user-agent'] ?? '') && platform.settings.production
    if (!robot) {
      const { keys, settings } = platform
      const network = settings.rateLimits
        ? keys.hmac('visit_network', `${row.id} ${request.network}`).slice(0, 16)
        : null
      const visit = { eventId: row.id, visitor: body.visitor, network, day: dayIn(row.timezone, now), now }
      await (body.kind === 'open' ? countVisit(db, visit) : keepWatching(db, visit))
    }
    const watching_now = await watchers.getOrLoad(row.id, () => watchingNow(db, row.id, now))
    return { data: { watching_now } }
  })

  route(app, eventCalendar, async ({ params, query, lang }) => {
    const row = await publicEventRow(db, params.uuid)
    if (!row) return refuse('not_found')
    const calendar = calendarOf(row, saleUrl(platform.settings.publicUrl, row), query.lang ?? lang)
    return download({ name: `${row.slug}.ics`, type: 'text/calendar; charset=utf-8' }, Buffer.from(calendar))
  })
}
