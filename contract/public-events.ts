import { z } from 'zod'
import { language } from './auth.ts'
import { attachment } from './attachments.ts'
import {
  calendarDay,
  data,
  endpoint,
  exportOf,
  instant,
  listQuery,
  page,
  pageQuery,
  shekels,
  showQuery,
  uuid,
} from './endpoint.ts'
import { category, eventPhase, eventSettings } from './events.ts'
import { publicForm } from './forms.ts'
import { seatMapBrief } from './public-seats.ts'
import { saleState } from './tickets.ts'

const tag = 'public events'

export const publicTicketType = z
  .object({
    uuid,
    name: z.string(),
    info: z.string(),
    /** The whole price. */
    price: shekels,
    /** The part of it that was added because buyers bear the fees of the service; 0 where the producer does. */
    service_fee: shekels,
    /** Maximum of this type in one order: the type's limit, the event's limit and, unless `left` is hidden, what is left. */
    max_per_order: z.int(),
    /** What is left; null where the producer hides it and it is not scarce. */
    left: z.int().nullable(),
    /** So few are left, in number and as a share of the offer, that the page says so. */
    scarce: z.boolean(),
    sale_state: saleState,
    sale_starts_at: instant.nullable(),
    sale_ends_at: instant.nullable(),
  })
  .meta({ id: 'PublicEventsTicket' })

const brief = {
  uuid,
  slug: z.string(),
  name: z.string(),
  starts_at: instant,
  ends_at: instant,
  timezone: z.string(),
  phase: eventPhase,
  address_description: z.string(),
  address_street: z.string(),
  address_street_number: z.string(),
  address_city: z.string(),
  categories: z.array(category),
  attachments: z.array(attachment),
  price_from: shekels.nullable(),
  /** A free ticket type is on sale beside those that `price_from` is the lowest price of. */
  has_free_type: z.boolean(),
  url: z.string(),
}

export const publicEventBrief = z.object(brief).meta({ id: 'PublicEventBrief' })
export type PublicEventBrief = z.infer<typeof publicEventBrief>

export const publicEvent = z
  .object({
    ...brief,
    /** The first start that was announced, where the event was postponed since; else null. */
    moved_from: instant.nullable(),
    description: z.string(),
    artists: z.array(z.string()),
    settings: eventSettings,
    events_tickets: z.array(publicTicketType),
    forms: z.array(publicForm),
    /** Null: the event has no seats. */
    seat_map: seatMapBrief.nullable(),
    organiser: z.object({
      name: z.string(),
      vat_name: z.string(),
      vat_number: z.string(),
      phone: z.string(),
      email: z.string(),
    }),
    cancellation: z.object({
      /** The last day (in the event's zone) on which the law lets an order made now be cancelled; null when it is already too late. */
      last_day: calendarDay.nullable(),
      fee_percent: z.number(),
      fee_max: shekels,
    }),
  })
  .meta({ id: 'PublicEvent' })
export type PublicEvent = z.infer<typeof publicEvent>

const byKey = z.object({ uuid: z.string().min(1).max(120) })

export const listPublicEvents = endpoint({
  method: 'GET',
  path: '/v1/public/events',
  access: 'public',
  tag,
  summary: 'Published events that are not over.',
  query: listQuery({
    with: ['categories', 'attachments'],
    sort: ['starts_at', 'name'],
    filter: {
      category: z.string().max(60).optional(),
      /** A part of the city's name. */
      city: z.string().max(80).optional(),
      /** Calendar days in the event's zone, both included: what is on then. A night belongs to the evening before. */
      from: calendarDay.optional(),
      to: calendarDay.optional(),
    },
    or: ['name', 'address_city', 'address_description'],
  }),
  reply: page(publicEventBrief),
})

export const exportPublicEvents = exportOf(listPublicEvents)

export const listEventCities = endpoint({
  method: 'GET',
  path: '/v1/public/events/cities',
  access: 'public',
  tag,
  summary:
    'Where published events that are not over take place: each city as a filter takes it, its name in the caller’s language and how many events, the most first.',
  query: pageQuery,
  reply: page(z.object({ city: z.string(), name: z.string(), events: z.int() })),
})

export const showPublicEvent = endpoint({
  method: 'GET',
  path: '/v1/public/events/:uuid',
  access: 'public',
  tag,
  summary: 'One published event by uuid or slug: ticket types with what is left, forms, seat map.',
  params: byKey,
  // Every reply has them.
  query: showQuery({ with: ['categories', 'artists', 'attachments', 'forms', 'settings', 'events_tickets'] }),
  reply: data(publicEvent),
  refusals: ['event_cancelled', 'event_off_sale'],
})

export const previewEvent = endpoint({
  method: 'GET',
  path: '/v1/public/events/:uuid/preview',
  access: 'public',
  tag,
  summary:
    'A draft as its sale page will show it, for whoever has the token of its preview link. Nothing can be bought.',
  params: byKey,
  query: z.strictObject({ token: z.string().max(128) }),
  reply: data(publicEvent),
})

export const availability = z
  .object({
    phase: eventPhase,
    events_tickets: z.array(
      publicTicketType.pick({ uuid: true, left: true, scarce: true, sale_state: true, max_per_order: true }),
    ),
    as_of: instant,
  })
  .meta({ id: 'Availability' })

export const showAvailability = endpoint({
  method: 'GET',
  path: '/v1/public/events/:uuid/availability',
  access: 'public',
  tag,
  summary: 'What is left, cheap enough to poll; may lag by a second.',
  params: byKey,
  reply: data(availability),
})

export const recordVisit = endpoint({
  method: 'POST',
  path: '/v1/public/events/:uuid/visits',
  access: 'public',
  tag,
  summary:
    'A person has the sale page open: `open` once, `still` every 20 seconds. `visitor` is a random word of this tab.',
  params: byKey,
  body: z.strictObject({ visitor: z.string().min(8).max(64), kind: z.enum(['open', 'still']).default('open') }),
  reply: data(z.object({ watching_now: z.int() })),
  idempotent: false,
})

export const eventCalendar = endpoint({
  method: 'GET',
  path: '/v1/public/events/:uuid/calendar.ics',
  access: 'public',
  tag,
  summary: 'The event as a calendar file.',
  params: byKey,
  query: z.strictObject({ lang: language.optional() }),
  replyType: 'ics',
  reply: z.string(),
})
