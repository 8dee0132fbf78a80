import * as contract from '@kartis/contract/venue-maps.ts'
import type { MapTemplate } from '@kartis/contract/venue-maps.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import { emptyDocument } from '@kartis/seat-map/model/document.ts'
import type { Platform } from '../../../../platform/platform.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { pageOf, sortOf, viewPage } from '../../../../platform/http/listing.ts'
import { withRelations } from '../../../../platform/http/relations.ts'
import { listRoutes, statusCaseRoute } from '../../../../platform/http/list-routes.ts'
import { type App, route } from '../../../../platform/http/route.ts'
import { venueRow } from '../venues-queries.ts'
import { mapsSheet } from './map-sheets.ts'
import { summaryOf } from './map-outline.ts'
import type { NewDraft } from './map-tasks.ts'
import { viewMap } from './map-view.ts'
import type { MapTurn, MapWork } from './map-work.ts'
import { changeMap, copyMap, insertMap, listMapRows, mapEventRows, mapRow, unarchiveMap } from './maps-queries.ts'
import { ofMaps, shownMapText, showMap } from './show-map.ts'
import { storedText } from './stored-document.ts'

const MAX_NAME = 120

const MAP_SORTS = { name: 'm.name', created_at: 'm.created_at', updated_at: 'm.updated_at' } as const

const hasOutline = (append: readonly string[] = []): boolean => append.includes('outline')

/** Saved seat maps. */
export const mapRoutes = (app: App, platform: Platform, { costly }: MapWork): void => {
  const { db, newId } = platform
  const replyWith = async (accountId: string, id: string) => {
    const row = await mapRow(db, accountId, id)
    return row ? { data: viewMap(row) } : refuse('not_found')
  }

  /** Refuses a venue of another account. */
  const wrongVenue = async (accountId: string, venueId: string | null | undefined): Promise<Refusal | undefined> =>
    venueId && !(await venueRow(db, accountId, venueId)) ? refuseField('venue_uuid', 'unknown_option') : undefined

  const firstDraft = async ({ tasks }: MapTurn, template: MapTemplate | undefined): Promise<NewDraft | Refusal> => {
    if (template) return tasks.run('template', template)
    const document = emptyDocument()
    return { text: storedText(document), ...summaryOf(document) }
  }

  listRoutes(
    app,
    { list: contract.listVenueMaps, exported: contract.exportVenueMaps },
    async ({ query, actor }, db) => {
      const sort = sortOf(query.sort, MAP_SORTS, { column: 'm.updated_at', direction: 'desc' })
      const or = query.filter?.or
      const input = {
        ...query,
        ...sort,
        outline: hasOutline(query.append),
        venueId: query.filter?.venue_uuid,
        archived: query.filter?.archived === 'true',
        name: or?.name,
        venueName: or?.['venue.name'],
      }
      const { rows, total } = await listMapRows(db, actor.account.id, input)
      const maps = await withRelations(rows.map(viewMap), query.with ?? [], ofMaps(platform, db))
      return viewPage(maps, total, query)
    },
    mapsSheet,
  )
  statusCaseRoute(app, contract.venueMapStatusCases, 'seat_map', ['draft', 'published', 'changed'])

  route(app, contract.listMapTemplates, async ({ query, actor, request, reply }) => {
    const templates = await costly({ actor, request, reply }, ({ tasks }) => tasks.run('templates', undefined))
    return isRefusal(templates) ? templates : pageOf(templates, query)
  })

  route(app, contract.createVenueMap, async ({ body, actor, now, request, reply }) => {
    const { id: accountId } = actor.account
    const wrong = await wrongVenue(accountId, body.venue_uuid)
    if (wrong) return wrong
    const draft = await costly({ actor, request, reply }, (call) => firstDraft(call, body.template))
    if (isRefusal(draft)) return draft
    const map = { id: newId(), accountId, venueId: body.venue_uuid, name: body.name, draft }
    await insertMap(db, { ...map, userId: actor.user.id, now })
    return showMap(db, accountId, map.id)
  })

  route(app, contract.showVenueMap, async ({ params, query, actor, reply }) => {
    const related = { outline: hasOutline(query.append), with: query.with ?? [] }
    const text = await shownMapText(platform, actor.account.id, params.uuid, related)
    return isRefusal(text) ? text : reply.type('application/json; charset=utf-8').send(text)
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
    const row = await mapRow(db, accountId, params.uuid)
    if (!row) return refuse('not_found')
    const name = body.name ?? translatorFor(lang)('venues:maps.copy_of', { name: row.name }).slice(0, MAX_NAME)
    const id = newId()
    await copyMap(db, params.uuid, { id, accountId, name, userId: actor.user.id, now })
    return showMap(db, accountId, id)
  })

  keepingRoutes(app, db)
}

/** Where a map is used, its way into the archive and back. */
const keepingRoutes = (app: App, db: Db): void => {
  route(app, contract.listMapEvents, async ({ params, query, actor }) => {
    if (!(await mapRow(db, actor.account.id, params.uuid))) return refuse('not_found')
    const rows = await mapEventRows(db, params.uuid, contract.MAX_MAP_EVENTS)
    return pageOf(
      rows.map((row) => ({ ...row, starts_at: row.starts_at.toISOString() })),
      query,
    )
  })

  route(app, contract.restoreVenueMap, async ({ params, actor, now }) => {
    await unarchiveMap(db, actor.account.id, params.uuid, now)
    const row = await mapRow(db, actor.account.id, params.uuid)
    return row ? { data: viewMap(row) } : refuse('not_found')
  })

  route(app, contract.deleteVenueMap, async ({ params, actor, now }) => {
    const row = await mapRow(db, actor.account.id, params.uuid)
    return row && (await changeMap(db, actor.account.id, params.uuid, { archived_at: now }, now))
      ? { data: { done: true as const, events_count: row.events_count } }
      : refuse('not_found')
  })
}
