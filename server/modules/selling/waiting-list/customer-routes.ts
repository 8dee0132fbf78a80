import * as contract from '@kartis/contract/waiting-list.ts'
import type { OwnEntry } from '@kartis/contract/waiting-list.ts'
import { refuse } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import type { ColumnOf } from '../../../platform/export/xlsx.ts'
import { listRoutes } from '../../../platform/http/list-routes.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { eventNameIn } from '../orders/index.ts'
import { deleteOfPhone, listOfPhone, type OwnEntryRow } from './waiting-list-queries.ts'

const viewOwnEntry = (row: OwnEntryRow, lang: Lang): OwnEntry => ({
  uuid: row.id,
  kind: row.kind,
  phone: row.phone,
  quantity: row.quantity,
  event: {
    uuid: row.event_id,
    slug: row.slug,
    name: eventNameIn(row, lang),
    starts_at: row.starts_at.toISOString(),
    timezone: row.timezone,
  },
  created_at: row.created_at.toISOString(),
  notified_at: row.notified_at?.toISOString() ?? null,
})

const columnsIn = (t: Translate): readonly ColumnOf<OwnEntry>[] => [
  { title: t('export:column.event'), kind: 'text', width: 32, cell: (row) => row.event.name },
  { title: t('export:column.starts_at'), kind: 'date', width: 17, cell: (row) => new Date(row.event.starts_at) },
  {
    title: t('export:waiting_list.kind'),
    kind: 'text',
    width: 24,
    cell: (row) => t(`export:waiting_list.${row.kind}`),
  },
  { title: t('export:waiting_list.joined_at'), kind: 'date', width: 17, cell: (row) => new Date(row.created_at) },
]

/** The entries of the signed-in phone. */
export const customerRoutes = (app: App): void => {
  listRoutes(
    app,
    { list: contract.listOwnEntries, exported: contract.exportOwnEntries },
    async ({ query, actor, lang, now }, db) => {
      const input = { page: query.page, per_page: query.per_page, eventId: query.filter?.event_uuid, now }
      const { rows, total } = await listOfPhone(db, actor.user.phone, input)
      return viewPage(
        rows.map((row) => viewOwnEntry(row, lang)),
        total,
        query,
      )
    },
    { title: (t) => t('export:waiting_list.title'), columns: columnsIn },
  )

  route(app, contract.deleteOwnEntry, async ({ params, actor, platform }) => {
    const isDeleted = await deleteOfPhone(platform.db, actor.user.phone, params.uuid)
    return isDeleted ? { data: { done: true } as const } : refuse('not_found')
  })
}
