import {
  createTicketType,
  deleteTicketType,
  exportTicketTypes,
  listTicketTypes,
  orderTicketTypes,
  showTicketType,
  ticketStatusCases,
  type TicketType,
  updateTicketType,
} from '@kartis/contract/tickets.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import type { ColumnOf } from '../../../platform/export/xlsx.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { AccountActor } from '../../../platform/http/authorization.ts'
import { sortOf, viewPage } from '../../../platform/http/listing.ts'
import { listRoutes, statusCaseRoute } from '../../../platform/http/list-routes.ts'
import { relatedBy, withRelations } from '../../../platform/http/relations.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { eventBriefs } from '../events/index.ts'
import { changeType, createType, orderTypes, removeType } from './save-ticket-type.ts'
import type { TicketTypeContext } from './ticket-stock.ts'
import { listTypeRows, typeRow } from './ticket-type-queries.ts'
import { viewTicketType } from './ticket-type-view.ts'

const SORTS = { position: 'position', name: 'name', price: 'price' } as const

const dateOf = (at: string | null): Date | null => (at === null ? null : new Date(at))

/** Columns of the spreadsheet; widths in characters. */
const columnsIn = (t: Translate): ColumnOf<TicketType>[] => [
  { title: t('export:column.ticket_type'), kind: 'text', width: 28, cell: (row) => row.name },
  { title: t('export:column.price'), kind: 'money', width: 12, cell: (row) => row.buyer_price },
  { title: t('export:column.service_fee'), kind: 'money', width: 12, cell: (row) => row.service_fee },
  { title: t('export:column.offered'), kind: 'number', width: 11, cell: (row) => row.sum_total_available },
  { title: t('export:column.sold'), kind: 'number', width: 11, cell: (row) => row.sold },
  { title: t('export:column.left'), kind: 'number', width: 11, cell: (row) => row.left },
  { title: t('export:column.status'), kind: 'text', width: 16, cell: (row) => t(`states:sale.${row.sale_state}`) },
  { title: t('export:column.sale_starts_at'), kind: 'date', width: 17, cell: (row) => dateOf(row.sale_starts_at) },
  { title: t('export:column.sale_ends_at'), kind: 'date', width: 17, cell: (row) => dateOf(row.sale_ends_at) },
]

const relationsFrom = (db: Db) => ({
  event: relatedBy(
    'event',
    (type: TicketType) => type.event_uuid,
    (ids) => eventBriefs(db, ids),
  ),
})

export const ticketTypeRoutes = (app: App, context: TicketTypeContext): void => {
  const { db } = context

  const replyWith = async (
    id: string | Refusal,
    account: AccountActor,
    now: Date,
  ): Promise<{ data: TicketType } | Refusal> => {
    if (isRefusal(id)) return id
    const row = await typeRow(db, account.id, id)
    return row ? { data: viewTicketType(row, account.role, now) } : refuse('not_found')
  }

  listRoutes(
    app,
    { list: listTicketTypes, exported: exportTicketTypes },
    async ({ query, actor, now }, db) => {
      const sort = sortOf(query.sort, SORTS, { column: 'position', direction: 'asc' })
      const { filter } = query
      const { rows, total } = await listTypeRows(db, actor.account.id, {
        ...query,
        ...sort,
        events: actor.account.events,
        eventId: filter?.event_uuid,
        type: filter?.type,
        name: filter?.or?.name,
      })
      const types = rows.map((row) => viewTicketType(row, actor.account.role, now))
      return viewPage(await withRelations(types, query.with ?? [], relationsFrom(db)), total, query)
    },
    { title: (t) => t('export:ticket_types'), columns: columnsIn },
  )

  route(app, createTicketType, async ({ body, actor, now }) =>
    replyWith(await createType(context, actor.account.id, body, now), actor.account, now),
  )
  route(app, showTicketType, async ({ params, query, actor, now }) => {
    const found = await replyWith(params.uuid, actor.account, now)
    if (isRefusal(found)) return found
    const [type] = await withRelations([found.data], query.with ?? [], relationsFrom(db))
    return type ? { data: type } : refuse('not_found')
  })
  route(app, updateTicketType, async ({ params, body, actor, now }) =>
    replyWith(await changeType(context, actor.account.id, params.uuid, body, now), actor.account, now),
  )

  route(app, deleteTicketType, async ({ params, actor, now }) => {
    const done = await removeType(context, actor.account.id, params.uuid, now)
    return isRefusal(done) ? done : { data: { done } }
  })

  route(app, orderTicketTypes, async ({ body, actor, now }) => {
    const rows = await orderTypes(context, actor.account.id, body.event_uuid, body.uuids)
    return isRefusal(rows) ? rows : { data: rows.map((row) => viewTicketType(row, actor.account.role, now)) }
  })

  statusCaseRoute(app, ticketStatusCases, 'ticket', ['valid', 'cancelled', 'pending', 'redeemed'])
}
