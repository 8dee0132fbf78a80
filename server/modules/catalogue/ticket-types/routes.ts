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
import type { ListColumn } from '../../../platform/export/list-export.ts'
import type { AccountActor } from '../../../platform/http/authorization.ts'
import { sortOf, viewPage } from '../../../platform/http/listing.ts'
import { listRoutes, statusCaseRoute } from '../../../platform/http/list-routes.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { changeType, createType, orderTypes, removeType } from './save-ticket-type.ts'
import type { TicketTypeContext } from './ticket-stock.ts'
import { listTypeRows, typeRow } from './ticket-type-queries.ts'
import { viewTicketType } from './ticket-type-view.ts'

const SORTS = { position: 'position', name: 'name', price: 'price' } as const

const dateOf = (at: string | null): Date | null => (at === null ? null : new Date(at))

/** Columns of the spreadsheet; widths in characters. */
const columnsIn = (t: Translate): ListColumn<TicketType>[] => [
  [t('export:column.ticket_type'), 'text', 28, (row) => row.name],
  [t('export:column.price'), 'money', 12, (row) => row.price],
  [t('export:column.offered'), 'number', 11, (row) => row.sum_total_available],
  [t('export:column.sold'), 'number', 11, (row) => row.sold],
  [t('export:column.left'), 'number', 11, (row) => row.left],
  [t('export:column.status'), 'text', 16, (row) => t(`states:sale.${row.sale_state}`)],
  [t('export:column.sale_starts_at'), 'date', 17, (row) => dateOf(row.sale_starts_at)],
  [t('export:column.sale_ends_at'), 'date', 17, (row) => dateOf(row.sale_ends_at)],
]

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
    async ({ query, actor, now }) => {
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
      return viewPage(
        rows.map((row) => viewTicketType(row, actor.account.role, now)),
        total,
        query,
      )
    },
    { title: (t) => t('export:ticket_types'), columns: columnsIn },
  )

  route(app, createTicketType, async ({ body, actor, now }) =>
    replyWith(await createType(context, actor.account.id, body), actor.account, now),
  )
  route(app, showTicketType, async ({ params, actor, now }) => replyWith(params.uuid, actor.account, now))
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
