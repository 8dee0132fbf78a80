import * as contract from '@kartis/contract/venue-map-parts.ts'
import { refuse } from '@kartis/domain/refusal.ts'
import { sortOf, viewPage } from '../../../../platform/http/listing.ts'
import { listRoutes, statusCaseRoute } from '../../../../platform/http/list-routes.ts'
import { namedIn, withRelations } from '../../../../platform/http/relations.ts'
import { type App, route } from '../../../../platform/http/route.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { elementsSheet, sectionsSheet } from './map-sheets.ts'
import { viewElement, viewSection } from './map-view.ts'
import { ofElements, ofSections } from './part-relations.ts'
import { elementRow, listElementRows, listSectionRows, sectionRow } from './parts-queries.ts'

const SECTION_SORTS = { position: 's.position', name: 's.name' } as const

/** Sections and elements of the seat maps: what is published, and what calls changed in the drafts. */
export const mapPartRoutes = (app: App, platform: Platform): void => {
  const { db } = platform

  listRoutes(
    app,
    { list: contract.listMapSections, exported: contract.exportMapSections },
    async ({ query, actor }, db) => {
      const { id: accountId } = actor.account
      const sort = sortOf(query.sort, SECTION_SORTS, { column: 's.position', direction: 'asc' })
      const { venues_map_uuid: mapId, status, or } = query.filter ?? {}
      const { rows, total } = await listSectionRows(db, accountId, { ...query, ...sort, mapId, status, name: or?.name })
      const sections = await withRelations(
        rows.map(viewSection),
        namedIn(query),
        ofSections({ platform, db, accountId }),
      )
      return viewPage(sections, total, query)
    },
    sectionsSheet,
  )
  statusCaseRoute(app, contract.mapSectionStatusCases, 'map_part', contract.PART_STATES)

  route(app, contract.showMapSection, async ({ params, query, actor }) => {
    const { id: accountId } = actor.account
    const row = await sectionRow(db, accountId, params.uuid)
    const found = row ? [viewSection(row)] : []
    const [section] = await withRelations(found, namedIn(query), ofSections({ platform, db, accountId }))
    return section ? { data: section } : refuse('not_found')
  })

  listRoutes(
    app,
    { list: contract.listMapElements, exported: contract.exportMapElements },
    async ({ query, actor }, db) => {
      const { id: accountId } = actor.account
      const direction = query.sort === '-position' ? ('desc' as const) : ('asc' as const)
      const { venues_map_uuid: mapId, section_uuid: sectionId, status, or } = query.filter ?? {}
      const contains = { label: or?.label, row: or?.row, sectionName: or?.['section.name'] }
      const filter = { mapId, sectionId, status, contains }
      const { rows, total } = await listElementRows(db, accountId, { ...query, ...filter, direction })
      const elements = await withRelations(
        rows.map(viewElement),
        namedIn(query),
        ofElements({ platform, db, accountId }),
      )
      return viewPage(elements, total, query)
    },
    elementsSheet,
  )
  statusCaseRoute(app, contract.mapElementStatusCases, 'map_part', contract.PART_STATES)

  route(app, contract.showMapElement, async ({ params, query, actor }) => {
    const { id: accountId } = actor.account
    const row = await elementRow(db, accountId, params.uuid)
    const found = row ? [viewElement(row)] : []
    const [element] = await withRelations(found, namedIn(query), ofElements({ platform, db, accountId }))
    return element ? { data: element } : refuse('not_found')
  })
}
