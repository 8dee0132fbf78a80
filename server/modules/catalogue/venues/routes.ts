import {
  createVenue,
  deleteVenue,
  exportVenues,
  listVenues,
  showVenue,
  updateVenue,
  venueStatusCases,
  type Venue,
} from '@kartis/contract/venues.ts'
import { refuse } from '@kartis/domain/refusal.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ListColumn } from '../../../platform/export/list-export.ts'
import { sortOf, viewPage } from '../../../platform/http/listing.ts'
import { listRoutes, statusCaseRoute } from '../../../platform/http/list-routes.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { archiveVenue, insertVenue, listVenueRows, updateVenueRow, type VenueRow, venueRow } from './venues-queries.ts'

export const viewVenue = ({ id, created_at, ...columns }: VenueRow): Venue => ({
  uuid: id,
  ...columns,
  created_at: created_at.toISOString(),
})

const SORTS = { name: 'name', created_at: 'created_at' } as const

/** Columns of the spreadsheet; widths in characters. */
const columnsIn = (t: Translate): ListColumn<Venue>[] => [
  [t('export:column.venue'), 'text', 28, (row) => row.name],
  [t('export:column.street'), 'text', 26, (row) => `${row.address_street} ${row.address_street_number}`.trim()],
  [t('export:column.city'), 'text', 20, (row) => row.address_city],
  [t('export:column.notes'), 'text', 40, (row) => row.notes],
  [t('export:column.events'), 'number', 11, (row) => row.events_count],
]

/** Routes of the venues of a workspace. */
export const venueRoutes = (app: App, { db, newId }: Platform): void => {
  listRoutes(
    app,
    { list: listVenues, exported: exportVenues },
    async ({ query, actor }) => {
      const sort = sortOf(query.sort, SORTS, { column: 'name', direction: 'asc' })
      // `filter[or]` has a search text for each column; a venue that matches one of them is listed.
      const input = { ...query, ...sort, search: query.filter?.or ?? {} }
      const { rows, total } = await listVenueRows(db, actor.account.id, input)
      return viewPage(rows.map(viewVenue), total, query)
    },
    { title: (t) => t('export:venues'), columns: columnsIn },
  )
  statusCaseRoute(app, venueStatusCases, 'entity', ['active', 'archived'])

  route(app, createVenue, async ({ body, actor }) => {
    const id = newId()
    await insertVenue(db, { id, account_id: actor.account.id, ...body })
    const row = await venueRow(db, actor.account.id, id)
    return row ? { data: viewVenue(row) } : refuse('not_found')
  })

  route(app, showVenue, async ({ params, actor }) => {
    const row = await venueRow(db, actor.account.id, params.uuid)
    return row ? { data: viewVenue(row) } : refuse('not_found')
  })

  route(app, updateVenue, async ({ params, body, actor, now }) => {
    await updateVenueRow(db, actor.account.id, params.uuid, body, now)
    const row = await venueRow(db, actor.account.id, params.uuid)
    return row ? { data: viewVenue(row) } : refuse('not_found')
  })

  // A venue is archived and not deleted, because events refer to it.
  route(app, deleteVenue, async ({ params, actor, now }) =>
    (await archiveVenue(db, actor.account.id, params.uuid, now))
      ? { data: { done: true as const } }
      : refuse('not_found'),
  )
}
