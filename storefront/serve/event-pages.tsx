import type { Category } from '@kartis/contract/events.ts'
import type { PublicEvent, PublicEventBrief } from '@kartis/contract/public-events.ts'
import type { SaleReply, SaleRequest } from '../page-types.ts'
import { ART_SIZES, EventPage } from '../pages/event/event-page.tsx'
import { ListPage } from '../pages/list/list-page.tsx'
import { sayIn } from '../state/catalogues.ts'
import { eventView } from '../state/event-state.ts'
import type { EventView } from '../state/event-state.ts'
import { eventJsonLd, plainText } from '../state/head.ts'
import type { Head } from '../state/head.ts'
import { apiQuery, isAsking, readAsk } from '../state/list-filter.ts'
import { listView } from '../state/list-state.ts'
import { broken, drawn } from './render.tsx'
import { lostPage } from './plain-pages.tsx'

const absolute = (url: string, publicUrl: string): string => new URL(url, `${publicUrl}/`).href

/** What a shared link shows: messengers want a JPEG, wide where there is one. */
const shareImage = (event: PublicEvent, publicUrl: string): Head['image'] => {
  const slots = ['banner_card', 'banner_event', 'banner_square']
  const found = slots.map((slot) => event.attachments.find((each) => each.slot === slot)).find(Boolean)
  if (!found) return undefined
  return {
    url: absolute(found.url, publicUrl),
    width: found.width ?? 1340,
    height: found.height ?? 768,
    type: found.content_type,
  }
}

const eventHead = (event: PublicEvent, view: EventView, request: SaleRequest): Head => {
  const canonical = `/order/${event.slug || event.uuid}`
  const image = shareImage(event, request.publicUrl)
  const { day, start, place } = view.facts
  const facts = `${day}, ${start} · ${[place.title, place.address].filter(Boolean).join(', ')}`
  return {
    title: `${event.name} | ${sayIn(request.lang)('sale.site.name')}`,
    description: [facts, plainText(event.description, 140)].filter(Boolean).join('. '),
    canonical,
    ...(image ? { image } : {}),
    jsonLd: eventJsonLd(event, `${request.publicUrl}${canonical}`, image?.url),
    ...(view.look.art
      ? { preloadImage: { src: view.look.art.src, srcSet: view.look.art.srcSet, sizes: ART_SIZES } }
      : {}),
  }
}

/** The sale page of one event; unknown and unpublished ones are not found. */
export const eventPage = async (request: SaleRequest, key: string): Promise<SaleReply> => {
  const answer = await request.api(`/public/events/${encodeURIComponent(key)}`)
  if (answer.status === 404 || answer.status === 422) return lostPage(request)
  if (answer.status !== 200) throw broken('the event', answer.status)
  const event = (answer.body as { data: PublicEvent }).data
  const view = eventView(event, request.lang, request.now)
  return drawn(request, {
    kind: 'event',
    head: eventHead(event, view, request),
    content: <EventPage event={view} />,
    cache: 'shared',
    live: {
      view: request.query.as === 'json' ? view : { ...view, about: '' },
      words: ['sale.event', 'sale.buy', 'sale.limit', 'sale.closed', 'wait.note'],
    },
  })
}

/** What is on now. */
export const listPage = async (request: SaleRequest): Promise<SaleReply> => {
  const ask = readAsk(request.query)
  const [listed, categories, cities] = await Promise.all([
    request.api(`/public/events?${apiQuery(ask, request.now)}`),
    request.api('/public/events_categories?per_page=100'),
    request.api('/public/events/cities'),
  ])
  if (listed.status !== 200) throw broken('the list of events', listed.status)
  type Listed = { data: PublicEventBrief[]; meta: { current_page: number; total: number; last_page: number } }
  const found = {
    categories: categories.status === 200 ? (categories.body as { data: Category[] }).data : [],
    cities: cities.status === 200 ? (cities.body as { data: { city: string }[] }).data.map(({ city }) => city) : [],
  }
  const view = listView(listed.body as Listed, found, ask, request.lang, request.now)
  const say = sayIn(request.lang)
  return drawn(request, {
    kind: 'list',
    head: {
      title: say('sale.list.page_title'),
      description: say('sale.list.description'),
      ...(isAsking(ask) ? {} : { canonical: '/order' }),
    },
    content: <ListPage list={view} />,
    cache: 'shared',
  })
}
