import { z } from 'zod'
import {
  byUuid,
  data,
  endpoint,
  exportOf,
  instant,
  listQuery,
  page,
  showQuery,
  statusCasesAt,
  uuid,
} from './endpoint.ts'
import { line } from './text.ts'

const tag = 'seating plans'

export const venueMap = z
  .object({
    uuid,
    name: z.string(),
    /** The venue of the map, unless it is archived. */
    venue: z.object({ uuid, name: z.string() }).nullable(),
    /** Never published; the draft equals the published edition; the draft has unpublished changes. */
    status: z.enum(['draft', 'published', 'changed']),
    /** Incremented by each save of the document, for optimistic locking. */
    version: z.int(),
    published_version: z.int().nullable(),
    published_at: instant.nullable(),
    /** Of what is published. */
    sections_count: z.int(),
    capacity: z.int(),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'VenuesMap' })
export type VenueMap = z.infer<typeof venueMap>

/** The stored document of a seat map. */
const document = z.object({ form: z.int(), sections: z.array(z.unknown()), elements: z.array(z.unknown()) })

export const mapSection = z
  .object({
    uuid,
    venues_map_uuid: uuid,
    name: z.string(),
    kind: z.enum(['rows', 'tables', 'area']),
    position: z.int(),
    capacity: z.int(),
    shape: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'VenuesMapsSection' })
export type MapSection = z.infer<typeof mapSection>

export const mapElement = z
  .object({
    uuid,
    venues_map_uuid: uuid,
    section_uuid: uuid.nullable(),
    kind: z.enum(['seat', 'table', 'area', 'stage', 'text']),
    position: z.int(),
    row: z.string(),
    label: z.string(),
    x: z.number(),
    y: z.number(),
    settings: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'VenuesMapsElement' })
export type MapElement = z.infer<typeof mapElement>

const name = line(120).min(1, { error: 'required' })

/** Every reply has them. */
const relations = { with: ['venue'], with_count: ['sections'] } as const

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
    filter: { venue_uuid: uuid.optional() },
  }),
  reply: page(venueMap),
})

export const exportVenueMaps = exportOf(listVenueMaps)
export const venueMapStatusCases = statusCasesAt('/v1/producer/venues_maps/status_cases', tag, [
  '/v1/venues_maps/status_cases',
])

export const createVenueMap = endpoint({
  method: 'POST',
  path: '/v1/producer/venues_maps',
  aliases: ['/v1/venues_maps'],
  access: { permission: 'venue.edit' },
  tag,
  summary: 'Create a seat map: a name and, optionally, its venue. Its document is empty.',
  body: z.strictObject({ name, venue_uuid: uuid.nullable().default(null) }),
  reply: data(venueMap),
  status: 201,
})

export const showVenueMap = endpoint({
  method: 'GET',
  path: '/v1/producer/venues_maps/:uuid',
  aliases: ['/v1/venues_maps/:uuid'],
  access: { permission: 'venue.list' },
  tag,
  summary: 'One seat map with its draft document.',
  params: byUuid,
  query: showQuery(relations),
  reply: data(venueMap.extend({ document })),
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
  reply: data(venueMap),
  status: 201,
})

export const deleteVenueMap = endpoint({
  method: 'DELETE',
  path: '/v1/producer/venues_maps/:uuid',
  aliases: ['/v1/venues_maps/:uuid'],
  access: { permission: 'venue.edit' },
  tag,
  summary: 'Archive a seat map. Events keep the seat map they were created with.',
  params: byUuid,
  reply: data(z.object({ done: z.literal(true) })),
})

const ofMap = { filter: { venues_map_uuid: uuid.optional() } }

export const listMapSections = endpoint({
  method: 'GET',
  path: '/v1/venues_maps_sections',
  aliases: ['/v1/producer/venues_maps_sections'],
  access: { permission: 'venue.list' },
  tag,
  summary: 'Sections of published seat maps; of one map with filter[venues_map_uuid].',
  query: listQuery({ ...ofMap, sort: ['position', 'name'], or: ['name'] }),
  reply: page(mapSection),
})

export const exportMapSections = exportOf(listMapSections)
export const mapSectionStatusCases = statusCasesAt('/v1/venues_maps_sections/status_cases', tag, [
  '/v1/producer/venues_maps_sections/status_cases',
])

export const showMapSection = endpoint({
  method: 'GET',
  path: '/v1/venues_maps_sections/:uuid',
  aliases: ['/v1/producer/venues_maps_sections/:uuid'],
  access: { permission: 'venue.list' },
  tag,
  summary: 'One section.',
  params: byUuid,
  reply: data(mapSection),
})

export const listMapElements = endpoint({
  method: 'GET',
  path: '/v1/venues_maps_elements',
  aliases: ['/v1/producer/venues_maps_elements'],
  access: { permission: 'venue.list' },
  tag,
  summary: 'Seats, tables, areas, stages and texts of published seat maps; of one map with filter[venues_map_uuid].',
  query: listQuery({ filter: { ...ofMap.filter, section_uuid: uuid.optional() }, sort: ['position'] }),
  reply: page(mapElement),
})

export const exportMapElements = exportOf(listMapElements)
export const mapElementStatusCases = statusCasesAt('/v1/venues_maps_elements/status_cases', tag, [
  '/v1/producer/venues_maps_elements/status_cases',
])

export const showMapElement = endpoint({
  method: 'GET',
  path: '/v1/venues_maps_elements/:uuid',
  aliases: ['/v1/producer/venues_maps_elements/:uuid'],
  access: { permission: 'venue.list' },
  tag,
  summary: 'One element.',
  params: byUuid,
  reply: data(mapElement),
})
