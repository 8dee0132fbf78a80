import { createVenue, deleteVenue, listVenues, showVenue, updateVenue, type Venue } from '@kartis/contract/venues.ts'
import { refuse } from '@kartis/domain/refusal.ts'
import type { Kernel } from '../../kernel/context.ts'
import { sortOf, viewPage } from '../../kernel/listing.ts'
import { type App, route } from '../../kernel/route.ts'
import { archiveVenue, insertVenue, listVenueRows, updateVenueRow, type VenueRow, venueRow } from './venues-queries.ts'

const viewVenue = ({ id, created_at, ...rest }: VenueRow): Venue => ({
  uuid: id,
  ...rest,
  created_at: created_at.toISOString(),
})

const SORTS = { name: 'name', created_at: 'created_at' } as const

export const venueRoutes = (app: App, { db, newId }: Kernel): void => {
  route(app, listVenues, async ({ query, actor }) => {
    const sort = sortOf(query.sort, SORTS, { column: 'name', direction: 'asc' })
    const { rows, total } = await listVenueRows(db, actor.account.id, {
      ...query,
      ...sort,
      search: query.filter?.or ?? {},
    })
    return viewPage(rows.map(viewVenue), total, query)
  })

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

  route(app, deleteVenue, async ({ params, actor, now }) =>
    (await archiveVenue(db, actor.account.id, params.uuid, now))
      ? { data: { done: true as const } }
      : refuse('not_found'),
  )
}
