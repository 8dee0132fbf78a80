import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { publishVenueMap } from '@kartis/contract/venue-map-drafts.ts'
import * as parts from '@kartis/contract/venue-map-parts.ts'
import { showVenueMap } from '@kartis/contract/venue-maps.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import { hall, row } from '@kartis/seat-map/testing/documents.ts'
import { as } from './events.ts'
import type { Producer } from './people.ts'
import { publishedMap } from './seat-maps.ts'
import type { World } from './world.ts'

/** A hall of one row, or changed, that has keys left for new parts. */
export const growingHall = (change: Partial<MapDocument> = {}): MapDocument =>
  hall({ next: 10_000_000, rows: [row()], ...change })

type Status = (typeof parts.PART_STATES)[number]

/** The calls by which an account writes and reads the sections and elements of its seat maps. */
export const partCalls = (world: World, owner: Producer) => {
  const caller = as(owner)
  const sectionsOf = async (map: string, status?: Status) => {
    const query = { filter: { venues_map_uuid: map, status } }
    return (await world.call(parts.listMapSections, { ...caller, query })).body.data
  }
  const elementsOf = async (map: string, status?: Status) => {
    const query = { filter: { venues_map_uuid: map, status }, per_page: 100 }
    return (await world.call(parts.listMapElements, { ...caller, query })).body.data
  }
  return {
    sectionsOf,
    elementsOf,
    mapOf: async (uuid: string) => (await world.call(showVenueMap, { ...caller, params: { uuid } })).body.data,
    publish: (uuid: string) => world.call(publishVenueMap, { ...caller, params: { uuid }, body: {} }),
    create: (body: BodyIn<typeof parts.createMapElement>) => world.call(parts.createMapElement, { ...caller, body }),
    patch: (uuid: string, body: BodyIn<typeof parts.updateMapElement>) =>
      world.call(parts.updateMapElement, { ...caller, params: { uuid }, body }),
    remove: (uuid: string) => world.call(parts.deleteMapElement, { ...caller, params: { uuid } }),
    show: (uuid: string) => world.call(parts.showMapElement, { ...caller, params: { uuid } }),
    addSection: async (map: string, body: Omit<BodyIn<typeof parts.createMapSection>, 'venues_map_uuid'>) =>
      (await world.call(parts.createMapSection, { ...caller, body: { venues_map_uuid: map, ...body } })).body.data.uuid,
    /** A published map, its first section, and the uuids of its elements by their keys. */
    published: async (document: MapDocument = growingHall()) => {
      const { uuid } = await publishedMap(world, owner, document)
      const elements = new Map((await elementsOf(uuid)).map((element) => [element.settings['key'], element.uuid]))
      const [first] = await sectionsOf(uuid)
      return { uuid, section: first?.uuid ?? '', element: (key: string) => elements.get(key) ?? '' }
    },
  }
}
