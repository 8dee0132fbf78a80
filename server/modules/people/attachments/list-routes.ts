import {
  attachmentStatusCases,
  deleteAttachment,
  eventImageSlot,
  exportAttachments,
  listAttachments,
  type OwnedAttachment,
  showAttachment,
} from '@kartis/contract/attachments.ts'
import { refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import type { ListColumn } from '../../../platform/export/list-export.ts'
import { listRoutes as listAndExport, statusCaseRoute } from '../../../platform/http/list-routes.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { viewAttachment } from './attachment-view.ts'
import { removeEventImage } from './store-event-image.ts'
import { type AttachmentRow, listFileRows } from './attachments-queries.ts'

/** Lists and shows the files of a workspace. */
/** Columns of the spreadsheet; widths in characters. */
const columnsIn = (t: Translate): ListColumn<OwnedAttachment>[] => [
  [t('export:column.file'), 'text', 40, (row) => row.name],
  [t('export:column.content_type'), 'text', 20, (row) => row.content_type],
  [t('export:column.bytes'), 'number', 12, (row) => row.bytes],
  [t('export:column.created_at'), 'date', 17, (row) => new Date(row.created_at)],
]

export const listRoutes = (app: App, platform: Platform): void => {
  const { db } = platform
  const view = (row: AttachmentRow): OwnedAttachment => ({
    ...viewAttachment(row, platform),
    owner: { type: row.owner_type, uuid: row.owner_id },
  })

  listAndExport(
    app,
    { list: listAttachments, exported: exportAttachments },
    async ({ query, actor }) => {
      const direction = query.sort === 'created_at' ? ('asc' as const) : ('desc' as const)
      const filter = { ...query, direction, ownerType: query.filter?.owner_type, ownerId: query.filter?.owner_uuid }
      const { rows, total } = await listFileRows(db, actor.account.id, filter)
      return viewPage(rows.map(view), total, query)
    },
    { title: (t) => t('export:files'), columns: columnsIn },
  )
  statusCaseRoute(app, attachmentStatusCases, 'entity', ['active'])

  route(app, showAttachment, async ({ params, actor }) => {
    const filter = { page: 1, per_page: 1, direction: 'asc' as const, id: params.uuid }
    const [row] = (await listFileRows(db, actor.account.id, filter)).rows
    return row ? { data: view(row) } : refuse('not_found')
  })

  // An answer to a form belongs to its order, and a bank document proves what the account's details were.
  route(app, deleteAttachment, async ({ params, actor }) => {
    const filter = { page: 1, per_page: 1, direction: 'asc' as const, id: params.uuid }
    const [row] = (await listFileRows(db, actor.account.id, filter)).rows
    if (!row) return refuse('not_found')
    if (row.owner_type !== 'event') return refuse('forbidden')
    const slot = eventImageSlot.parse(row.slot)
    return (await removeEventImage(platform, row.owner_id, slot))
      ? { data: { done: true as const } }
      : refuse('not_found')
  })
}
