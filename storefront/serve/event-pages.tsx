import { commaText } from '@kartis/i18n/format.ts'
import { requestOf } from '@kartis/contract/client.ts'
import type { PublicEvent } from '@kartis/contract/public-events.ts'
import { showSeatMap, showSeats } from '@kartis/contract/public-seats.ts'
import type { SaleReply, SaleRequest } from '../page-types.ts'
import { CompactPage } from '../pages/compact/compact-page.tsx'
import { ART_SIZES, EventPage } from '../pages/event/event-page.tsx'
import { ListPage } from '../pages/list/list-page.tsx'
import { SeatPreviewPage } from '../pages/seat-preview/seat-preview-page.tsx'
import { SeatsPage } from '../pages/seats/seats-page.tsx'
import { embedOf } from '../shared/embed.ts'
import { translatorFor } from '../state/messages.ts'
import { eventView } from '../state/event-state.ts'
import type { EventView } from '../state/event-state.ts'
import { eventJsonLd, plainText } from '../state/head.ts'
import type { Head } from '../state/head.ts'
import { apiQuery, isFiltered, readListQuery } from '../state/list-filter.ts'
import { listView } from '../state/list-state.ts'
import { seatsView } from '../state/seats-state.ts'
import { sentencesOf } from './event-sentences.ts'
import { apiError, readApi } from './read-api.ts'
import { renderPage } from './render.tsx'
import { lostPage, notFoundPage } from './plain-pages.tsx'

const absolute = (url: string, publicUrl: string): string => new URL(url, `${publicUrl}/`).href

/** The image of a shared link: messengers need a JPEG, wide where there is one. */
const shareImage = (event: PublicEvent, publicUrl: string): Head['image'] => {
  const slots = ['banner_card', 'banner_event', 'banner_square']
  const image = slots.map((slot) => event.attachments.find((each) => each.slot === slot)).find(Boolean)
  if (!image) return undefined
  return {
    url: absolute(image.url, publicUrl),
    width: image.width ?? 1340,
    height: image.height ?? 768,
    type: image.content_type,
  }
}

const seatsOf = (uuid: string): string => requestOf(showSeats, { params: { uuid }, query: {} }).url

const seatMapOf = (uuid: string, hash: string): string => requestOf(showSeatMap, { params: { uuid, hash } }).url

/** What the choice of seats loads beyond the page of its event: 45 KB, which most visitors of a hall with seats need next. */
const seatsFiles = ({ uuid, seat_map: map }: PublicEvent, { assets }: SaleRequest): string[] => {
  if (!map) return []
  const here = new Set(assets('event').modules)
  return [...assets('seats').modules.filter((file) => !here.has(file)), seatMapOf(uuid, map.hash)]
}

const eventHead = (event: PublicEvent, view: EventView, request: SaleRequest): Head => {
  const canonical = `/order/${event.slug || event.uuid}`
  const image = shareImage(event, request.publicUrl)
  const { day, start, place } = view.facts
  const facts = `${commaText([day, start], request.lang)} · ${commaText([place.title, place.address], request.lang)}`
  return {
    title: `${event.name} | ${translatorFor(request.lang)('sale.site.name')}`,
    description: [facts, plainText(event.description, 140)].filter(Boolean).join('. '),
    canonical,
    ...(image ? { image } : {}),
    prefetch: seatsFiles(event, request),
    jsonLd: eventJsonLd(event, request.lang, `${request.publicUrl}${canonical}`, image?.url),
    ...(view.artwork.art
      ? { preloadImage: { src: view.artwork.art.src, srcSet: view.artwork.art.srcSet, sizes: ART_SIZES } }
      : {}),
  }
}

/**
 * A draft as its sale page will look, for whoever has the signed link: not indexed, never cached, without any script, so
 * that nothing can be bought. Undefined when the link opens no draft: it may have been published since.
 */
