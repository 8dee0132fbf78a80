import * as contract from '@kartis/contract/venue-map-parts.ts'
import { refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { sortOf, viewPage } from '../../../../platform/http/listing.ts'
import { listRoutes, statusCaseRoute } from '../../../../platform/http/list-routes.ts'
import { type App, route } from '../../../../platform/http/route.ts'
import { elementsSheet, sectionsSheet } from './map-sheets.ts'
import { viewElement, viewSection } from './map-view.ts'
import { elementRow, listElementRows, listSectionRows, sectionRow } from './parts-queries.ts'

const SECTION_SORTS = { position: 's.position', name: 's.name' } as const

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
