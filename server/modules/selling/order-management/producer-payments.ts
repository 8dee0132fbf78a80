import * as contract from '@kartis/contract/listed-payments.ts'
import type { ListedPayment as Reply } from '@kartis/contract/listed-payments.ts'
import { toAgorot, toShekels } from '@kartis/domain/money.ts'
import { refuse } from '@kartis/domain/refusal.ts'
import { PAYMENT_STATES } from '@kartis/domain/payment-state.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import type { ColumnOf } from '../../../platform/export/xlsx.ts'
import type { Db } from '../../../platform/database/db.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import { listRoutes, statusCaseRoute } from '../../../platform/http/list-routes.ts'
import { relatedBy, withRelations } from '../../../platform/http/relations.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { eventBriefs } from '../../catalogue/events/index.ts'
import { viewOrderPayment } from './producer-order-view.ts'
import { type ListedPayment, listPaymentRows, ordersOfPayments, type PaidOrder } from './producer-payments-queries.ts'

const view = (row: ListedPayment, lang: Lang): Reply => ({
  ...viewOrderPayment(row, lang),
  event_uuid: row.event_id,
  order_uuid: row.order_id,
  order_number: row.order_number,
  waiting: toShekels(row.waiting),
})

const viewOrder = (row: PaidOrder | undefined): Reply['order'] =>
  row
    ? {
        uuid: row.id,
        number: row.number,
        total_amount: toShekels(row.total),
        channel: row.channel,
        created_at: row.created_at.toISOString(),
      }
    : null

/** Columns of the spreadsheet; widths in characters. */
const columnsIn = (t: Translate): ColumnOf<Reply>[] => [
  { title: t('export:column.number'), kind: 'id', width: 13, cell: (row) => Number(row.order_number) },
  { title: t('export:column.created_at'), kind: 'date', width: 17, cell: (row) => new Date(row.created_at) },
  {
    title: t('export:column.paid_at'),
    kind: 'date',
    width: 17,
    cell: (row) => (row.paid_at === null ? null : new Date(row.paid_at)),
  },
  {
    title: t('export:column.status'),
    kind: 'text',
    width: 14,
    cell: (row) => t(`states:payment.${row.status as 'paid'}`),
  },
  {
    title: t('export:column.paid_by'),
    kind: 'text',
    width: 14,
    cell: (row) => t(`export:method.${row.wallet ?? row.method}`),
  },
  {
    title: t('export:column.installments'),
    kind: 'number',
    width: 12,
    cell: (row) => (row.method === 'card' ? row.installments : null),
  },
  {
    title: t('export:column.bucket'),
    kind: 'text',
    width: 16,
    cell: (row) => row.bucket && t(`states:bucket.${row.bucket}`),
  },
  { title: t('export:column.total'), kind: 'money', width: 12, cell: (row) => row.amount },
  {
    // What has gone back: what the gateway refused is a column of its own, for the buyer does not have it.
    title: t('export:column.refunded'),
    kind: 'money',
    width: 12,
    cell: (row) => toShekels(toAgorot(row.refunded) - toAgorot(row.waiting)),
  },
  { title: t('export:column.waiting'), kind: 'money', width: 12, cell: (row) => row.waiting || null },
]

const relationsFrom = (db: Db) => ({
  event: relatedBy(
    'event',
    (payment: Reply) => payment.event_uuid,
    (ids) => eventBriefs(db, ids),
  ),
  order: async (payments: readonly Reply[]) => {
    const orders = new Map((await ordersOfPayments(db, payments)).map((order) => [order.id, order]))
    return payments.map(({ order_uuid }) => ({ order: viewOrder(orders.get(order_uuid)) }))
  },
})

/** The payments of a workspace in every state. */
export const producerPaymentRoutes = (app: App): void => {
  const conditionsOf = (query: { filter?: contract.PaymentsFilter | undefined; sort?: string | undefined }) => ({
    eventId: query.filter?.event_uuid,
    orderId: query.filter?.order_uuid,
    status: query.filter?.status,
    direction: query.sort === 'created_at' ? ('asc' as const) : ('desc' as const),
  })

  listRoutes(
    app,
    { list: contract.listPayments, exported: contract.exportPayments },
    async ({ query, actor, lang }, db) => {
      const { rows, total } = await listPaymentRows(db, actor.account.id, {
        ...query,
        ...conditionsOf(query),
        events: actor.account.events,
      })
      const payments = rows.map((row) => view(row, lang))
      return viewPage(await withRelations(payments, query.with ?? [], relationsFrom(db)), total, query)
    },
    { title: (t) => t('export:payments'), columns: columnsIn },
  )

  statusCaseRoute(app, contract.paymentStatusCases, 'payment', PAYMENT_STATES)

  route(app, contract.showPayment, async ({ params, query, actor, lang, platform }) => {
    const page = { page: 1, per_page: 1, direction: 'desc' as const }
    const single = { ...page, id: params.uuid, events: actor.account.events }
    const { rows } = await listPaymentRows(platform.db, actor.account.id, single)
    const payments = rows.map((row) => view(row, lang))
    const [payment] = await withRelations(payments, query.with ?? [], relationsFrom(platform.db))
    return payment ? { data: payment } : refuse('not_found')
  })
}
