import {
  addVenueFile,
  createVenue,
  deleteVenue,
  exportVenues,
  listVenues,
  showVenue,
  updateVenue,
  venueStatusCases,
  type Venue,
} from '@kartis/contract/venues.ts'
import { UPLOAD } from '@kartis/domain/limits.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ColumnOf } from '../../../platform/export/xlsx.ts'
import { sortOf, viewPage } from '../../../platform/http/listing.ts'
import { listRoutes, statusCaseRoute } from '../../../platform/http/list-routes.ts'
import { namedIn, withRelations } from '../../../platform/http/relations.ts'
import { type App, MULTIPART_OVERHEAD, route } from '../../../platform/http/route.ts'
import { storeOwnedFile } from '../../people/attachments/index.ts'
import { ofVenues } from './venue-relations.ts'
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

/** Routes of the venues of a workspace. */
export const venueRoutes = (app: App, platform: Platform): void => {
  const { db, newId } = platform
  listRoutes(
    app,
    { list: listVenues, exported: exportVenues },
    async ({ query, actor, now }, db) => {
      const sort = sortOf(query.sort, SORTS, { column: 'name', direction: 'asc' })
      // `filter[or]` has a search text for each column; a venue that matches one of them is listed.
      const input = { ...query, ...sort, search: query.filter?.or ?? {} }
      const { rows, total } = await listVenueRows(db, actor.account.id, input)
      const venues = await withRelations(
        rows.map(viewVenue),
        namedIn(query),
        ofVenues(platform, db, actor.account.id, now),
      )
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

  route(app, showVenue, async ({ params, query, actor, now }) => {
    const row = await venueRow(db, actor.account.id, params.uuid)
    const rows = row ? [viewVenue(row)] : []
    const [venue] = await withRelations(rows, namedIn(query), ofVenues(platform, db, actor.account.id, now))
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

  route(
    app,
    addVenueFile,
    async ({ params, request, actor }) => {
      const { account, user } = actor
      const file = await storeOwnedFile(platform, request, {
        accountId: account.id,
        userId: user.id,
        owner: 'venue',
        ownerId: params.uuid,
        exists: async () => (await venueRow(db, account.id, params.uuid)) !== undefined,
      })
      return isRefusal(file) ? file : { data: file }
    },
    { bodyLimit: UPLOAD.maxBytes + MULTIPART_OVERHEAD },
  )
}
