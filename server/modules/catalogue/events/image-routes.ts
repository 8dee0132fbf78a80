import {
  addEventImage,
  type Category,
  categoryStatusCases,
  exportCategories,
  listCategories,
  removeEventImage,
  showCategory,
} from '@kartis/contract/events.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import type { ColumnOf } from '../../../platform/export/xlsx.ts'
import { listRoutes, statusCaseRoute } from '../../../platform/http/list-routes.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { removeEventImage as removeImage, storeEventImage } from '../../people/attachments/index.ts'
import { categoryRows } from './event-links-queries.ts'
import { viewCategory } from './event-view.ts'
import { eventRow } from './events-queries.ts'

/** The three image slots of an event, and the categories it may name. */
export const imageAndCategoryRoutes = (app: App, platform: Platform): void => {
  const { db } = platform

  route(app, addEventImage, async ({ params, actor, request }) => {
    const row = await eventRow(db, actor.account.id, params.uuid)
    if (!row) return refuse('not_found')
    const stored = await storeEventImage(platform, {
      accountId: actor.account.id,
      eventId: row.id,
      userId: actor.user.id,
      request,
    })
    return isRefusal(stored) ? stored : { data: stored }
  })

  route(app, removeEventImage, async ({ params, actor }) => {
    const row = await eventRow(db, actor.account.id, params.uuid)
    if (!row) return refuse('not_found')
    const removed = await removeImage(platform, { eventId: row.id, slot: params.slot })
    return isRefusal(removed) ? removed : { data: { done: true as const } }
  })

  listRoutes(
    app,
    { list: listCategories, exported: exportCategories },
    async ({ query, lang }, db) => {
      const rows = await categoryRows(db)
      const start = (query.page - 1) * query.per_page
      return viewPage(
        rows.slice(start, start + query.per_page).map((row) => viewCategory(row, lang)),
        rows.length,
        query,
      )
    },
    {
      title: (t) => t('export:categories'),
      columns: (t): ColumnOf<Category>[] => [
        { title: t('export:column.name'), kind: 'text', width: 28, cell: (row) => row.name },
      ],
    },
  )
  statusCaseRoute(app, categoryStatusCases, 'entity', ['active'])

  route(app, showCategory, async ({ params, lang }) => {
    const row = (await categoryRows(db)).find(({ id }) => id === params.uuid)
    return row ? { data: viewCategory(row, lang) } : refuse('not_found')
  })
}
