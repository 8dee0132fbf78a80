import { EVENT_PHASES, EVENT_STATES } from '@kartis/domain/event.ts'
import { CART } from '@kartis/domain/limits.ts'
import { ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import { z } from 'zod'
import { feeContract, feePayer } from './accounts.ts'
import { attachment, eventImageSlot } from './attachments.ts'
import {
  byUuid,
  data,
  endpoint,
  exportOf,
  instant,
  listQuery,
  page,
  shekels,
  showQuery,
  statusCasesAt,
  uuid,
} from './endpoint.ts'
import { eventReport, eventsFilter, eventStatistics, scanStatistics } from './event-figures.ts'
import * as own from './event-texts.ts'
import { form } from './forms.ts'
import { ticketType } from './tickets.ts'
import { venue } from './venues.ts'
import { gateSettings, seatGates } from './gate-settings.ts'
import { line, lineOrNumber } from './text.ts'

const tag = 'events'

export const category = z.object({ uuid, slug: z.string(), name: z.string() }).meta({ id: 'EventsCategorie' })
export type Category = z.infer<typeof category>

export const eventStatus = z.enum(EVENT_STATES)
/** Where the event stands now: derived from its status, its times and its stock. */
export const eventPhase = z.enum(EVENT_PHASES)

/** Rules of one event. All optional. */
export const eventSettings = z
  .strictObject({
    /** When the entrances open; shown to buyers. */
    doors_at: instant.nullable().optional(),
    /** The entry window: a scan outside it is refused with S5. */
    entry_starts_at: instant.nullable().optional(),
    entry_ends_at: instant.nullable().optional(),
    /** Maximum number of tickets in one order, all types together; 50 where it is not set. */
    order_limit: z.int().min(1).max(CART.maxOrderLimit).nullable().optional(),
    /** The purchase limits of ticket types count for one verified phone across orders; a number also limits all types together. */
    limit_per_phone: z
      .union([z.boolean(), z.int().min(1).max(100)])
      .nullable()
      .optional(),
    /** Phones of other countries: `true` for every order, `false` for none; not set, for orders with a sum to pay. */
    foreign_phones: z.boolean().nullable().optional(),
    /** Tickets are held only for callers who are signed in by phone: for events that bots come to. */
    verify_before_hold: z.boolean().optional(),
    age_limit: z.int().min(0).max(99).nullable().optional(),
    accessibility: own.accessibilityNote.nullable().optional(),
    contact_phone: line(32).nullable().optional(),
    contact_email: line(254).nullable().optional(),
    /** Days before the event until which the producer accepts cancellations; never stricter than the law. */
    cancellation_days: z.int().min(0).max(60).nullable().optional(),
    max_installments: z.int().min(1).max(12).nullable().optional(),
    /**
     * Who bears the service fee; the producer where it is not set. A change prices every ticket type again for buyers to
     * come: `buyers` adds the fee to the producer’s price.
     */
    fee_payer: feePayer.optional(),
    /** What is left is not said until it is scarce: neither by the ticket types nor in `detail.left` of `sold_out`. */
    hide_remaining: z.boolean().optional(),
    ...gateSettings,
  })
  .meta({ id: 'EventSettings' })
export type EventSettings = z.infer<typeof eventSettings>

export const event = z
  .object({
    uuid,
    slug: z.string(),
    kind: z.enum(['tickets', 'seats']),
    name: z.string(),
    /** Sanitised HTML. */
    description: z.string(),
    starts_at: instant,
    ends_at: instant,
    timezone: z.string(),
    status: eventStatus,
    phase: eventPhase,
    venue_uuid: uuid.nullable(),
    /** Its name, or the description of the address; with the relation `venue` the venue itself, null without one. */
    venue: z.union([z.string(), venue]).nullable(),
    address_description: z.string(),
    address_street: z.string(),
    address_street_number: z.string(),
    address_city: z.string(),
    sale_url: z.string(),
    /** The signed link that shows a draft before it is published; null for others and for whoever may not edit it. */
    preview_url: z.string().nullable(),
    published_at: instant.nullable(),
    /** When a run of refunds cancelled it; null again once it is published anew. */
    cancelled_at: instant.nullable(),
    created_at: instant,
    updated_at: instant,
    texts: own.eventTexts,
    /** What is missing before it can be published, as reasons. */
    missing: z.array(z.string()),
    /** Null for those who may not see money; the sum is the revenue. */
    sales: z
      .object({
        /** Tickets sold, without invitations. */
        sold: z.int(),
        invited: z.int(),
        /** How many buyers are offered: of the types that they can buy. */
        total: z.int(),
        sum_total_amount: shekels,
      })
      .nullable(),
    summary_available: z.boolean(),
    can: z.object({
      edit: z.boolean(),
      publish: z.boolean(),
      unpublish: z.boolean(),
      archive: z.boolean(),
      scan: z.boolean(),
      see_money: z.boolean(),
    }),
    categories: z.array(category).optional(),
    artists: z.array(z.string()).optional(),
    /** With the relation `artists`: their names in English and Arabic. */
    artists_texts: z.array(own.artist).optional(),
    attachments: z.array(attachment).optional(),
    forms: z.array(form).optional(),
    settings: eventSettings.optional(),
    seat_gates: seatGates.optional(),
    events_tickets: z.array(ticketType).optional(),
    accounts_contract: feeContract.optional(),
    statistics: eventStatistics.optional(),
    report: eventReport.optional(),
    scan_statistics: scanStatistics.optional(),
    categories_count: z.int().optional(),
    artists_count: z.int().optional(),
    forms_count: z.int().optional(),
    events_tickets_count: z.int().optional(),
  })
  .meta({ id: 'Event' })
export type Event = z.infer<typeof event>

const relations = [
  'categories',
  'artists',
  'attachments',
  'forms',
  'settings',
  'venue',
  'events_tickets',
  'accounts_contract',
] as const
/** Each adds `<name>_count`. */
const counts = ['categories', 'artists', 'forms', 'events_tickets'] as const
const figures = ['statistics', 'report', 'scan_statistics'] as const

const eventFields = {
  name: own.eventName,
  starts_at: instant,
  ends_at: instant,
  timezone: z.string().max(60),
  address_description: own.placeName,
  address_street: own.street,
  address_street_number: lineOrNumber(20),
  address_city: own.city,
  venue_uuid: uuid.nullable(),
  categories: z.array(uuid).max(20),
  /** A name alone keeps the texts that the event has of it. */
  artists: z.array(z.union([own.artistName, own.artist])).max(40),
  description: own.eventDescription,
  texts: own.eventTexts,
  forms: z.array(uuid).max(20),
  settings: eventSettings,
}

const eventsQuery = listQuery({
  with: relations,
  with_count: counts,
  append: ['statistics', 'scan_statistics'],
  sort: ['starts_at', 'created_at', 'name'],
  filter: eventsFilter,
  or: ['name', 'address_city', 'address_description'],
})

export const listEvents = endpoint({
  method: 'GET',
  path: '/v1/producer/events',
  aliases: ['/v1/events'],
  access: { permission: 'event.list', of: 'list' },
  tag,
  summary: 'The events of the workspace.',
  query: eventsQuery,
  reply: page(event),
  refusals: ['forbidden'],
})

export const exportEvents = exportOf(listEvents, { permission: 'event.export', of: 'list' })
export const eventStatusCases = statusCasesAt('/v1/producer/events/status_cases', tag, [
  '/v1/events/status_cases',
  '/v1/public/events/status_cases',
])

export const createEvent = endpoint({
  method: 'POST',
  path: '/v1/producer/events',
  aliases: ['/v1/events'],
  access: { permission: 'event.create' },
  tag,
  summary: 'Create an event as a draft.',
  body: z.strictObject({
    ...eventFields,
    kind: z.enum(['tickets', 'seats']).default('tickets'),
    timezone: eventFields.timezone.default(ISRAEL_ZONE),
    address_description: eventFields.address_description.default(''),
    address_street: eventFields.address_street.default(''),
    address_street_number: eventFields.address_street_number.default(''),
    address_city: eventFields.address_city.default(''),
    venue_uuid: eventFields.venue_uuid.optional(),
    artists: eventFields.artists.default([]),
    description: eventFields.description.default(''),
    texts: eventFields.texts.optional(),
    forms: eventFields.forms.default([]),
    settings: eventSettings.default({}),
  }),
  reply: data(event),
  status: 201,
})

export const showEvent = endpoint({
  method: 'GET',
  path: '/v1/producer/events/:uuid',
  aliases: ['/v1/events/:uuid'],
  access: { permission: 'event.read', of: 'event', device: true },
  tag,
  summary: 'One event, with the requested relations and figures.',
  params: byUuid,
  query: showQuery({ with: relations, with_count: counts, append: figures }),
  reply: data(event),
  refusals: ['forbidden'],
})

export const updateEvent = endpoint({
  method: 'PATCH',
  path: '/v1/producer/events/:uuid',
  aliases: ['/v1/events/:uuid'],
  access: { permission: 'event.edit', of: 'event' },
  tag,
  summary: 'Change an event. Buyers are notified by SMS when `tell_buyers` is set and the time or the place moved.',
  params: byUuid,
  body: z.strictObject({ ...eventFields, tell_buyers: z.boolean() }).partial(),
  reply: data(event),
  refusals: ['conflict'],
})

export const deleteEvent = endpoint({
  method: 'DELETE',
  path: '/v1/producer/events/:uuid',
  aliases: ['/v1/events/:uuid'],
  access: { permission: 'event.delete', of: 'event' },
  tag,
  summary: 'Delete a draft that never sold anything.',
  params: byUuid,
  reply: data(z.object({ done: z.literal(true) })),
  refusals: ['event_has_sales', 'event_published'],
})

const lifeVerb = (verb: 'publish' | 'unpublish' | 'archive', summary: string) =>
  endpoint({
    method: 'POST',
    path: `/v1/producer/events/:uuid/${verb}`,
    access: { permission: verb === 'archive' ? 'event.archive' : 'event.publish', of: 'event' },
    tag,
    summary,
    params: byUuid,
    reply: data(event),
    refusals: ['event_not_ready', 'event_has_sales', 'conflict'],
  })

export const publishEvent = lifeVerb('publish', 'Open the sale page.')
export const unpublishEvent = lifeVerb('unpublish', 'Take the sale page down. Tickets sold stay valid.')
export const archiveEvent = lifeVerb('archive', 'Put the event away; its orders and reports stay readable.')

export const duplicateEvent = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/duplicate',
  access: { permission: 'event.create', of: 'event' },
  tag,
  summary: 'A draft with the same details, ticket types, forms and images, one week later.',
  params: byUuid,
  reply: data(event),
  status: 201,
})

