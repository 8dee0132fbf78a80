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
import type { Db } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ColumnOf } from '../../../platform/export/xlsx.ts'
import { sortOf, viewPage } from '../../../platform/http/listing.ts'
import { listRoutes, statusCaseRoute } from '../../../platform/http/list-routes.ts'
import { withRelations } from '../../../platform/http/relations.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { mapsOfVenues } from './maps/maps-queries.ts'
import { archiveVenue, insertVenue, listVenueRows, updateVenueRow, type VenueRow, venueRow } from './venues-queries.ts'

export const viewVenue = ({ id, created_at, ...columns }: VenueRow): Venue => ({
  uuid: id,
  ...columns,
  created_at: created_at.toISOString(),
})

const SORTS = { name: 'name', created_at: 'created_at' } as const

/** Columns of the spreadsheet; widths in characters. */
const columnsIn = (t: Translate): ColumnOf<Venue>[] => [
  { title: t('export:column.venue'), kind: 'text', width: 28, cell: (row) => row.name },
  {
    title: t('export:column.street'),
    kind: 'text',
    width: 26,
    cell: (row) => `${row.address_street} ${row.address_street_number}`.trim(),
  },
  { title: t('export:column.city'), kind: 'text', width: 20, cell: (row) => row.address_city },
  { title: t('export:column.notes'), kind: 'text', width: 40, cell: (row) => row.notes },
  { title: t('export:column.events'), kind: 'number', width: 11, cell: (row) => row.events_count },
]

const relationsFrom = (db: Db, accountId: string) => ({
  venues_maps: async (venues: readonly Venue[]) => {
    const maps = await mapsOfVenues(
      db,
      accountId,
      venues.map(({ uuid }) => uuid),
    )
    return venues.map(({ uuid }) => ({
      venues_maps: maps.filter((map) => map.venue_id === uuid).map(({ id, name }) => ({ uuid: id, name })),
    }))
  },
})

/** Routes of the venues of a workspace. */
export const venueRoutes = (app: App, { db, newId }: Platform): void => {
  listRoutes(
    app,
    { list: listVenues, exported: exportVenues },
    async ({ query, actor }, db) => {
      const sort = sortOf(query.sort, SORTS, { column: 'name', direction: 'asc' })
      // `filter[or]` has a search text for each column; a venue that matches one of them is listed.
      const input = { ...query, ...sort, search: query.filter?.or ?? {} }
      const { rows, total } = await listVenueRows(db, actor.account.id, input)
      const venues = await withRelations(rows.map(viewVenue), query.with ?? [], relationsFrom(db, actor.account.id))
      return viewPage(venues, total, query)
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

  route(app, showVenue, async ({ params, query, actor }) => {
    const row = await venueRow(db, actor.account.id, params.uuid)
    const rows = row ? [viewVenue(row)] : []
    const [venue] = await withRelations(rows, query.with ?? [], relationsFrom(db, actor.account.id))
    return venue ? { data: venue } : refuse('not_found')
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
