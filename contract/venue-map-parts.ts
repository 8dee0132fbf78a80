import { z } from 'zod'
import { byUuid, data, endpoint, exportOf, listQuery, page, statusCasesAt, uuid } from './endpoint.ts'

const tag = 'seating plans'

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
