import {
  attachmentStatusCases,
  deleteAttachment,
  eventImageSlot,
  exportAttachments,
  listAttachments,
  type OwnedAttachment,
  showAttachment,
} from '@kartis/contract/attachments.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import type { ColumnOf } from '../../../platform/export/xlsx.ts'
import { listRoutes, statusCaseRoute } from '../../../platform/http/list-routes.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { viewAttachment } from './attachment-view.ts'
import { removeEventImage } from './store-event-image.ts'
import { type AttachmentRow, deleteFileRows, listFileRows } from './attachments-queries.ts'

/** Columns of the spreadsheet; widths in characters. */
const columnsIn = (t: Translate): ColumnOf<OwnedAttachment>[] => [
  { title: t('export:column.file'), kind: 'text', width: 40, cell: (row) => row.name },
  { title: t('export:column.content_type'), kind: 'text', width: 20, cell: (row) => row.content_type },
  { title: t('export:column.bytes'), kind: 'number', width: 12, cell: (row) => row.bytes },
  { title: t('export:column.created_at'), kind: 'date', width: 17, cell: (row) => new Date(row.created_at) },
]

/** Lists, shows and exports the files of a workspace; deletes images of events, and files of venues and of elements of seat maps. */
export const attachmentRoutes = (app: App, platform: Platform): void => {
  const { db } = platform
  const view = (row: AttachmentRow): OwnedAttachment => ({
    ...viewAttachment(row, platform),
    owner: { type: row.owner_type, uuid: row.owner_id },
  })

  listRoutes(
    app,
    { list: listAttachments, exported: exportAttachments },
    async ({ query, actor }, db) => {
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

  // An answer to a form belongs to its order, a bank document proves what the account's details were, and editions of seat
  // maps name their pictures for ever.
  route(app, deleteAttachment, async ({ params, actor }) => {
    const filter = { page: 1, per_page: 1, direction: 'asc' as const, id: params.uuid }
    const [row] = (await listFileRows(db, actor.account.id, filter)).rows
    if (!row) return refuse('not_found')
    if (row.owner_type === 'venue' || row.owner_type === 'seat_map_element') {
      for (const { file_key } of await deleteFileRows(db, [row.id])) await platform.files.delete(file_key)
      return { data: { done: true as const } }
    }
    if (row.owner_type !== 'event') return refuse('conflict', { detail: { owner: row.owner_type } })
    const slot = eventImageSlot.parse(row.slot)
    const removed = await removeEventImage(platform, { eventId: row.owner_id, slot, id: row.id })
    return isRefusal(removed) ? removed : { data: { done: true as const } }
  })
}