export const previewPage = async (request: SaleRequest, key: string, token: string): Promise<SaleReply | undefined> => {
  const { status, reply } = await readApi(request, '/v1/public/events/:uuid/preview', {
    params: { uuid: key },
    query: { token },
  })
  if (status === 404 || status === 422) return undefined
  if (!reply) throw apiError('the preview', status)
  const view = eventView(reply.data, request.lang, request.now, sentencesOf(reply.data, request.lang, request.now))
  return renderPage(request, {
    kind: 'event',
    head: { title: `${view.name} | ${translatorFor(request.lang)('sale.preview.title')}` },
    // The event counts as published here, and nothing of it is on sale all the same.
    content: <EventPage event={{ ...view, phase: 'draft' }} preview={token} />,
    withoutScript: true,
  })
}

/** The sale page of one event; the not-found page for unknown and unpublished events. */
export const eventPage = async (request: SaleRequest, key: string): Promise<SaleReply> => {
  const { status, reply, detail } = await readApi(request, '/v1/public/events/:uuid', { params: { uuid: key } })
  if (status === 410 || status === 404 || status === 422) return lostPage(request, status, detail)
  if (!reply) throw apiError('the event', status)
  const event = reply.data
  const view = eventView(event, request.lang, request.now, sentencesOf(event, request.lang, request.now))
  if (embedOf(request.query)?.compact)
    return renderPage(request, {
      kind: 'compact',
      // Inside other pages: not for search engines.
      head: { title: view.name },
      content: <CompactPage event={view} />,
      cache: 'shared',
      hydration: { page: 'compact', view: { ...view, about: '' } },
    })
  return renderPage(request, {
    kind: 'event',
    head: eventHead(event, view, request),
    content: <EventPage event={view} />,
    cache: 'shared',
    hydration: { page: 'event', view: request.query.as === 'json' ? view : { ...view, about: '' } },
  })
}

/** The choice of seats of an event that has them. */
export const seatsPage = async (request: SaleRequest, key: string): Promise<SaleReply> => {
  const { status, reply, detail } = await readApi(request, '/v1/public/events/:uuid', { params: { uuid: key } })
  if (status === 410 || status === 404 || status === 422) return lostPage(request, status, detail)
  if (!reply) throw apiError('the event', status)
  const view = seatsView(reply.data, request.lang, request.now)
  if (!view) return notFoundPage(request)
  return renderPage(request, {
    kind: 'seats',
    // A step of one purchase: search engines find the event itself.
    head: {
      title: `${translatorFor(request.lang)('sale.seats.title')} | ${view.name}`,
      // The hall and what of it is free: neither waits for the script that asks for them.
      preloadData: [seatMapOf(view.uuid, view.seatMap.hash), seatsOf(view.uuid)],
    },
    content: <SeatsPage view={view} />,
    cache: 'shared',
    hydration: { page: 'seats', view },
  })
}

/** A draft of a seat map as buyers would see it, in a frame of the editor that sends it. Nothing of any event is in it. */
export const seatPreviewPage = (request: SaleRequest): Promise<SaleReply> =>
  Promise.resolve(
    renderPage(request, {
      kind: 'seat-preview',
      // Not for search engines: it is empty without the editor.
      head: { title: translatorFor(request.lang)('sale.seats.title') },
      content: <SeatPreviewPage />,
      hydration: { page: 'seat-preview', view: {} },
    }),
  )

/** The events on sale. */
export const listPage = async (request: SaleRequest): Promise<SaleReply> => {
  const query = readListQuery(request.query)
  const [events, categories, cities] = await Promise.all([
    readApi(request, '/v1/public/events', { query: apiQuery(query, request.now) }),
    readApi(request, '/v1/public/events_categories', { query: { per_page: 100 } }),
    readApi(request, '/v1/public/events/cities'),
  ])
  if (!events.reply) throw apiError('the list of events', events.status)
  const choices = {
    categories: categories.reply?.data ?? [],
    cities: cities.reply?.data ?? [],
  }
  const view = listView(events.reply, choices, query, request.lang, request.now)
  const t = translatorFor(request.lang)
  return renderPage(request, {
    kind: 'list',
    head: {
      title: t('sale.list.page_title'),
      description: t('sale.list.description'),
      ...(isFiltered(query) ? {} : { canonical: '/order' }),
    },
    content: <ListPage list={view} />,
    cache: 'shared',
  })
}
