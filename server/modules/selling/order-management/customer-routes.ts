import * as contract from '@kartis/contract/customer-orders.ts'
import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { UserActor } from '../../../platform/http/authorization.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import type { ColumnOf } from '../../../platform/export/xlsx.ts'
import { listRoutes } from '../../../platform/http/list-routes.ts'
import { type App, route } from '../../../platform/http/route.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { cancelMyOrder } from './cancel-own-order.ts'
import { correctEmail } from './correct-email.ts'
import { listOwnOrderKeys, readLinkGenerations, readOwnOrderKey } from './customer-orders-queries.ts'
import { orderToken } from '../orders/index.ts'
import { resendOrder, resentByBuyer } from './resend-order.ts'
import { showBuyerOrders } from './show-buyer-orders.ts'

interface Reader {
  readonly actor: { readonly user: UserActor }
  readonly lang: Lang
  readonly now: Date
  readonly platform: Platform
}

const withTokens = async ({ db, keys }: Platform, orders: readonly BuyerOrder[]) => {
  const linkGenerations = await readLinkGenerations(
    db,
    orders.map((order) => ({ eventId: order.event.uuid, orderId: order.uuid })),
  )
  return orders.map((order) => ({
    ...order,
    token: orderToken(keys, order.event.uuid, order.uuid, linkGenerations.get(order.uuid)),
  }))
}

const shown = async ({ actor, lang, now, platform }: Reader, orderId: string) => {
  const key = await readOwnOrderKey(platform.db, actor.user, orderId, now)
  const orders = key ? await showBuyerOrders(platform, [key], lang, now) : []
  const [order] = await withTokens(platform, orders)
  return order ? { data: order } : refuse('not_found')
}

/** Columns of the spreadsheet; widths in characters. */
const columnsIn = (t: Translate): ColumnOf<BuyerOrder>[] => [
  { title: t('export:column.number'), kind: 'id', width: 16, cell: (row) => row.number },
  { title: t('export:column.event'), kind: 'text', width: 32, cell: (row) => row.event.name },
  { title: t('export:column.starts_at'), kind: 'date', width: 17, cell: (row) => new Date(row.event.starts_at) },
  { title: t('export:column.status'), kind: 'text', width: 16, cell: (row) => row.status_label },
  { title: t('export:column.tickets'), kind: 'number', width: 11, cell: (row) => row.tickets.length },
  { title: t('export:column.total'), kind: 'money', width: 12, cell: (row) => row.total_amount },
  { title: t('export:column.refunded'), kind: 'money', width: 12, cell: (row) => row.refunded_amount },
  { title: t('export:column.created_at'), kind: 'date', width: 17, cell: (row) => new Date(row.created_at) },
]

/** The endpoints of a customer for their own orders, bought with the phone of the sign-in or made while signed in. */
export const customerRoutes = (app: App): void => {
  listRoutes(
    app,
    { list: contract.listMyOrders, exported: contract.exportMyOrders },
    async ({ query, actor, lang, now, platform }, db) => {
      const direction = query.sort === 'created_at' ? 'asc' : 'desc'
      const { keys, total } = await listOwnOrderKeys(db, actor.user, { ...query, direction }, now)
      const reading = { ...platform, db }
      const orders = await showBuyerOrders(reading, keys, lang, now)
      return viewPage(await withTokens(reading, orders), total, query)
    },
    { title: (t) => t('export:sheet'), columns: columnsIn },
  )

  route(app, contract.showMyOrder, (call) => shown(call, call.params.uuid))

  route(app, contract.resendMyOrder, async ({ params, actor, now, platform }) => {
    const key = await readOwnOrderKey(platform.db, actor.user, params.uuid, now)
    const by = resentByBuyer(platform, { userId: actor.user.id, network: actor.user.network })
    const sent = key ? await resendOrder(platform, key, by, now) : refuse('not_found')
    return isRefusal(sent) ? sent : { data: { sent_to: sent } }
  })

  route(app, contract.correctMyOrder, async (call) => {
    const { params, body, actor, now, platform } = call
    const key = await readOwnOrderKey(platform.db, actor.user, params.uuid, now)
    if (!key) return refuse('not_found')
    const by = resentByBuyer(platform, { userId: actor.user.id, network: actor.user.network })
    const refused = await correctEmail(platform, key, { email: body.email.trim(), by }, now)
    return refused ?? shown(call, params.uuid)
  })

  route(app, contract.cancelMyOrder, async (call) => {
    const { params, body, actor, now, platform } = call
    const key = await readOwnOrderKey(platform.db, actor.user, params.uuid, now)
    if (!key) return refuse('not_found')
    const { id: userId, network } = actor.user
    const input = { ticketIds: body?.ticket_uuids, reason: body?.reason ?? '', userId, network }
    const refused = await cancelMyOrder(platform, key, input, now)
    return refused ?? shown(call, params.uuid)
  })
}
