import { publishVenueMap, saveMapDraft } from '@kartis/contract/venue-map-drafts.ts'
import { createVenueMap, type MapTemplate } from '@kartis/contract/venue-maps.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import { as } from './events.ts'
import type { Producer } from './people.ts'
import type { World } from './world.ts'

/** A seat map of the account, empty or from a hall to start from. */
export const seatMap = async (world: World, owner: Producer, template?: MapTemplate) => {
  const made = await world.call(createVenueMap, { ...as(owner), body: { name: 'היכל התרבות', template } })
  if (made.error) throw new Error(made.text)
  return made.body.data
}

/** Publishes a document as the next edition of a map, or of a new map; the uuid of the map and the edition. */
export const publishedMap = async (
  world: World,
  owner: Producer,
  document: MapDocument,
  map?: { readonly uuid: string; readonly version: number },
) => {
  const { uuid, version } = map ?? (await seatMap(world, owner))
  const call = { ...as(owner), params: { uuid } }
  const saved = await world.call(saveMapDraft, { ...call, body: { version, document } })
  const published = await world.call(publishVenueMap, { ...call, body: {} })
  if (published.error) throw new Error(`${saved.text} ${published.text}`)
  return { uuid, version: saved.body.data.version, edition: published.body.data.edition }
}
