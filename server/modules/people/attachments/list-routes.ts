import { listAttachments, type OwnedAttachment, showAttachment } from '@kartis/contract/attachments.ts'
import { refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { viewAttachment } from './attachment-view.ts'
import { type AttachmentRow, listFileRows } from './attachments-queries.ts'

/** Lists and shows the files of a workspace. */
export const listRoutes = (app: App, platform: Platform): void => {
  const { db } = platform
  const view = (row: AttachmentRow): OwnedAttachment => ({
    ...viewAttachment(row, platform),
    owner: { type: row.owner_type, uuid: row.owner_id },
  })

  route(app, listAttachments, async ({ query, actor }) => {
    const direction = query.sort === 'created_at' ? ('asc' as const) : ('desc' as const)
    const filter = { ...query, direction, ownerType: query.filter?.owner_type, ownerId: query.filter?.owner_uuid }
    const { rows, total } = await listFileRows(db, actor.account.id, filter)
    return viewPage(rows.map(view), total, query)
  })

  route(app, showAttachment, async ({ params, actor }) => {
    const filter = { page: 1, per_page: 1, direction: 'asc' as const, id: params.uuid }
    const [row] = (await listFileRows(db, actor.account.id, filter)).rows
    return row ? { data: view(row) } : refuse('not_found')
  })
}
