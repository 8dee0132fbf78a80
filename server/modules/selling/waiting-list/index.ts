import * as contract from '@kartis/contract/waiting-list.ts'
import type { WaitingListEntry } from '@kartis/contract/waiting-list.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ColumnOf } from '../../../platform/export/xlsx.ts'
import { listRoutes } from '../../../platform/http/list-routes.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import { limit, networkOf } from '../../../platform/http/rate-limit.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { eventRow } from '../../catalogue/events/index.ts'
import { customerRoutes } from './customer-routes.ts'
import { joinList } from './join-list.ts'
import { notifyOpened } from './notify-opened.ts'
import { deleteEntriesBefore, deleteEntry, type EntryRow, listEntries } from './waiting-list-queries.ts'

export { eraseEntries } from './waiting-list-queries.ts'

/** Entries of one network: enough for the phones behind one address, few enough that a list cannot be filled from it. */
const JOINS = { max: 60, seconds: 3600 }
const RETENTION_MS = 30 * 86_400_000

const tokenOf = (platform: Platform, eventId: string, id: string): string =>
  platform.keys.hmac('waiting_list', `${eventId} ${id}`)

const viewEntry = (row: EntryRow) => ({
  uuid: row.id,
  kind: row.kind,
  phone: row.phone,
  quantity: row.quantity,
  created_at: row.created_at.toISOString(),
  notified_at: row.notified_at?.toISOString() ?? null,
})

const columnsIn = (t: Translate): readonly ColumnOf<WaitingListEntry>[] => [
  { title: t('export:column.phone'), kind: 'text', width: 16, cell: (row) => nationalPhone(row.phone) },
  {
    title: t('export:waiting_list.kind'),
    kind: 'text',
    width: 24,
    cell: (row) => t(`export:waiting_list.${row.kind}`),
  },
  {
    title: t('export:column.tickets'),
    kind: 'number',
    width: 9,
    cell: (row) => (row.kind === 'sold_out' ? row.quantity : null),
  },
  { title: t('export:waiting_list.joined_at'), kind: 'date', width: 17, cell: (row) => new Date(row.created_at) },
  {
    title: t('export:waiting_list.notified_at'),
    kind: 'date',
    width: 17,
    cell: (row) => row.notified_at && new Date(row.notified_at),
  },
]

/** The waiting list of sold-out events, and those who ask when a sale opens. */
export const plugin = async (app: App, platform: Platform): Promise<void> => {
  route(app, contract.joinWaitingList, async ({ params, body, actor, lang, now, request }) => {
    const refused = await limit(platform, `waiting_list:${networkOf(request.ip)}`, JOINS)
    if (refused) return refused
    const eventId = params.uuid.toLowerCase()
    const entry = await joinList(platform, eventId, body, { phone: actor.user?.phone, lang, now })
    if (isRefusal(entry)) return entry
    const token = tokenOf(platform, eventId, entry.id)
    return { data: { uuid: entry.id, kind: body.kind, quantity: entry.quantity, token } }
  })

  route(app, contract.leaveWaitingList, async ({ params, body }) => {
    const [eventId, id] = [params.uuid.toLowerCase(), body.uuid.toLowerCase()]
    if (body.token === tokenOf(platform, eventId, id)) await deleteEntry(platform.db, eventId, id)
    return { data: { done: true } as const }
  })

  listRoutes(
    app,
    { list: contract.listWaitingList, exported: contract.exportWaitingList },
    async ({ params, query, actor }) => {
      if (!(await eventRow(platform.db, actor.account.id, params.uuid))) return refuse('not_found')
      const input = { page: query.page, per_page: query.per_page, kind: query.filter?.kind }
      const { rows, total } = await listEntries(platform.db, params.uuid, input)
      return viewPage(rows.map(viewEntry), total, query)
    },
    { title: (t) => t('export:waiting_list.title'), columns: columnsIn },
  )

  customerRoutes(app)

  platform.jobs.cron('waiting_list.sale_opened', '* * * * *', () => notifyOpened(platform))
  platform.jobs.cron('waiting_list.forget_old', '41 4 * * *', () =>
    deleteEntriesBefore(platform.db, new Date(platform.clock().getTime() - RETENTION_MS)),
  )
}