export const addEventImage = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/attachments',
  aliases: ['/v1/events/:uuid/attachments'],
  access: { permission: 'image.edit', of: 'event' },
  tag,
  summary: 'Store an image in a slot: multipart fields `slot` and `file` (JPG, up to 350 KB, exact size of the slot).',
  params: byUuid,
  requestType: 'multipart',
  fields: z.object({ slot: eventImageSlot }),
  reply: data(attachment),
  status: 201,
  refusals: ['conflict', 'image_wrong', 'payload_too_large', 'unsupported_media_type', 'file_infected'],
})

export const removeEventImage = endpoint({
  method: 'DELETE',
  path: '/v1/producer/events/:uuid/attachments/:slot',
  aliases: ['/v1/events/:uuid/attachments/:slot'],
  access: { permission: 'image.edit', of: 'event' },
  tag,
  summary: 'Remove the image of a slot.',
  params: z.object({ uuid, slot: eventImageSlot }),
  reply: data(z.object({ done: z.literal(true) })),
  refusals: ['conflict'],
})

export const listCategories = endpoint({
  method: 'GET',
  path: '/v1/public/events_categories',
  aliases: ['/v1/events_categories'],
  access: 'public',
  tag,
  summary: 'The categories an event may have (one to four), named in the caller’s language.',
  query: listQuery({}),
  reply: page(category),
})

export const exportCategories = exportOf(listCategories)
export const categoryStatusCases = statusCasesAt('/v1/public/events_categories/status_cases', tag, [
  '/v1/events_categories/status_cases',
])

export const showCategory = endpoint({
  method: 'GET',
  path: '/v1/public/events_categories/:uuid',
  aliases: ['/v1/events_categories/:uuid'],
  access: 'public',
  tag,
  summary: 'One category.',
  params: byUuid,
  reply: data(category),
})
