import { putSeating } from '@kartis/contract/event-seating.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { publishEvent } from '@kartis/contract/events.ts'
import { publishVenueMap, saveMapDraft } from '@kartis/contract/venue-map-drafts.ts'
import { createVenueMap, type MapTemplate, showVenueMap } from '@kartis/contract/venue-maps.ts'
import type { Producer } from './people.ts'
import { createSale, type Sale, type SaleOptions } from './sales.ts'

/** A hall of ours, or a drawing of one's own. */
export type Hall = { readonly template: MapTemplate } | { readonly document: BodyIn<typeof saveMapDraft>['document'] }

/** A published seat map, and the keys of its categories. */
export const publishHall = async (
  { call }: Producer,
  hall: Hall,
): Promise<{ readonly uuid: string; readonly categories: readonly string[] }> => {
  const body = { name: 'אולם', ...('template' in hall && { template: hall.template }) }
  const { uuid } = (await call(createVenueMap, { body })).data
  const params = { uuid }
  if ('document' in hall) {
    const { version } = (await call(showVenueMap, { params })).data.draft
    await call(saveMapDraft, { params, body: { version, document: hall.document } })
  }
  await call(publishVenueMap, { params, body: {} })
  const [edition] = (await call(showVenueMap, { params })).data.editions
  return { uuid, categories: edition?.categories.map(({ key }) => key) ?? [] }
}

export interface SeatedSale extends Sale {
  /** The seat map that the event took. */
  readonly map: string
}

/** A published event with numbered seats; the categories of the hall have the ticket types in their order. */
export const createSeatedSale = async (
  producer: Producer,
  hall: Hall,
  { event = {}, ...options }: Omit<SaleOptions, 'published'>,
): Promise<SeatedSale> => {
  const sale = await createSale(producer, { ...options, published: false, event: { kind: 'seats', ...event } })
  const map = await publishHall(producer, hall)
  const prices = map.categories.map((category, index) => ({
    category,
    events_ticket_uuid: sale.types[index]?.uuid ?? '',
  }))
  const params = { uuid: sale.event.uuid }
  await producer.call(putSeating, { params, body: { venues_map_uuid: map.uuid, prices } })
  await producer.call(publishEvent, { params })
  return { ...sale, map: map.uuid }
}
