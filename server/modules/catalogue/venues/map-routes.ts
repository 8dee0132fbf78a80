import * as contract from '@kartis/contract/venue-maps.ts'
import type { VenueMap } from '@kartis/contract/venue-maps.ts'
import { type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import type { Platform } from '../../../platform/platform.ts'
import { sortOf, viewPage } from '../../../platform/http/listing.ts'
import { listRoutes, statusCaseRoute } from '../../../platform/http/list-routes.ts'
import { type App, route } from '../../../platform/http/route.ts'
import type { MapDocument } from './tables.ts'
import { elementsSheet, mapsSheet, sectionsSheet } from './map-sheets.ts'
import { viewElement, viewMap, viewSection } from './map-view.ts'
import {
  changeMap,
  elementRow,
  insertMap,
  listElementRows,
  listMapRows,
  listSectionRows,
  mapRow,
  readDraft,
  sectionRow,
} from './maps-queries.ts'
import { venueRow } from './venues-queries.ts'

/** The document of a new map. `form` is the version of the document format. */
const EMPTY: MapDocument = { form: 1, sections: [], elements: [] }
const MAX_NAME = 120

const MAP_SORTS = { name: 'm.name', created_at: 'm.created_at', updated_at: 'm.updated_at' } as const
const SECTION_SORTS = { position: 's.position', name: 's.name' } as const

/** Saved seat maps and their draft documents. */
export const mapRoutes = (app: App, { db, newId }: Platform): void => {
  const replyWith = async (accountId: string, id: string): Promise<{ data: VenueMap } | Refusal> => {
    const row = await mapRow(db, accountId, id)
    return row ? { data: viewMap(row) } : refuse('not_found')
  }

  /** Refuses a venue of another account. */
  const wrongVenue = async (accountId: string, venueId: string | null | undefined): Promise<Refusal | undefined> =>
    venueId && !(await venueRow(db, accountId, venueId)) ? refuseField('venue_uuid', 'unknown_option') : undefined

  listRoutes(
    app,
    { list: contract.listVenueMaps, exported: contract.exportVenueMaps },
    async ({ query, actor }, db) => {
      const sort = sortOf(query.sort, MAP_SORTS, { column: 'm.updated_at', direction: 'desc' })
      const or = query.filter?.or
      const input = {
        ...query,
        ...sort,
        venueId: query.filter?.venue_uuid,
        name: or?.name,
        venueName: or?.['venue.name'],
      }
      const { rows, total } = await listMapRows(db, actor.account.id, input)
      return viewPage(rows.map(viewMap), total, query)
    },
    mapsSheet,
  )
  statusCaseRoute(app, contract.venueMapStatusCases, 'seat_map', ['draft', 'published', 'changed'])

  route(app, contract.createVenueMap, async ({ body, actor, now }) => {
    const { id: accountId } = actor.account
    const wrong = await wrongVenue(accountId, body.venue_uuid)
    if (wrong) return wrong
    const map = { id: newId(), accountId, venueId: body.venue_uuid, name: body.name, draft: EMPTY }
    await insertMap(db, { ...map, userId: actor.user.id, now })
    return replyWith(accountId, map.id)
  })

  route(app, contract.showVenueMap, async ({ params, actor }) => {
    const [row, document] = await Promise.all([
      mapRow(db, actor.account.id, params.uuid),
      readDraft(db, actor.account.id, params.uuid),
    ])
    return row && document
      ? {
          data: {
            ...viewMap(row),
            document: { ...document, sections: [...document.sections], elements: [...document.elements] },
          },
        }
      : refuse('not_found')
  })

  route(app, contract.updateVenueMap, async ({ params, body, actor, now }) => {
    const { id: accountId } = actor.account
    const wrong = await wrongVenue(accountId, body.venue_uuid)
    if (wrong) return wrong
    const change = {
      ...(body.name !== undefined && { name: body.name }),
      ...(body.venue_uuid !== undefined && { venue_id: body.venue_uuid }),
    }
    return (await changeMap(db, accountId, params.uuid, change, now))
      ? replyWith(accountId, params.uuid)
      : refuse('not_found')
  })

  route(app, contract.duplicateVenueMap, async ({ params, body, actor, lang, now }) => {
    const { id: accountId } = actor.account
    const [row, draft] = await Promise.all([mapRow(db, accountId, params.uuid), readDraft(db, accountId, params.uuid)])
    if (!row || !draft) return refuse('not_found')
    const name = body.name ?? translatorFor(lang)('venues:maps.copy_of', { name: row.name }).slice(0, MAX_NAME)
    const copy = { id: newId(), accountId, venueId: row.venue_id, name, draft }
    await insertMap(db, { ...copy, userId: actor.user.id, now })
    return replyWith(accountId, copy.id)
  })

  route(app, contract.deleteVenueMap, async ({ params, actor, now }) =>
    (await changeMap(db, actor.account.id, params.uuid, { archived_at: now }, now))
      ? { data: { done: true as const } }
      : refuse('not_found'),
  )
}

/** Sections and elements of the published seat maps. */
export const mapPartRoutes = (app: App, { db }: Platform): void => {
  listRoutes(
    app,
    { list: contract.listMapSections, exported: contract.exportMapSections },
    async ({ query, actor }, db) => {
      const sort = sortOf(query.sort, SECTION_SORTS, { column: 's.position', direction: 'asc' })
      const { filter } = query
      const input = { ...query, ...sort, mapId: filter?.venues_map_uuid, name: filter?.or?.name }
      const { rows, total } = await listSectionRows(db, actor.account.id, input)
      return viewPage(rows.map(viewSection), total, query)
    },
    sectionsSheet,
  )
  statusCaseRoute(app, contract.mapSectionStatusCases, 'entity', ['active'])

  route(app, contract.showMapSection, async ({ params, actor }) => {
    const row = await sectionRow(db, actor.account.id, params.uuid)
    return row ? { data: viewSection(row) } : refuse('not_found')
  })

  listRoutes(
    app,
    { list: contract.listMapElements, exported: contract.exportMapElements },
    async ({ query, actor }, db) => {
      const { filter, sort } = query
      const direction = sort === '-position' ? ('desc' as const) : ('asc' as const)
      const input = { ...query, direction, mapId: filter?.venues_map_uuid, sectionId: filter?.section_uuid }
      const { rows, total } = await listElementRows(db, actor.account.id, input)
      return viewPage(rows.map(viewElement), total, query)
    },
    elementsSheet,
  )
  statusCaseRoute(app, contract.mapElementStatusCases, 'entity', ['active'])

  route(app, contract.showMapElement, async ({ params, actor }) => {
    const row = await elementRow(db, actor.account.id, params.uuid)
    return row ? { data: viewElement(row) } : refuse('not_found')
  })
}
