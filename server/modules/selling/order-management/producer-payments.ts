import * as contract from '@kartis/contract/orders.ts'
import type { ListedPayment as Reply } from '@kartis/contract/orders.ts'
import { refuse } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import { everyRow, type ListColumn, listDownload } from '../../../platform/export/list-export.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import { statusCaseRoute } from '../../../platform/http/list-routes.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { viewOrderPayment } from './producer-order-view.ts'
import { type ListedPayment, listPaymentRows } from './producer-payments-queries.ts'

const STATES = ['started', 'paid', 'declined', 'abandoned'] as const

const view = (row: ListedPayment, lang: Lang): Reply => ({
  ...viewOrderPayment(row, lang),
  event_uuid: row.event_id,
  order_uuid: row.order_id,
  order_number: row.order_number,
})

const columnsIn = (lang: Lang): ListColumn<Reply>[] => {
  const t = translatorFor(lang)
  return [
    [t('export:column.number'), 'id', 13, (row) => Number(row.order_number)],
    [t('export:column.created_at'), 'date', 17, (row) => new Date(row.created_at)],
    [t('export:column.paid_at'), 'date', 17, (row) => (row.paid_at === null ? null : new Date(row.paid_at))],
    [t('export:column.status'), 'text', 14, (row) => t(`states:payment.${row.status as 'paid'}`)],
    [t('export:column.paid_by'), 'text', 14, (row) => t(`export:method.${row.method}`)],
    [t('export:column.bucket'), 'text', 16, (row) => row.bucket && t(`states:bucket.${row.bucket}`)],
    [t('export:column.total'), 'money', 12, (row) => row.amount],
    [t('export:column.refunded'), 'money', 12, (row) => row.refunded],
  ]
}

/** The payments of a workspace in every state. */
export const producerPaymentRoutes = (app: App): void => {
  const conditionsOf = (query: { filter?: contract.PaymentsFilter | undefined; sort?: string | undefined }) => ({
    eventId: query.filter?.event_uuid,
    orderId: query.filter?.order_uuid,
    status: query.filter?.status,
    direction: query.sort === 'created_at' ? ('asc' as const) : ('desc' as const),
  })

  route(app, contract.listPayments, async ({ query, actor, lang, platform }) => {
    const { rows, total } = await listPaymentRows(platform.db, actor.account.id, {
      ...query,
      ...conditionsOf(query),
      events: actor.account.events,
    })
    return viewPage(
      rows.map((row) => view(row, lang)),
      total,
      query,
    )
  })

  route(app, contract.exportPayments, async ({ query, actor, lang, now, platform }) => {
    const rows = everyRow(async (page) => {
      const found = await listPaymentRows(platform.reportDb, actor.account.id, {
        ...page,
        ...conditionsOf(query),
        events: actor.account.events,
      })
      return { rows: found.rows.map((row) => view(row, lang)), total: found.total }
    })
    return listDownload(translatorFor(lang)('export:payments'), columnsIn(lang), rows, { lang, now })
  })

  statusCaseRoute(app, contract.paymentStatusCases, 'payment', STATES)

  route(app, contract.showPayment, async ({ params, actor, lang, platform }) => {
    const page = { page: 1, per_page: 1, direction: 'desc' as const }
    const single = { ...page, id: params.uuid, events: actor.account.events }
    const { rows } = await listPaymentRows(platform.db, actor.account.id, single)
    const [row] = rows
    return row ? { data: view(row, lang) } : refuse('not_found')
  })
}
