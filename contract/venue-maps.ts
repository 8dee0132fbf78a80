import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import { z } from 'zod'
import { attachment } from './attachments.ts'
import {
  byUuid,
  data,
  endpoint,
  exportOf,
  instant,
  listQuery,
  page,
  pageQuery,
  showQuery,
  statusCasesAt,
  uuid,
} from './endpoint.ts'
import { textsWith } from './localized-text.ts'
import { line } from './text.ts'

const tag = 'seating plans'

/** Halls to start from: a small hall of 120, a theatre of 600, a concert hall of 2,350, a stadium of 29,000 and a park. */
export const MAP_TEMPLATES = ['small_hall', 'theatre', 'concert_hall', 'stadium', 'park'] as const
export const mapTemplate = z.enum(MAP_TEMPLATES)
export type MapTemplate = z.infer<typeof mapTemplate>

const outlinePoints = z.array(z.number()).meta({ description: 'x, y, x, y … in centimetres' })

/** A small picture of a map: polygons of shapes and sections, and rows as lines. Painted in this order. */
export const mapOutline = z
  .object({
    /** Width and height of the page in centimetres; y grows downwards. */
    size: z.tuple([z.number(), z.number()]),
    /** Stage, pitch, bars and whatever else stands in the hall. */
    shapes: z.array(outlinePoints),
    /** Of the shapes, in their order; null: that of the theme. Absent in pictures of older drafts. */
    shape_colors: z.array(z.string().nullable()).optional(),
    sections: z.array(z.object({ color: z.string(), points: outlinePoints })),
    /** Of a map with few rows; else the sections stand for them. */
    rows: z.array(z.object({ color: z.string(), points: outlinePoints })),
  })
  .meta({ id: 'MapOutline' })
export type MapOutline = z.infer<typeof mapOutline>

export const venueMap = z
  .object({
    uuid,
    name: z.string(),
    /** The venue of the map, unless it is archived. */
    venue: z.object({ uuid, name: z.string() }).nullable(),
    /** Never published; the draft equals the newest edition; the draft has unpublished changes. */
    status: z.enum(['draft', 'published', 'changed']),
    /** Of the draft: incremented by each save, for optimistic locking. */
    version: z.int(),
    /** Places and standing areas of the draft. */
    draft_seats: z.int(),
    draft_areas: z.int(),
    /** The newest edition, and when it was published. */
    edition: z.int().nullable(),
    published_at: instant.nullable(),
    /** Of the newest edition; `capacity` counts its seats and the capacity of its standing areas. */
    sections_count: z.int(),
    capacity: z.int(),
    /** Events that took an edition of it; they keep theirs, whatever becomes of the map. */
    events_count: z.int(),
    /** Of the draft, with `append[]=outline`. */
    outline: mapOutline.optional(),
    /** With `with[]=attachments`: the pictures that were uploaded for its sections. */
    attachments: z.array(attachment).optional(),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'VenuesMap' })
export type VenueMap = z.infer<typeof venueMap>

/** A stored document, in the form that `PUT …/draft` takes. It was validated when it was saved. */
export const storedDocument = z.custom<MapDocument>().meta({ description: 'The document, as `PUT …/draft` takes it.' })

export const mapEdition = z
  .object({
    edition: z.int(),
    published_at: instant,
    /** Who published it; null where the person was erased. */
    published_by: z.string().nullable(),
    seats: z.int(),
    areas: z.int(),
    /** In the order of their ranks. `key` names a category in the prices of an event; `texts` has its name in English and Arabic. */
    categories: z.array(z.object({ key: z.string(), name: z.string(), texts: textsWith({ name: z.string() }) })),
  })
  .meta({ id: 'VenuesMapEdition' })
export type MapEdition = z.infer<typeof mapEdition>

export const mapDraft = z.object({ version: z.int(), document: storedDocument })

/** A seat map with its draft and its editions, the newest first. */
export const shownMap = venueMap.extend({ draft: mapDraft, editions: z.array(mapEdition) })
export type ShownMap = z.infer<typeof shownMap>

const name = line(120).min(1, { error: 'required' })

/** Every reply has the venue and the counts. */
const relations = { with: ['venue', 'attachments'], with_count: ['sections', 'events'], append: ['outline'] } as const

export const listVenueMaps = endpoint({
  method: 'GET',
  path: '/v1/producer/venues_maps',
  aliases: ['/v1/venues_maps'],
  access: { permission: 'venue.list' },
  tag,
  summary: 'The saved seat maps of the workspace, the newest first.',
  query: listQuery({
    ...relations,
    sort: ['name', 'created_at', 'updated_at'],
    or: ['name', 'venue.name'],
    /** With `archived`, the archived maps instead. */
    filter: { venue_uuid: uuid.optional(), archived: z.enum(['true', 'false']).optional() },
  }),
  reply: page(venueMap),
})

export const exportVenueMaps = exportOf(listVenueMaps)
export const venueMapStatusCases = statusCasesAt('/v1/producer/venues_maps/status_cases', tag, [
  '/v1/venues_maps/status_cases',
])

export const listMapTemplates = endpoint({
  method: 'GET',
  path: '/v1/producer/venues_maps/templates',
  access: { permission: 'venue.list' },
  tag,
  summary: 'Halls to start a seat map from.',
  query: pageQuery,
  reply: page(z.object({ template: mapTemplate, seats: z.int(), areas: z.int(), outline: mapOutline })),
})

export const createVenueMap = endpoint({
  method: 'POST',
  path: '/v1/producer/venues_maps',
  aliases: ['/v1/venues_maps'],
  access: { permission: 'venue.edit' },
  tag,
  summary: 'Create a seat map: a name and, optionally, its venue and a hall to start from; else it is empty.',
  body: z.strictObject({ name, venue_uuid: uuid.nullable().default(null), template: mapTemplate.optional() }),
  reply: data(shownMap),
  status: 201,
})

export const showVenueMap = endpoint({
  method: 'GET',
  path: '/v1/producer/venues_maps/:uuid',
  aliases: ['/v1/venues_maps/:uuid'],
  access: { permission: 'venue.list' },
  tag,
  summary: 'One seat map with its draft and its editions, the newest first.',
  params: byUuid,
  query: showQuery(relations),
  reply: data(shownMap),
})

export const updateVenueMap = endpoint({
  method: 'PATCH',
  path: '/v1/producer/venues_maps/:uuid',
  aliases: ['/v1/venues_maps/:uuid'],
  access: { permission: 'venue.edit' },
  tag,
  summary: 'Rename a seat map or change its venue.',
  params: byUuid,
  body: z.strictObject({ name, venue_uuid: uuid.nullable() }).partial(),
  reply: data(venueMap),
})

export const duplicateVenueMap = endpoint({
  method: 'POST',
  path: '/v1/producer/venues_maps/:uuid/duplicate',
  access: { permission: 'venue.edit' },
  tag,
  summary: 'A copy of the draft under a new name; it is not published.',
  params: byUuid,
  body: z.strictObject({ name: name.optional() }),
  reply: data(shownMap),
  status: 201,
})

export const deleteVenueMap = endpoint({
  method: 'DELETE',
  path: '/v1/producer/venues_maps/:uuid',
  aliases: ['/v1/venues_maps/:uuid'],
  access: { permission: 'venue.edit' },
  tag,
  summary: 'Archive a seat map. Events keep the edition that they took; the reply says how many there are.',
  params: byUuid,
  reply: data(z.object({ done: z.literal(true), events_count: z.int() })),
})

/** Events of a map that are listed. */
export const MAX_MAP_EVENTS = 200

export const listMapEvents = endpoint({
  method: 'GET',
  path: '/v1/producer/venues_maps/:uuid/events',
  access: { permission: 'venue.edit' },
  tag,
  summary: 'The events that took an edition of a seat map and which one, the latest first; at most 200.',
  params: byUuid,
  query: pageQuery,
  reply: page(
    z
      .object({
        uuid,
        name: z.string(),
        starts_at: instant,
        status: z.enum(['draft', 'published', 'archived']),
        edition: z.int(),
      })
      .meta({ id: 'VenuesMapEvent' }),
  ),
})

export const restoreVenueMap = endpoint({
  method: 'POST',
  path: '/v1/producer/venues_maps/:uuid/restore',
  access: { permission: 'venue.edit' },
  tag,
  summary: 'Bring an archived seat map back, with its draft and its editions; one that is not archived stays as it is.',
  params: byUuid,
  reply: data(venueMap),
})
