import * as contract from '@kartis/contract/public-orders.ts'
import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { UserActor } from '../../../platform/http/authorization.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import type { ListColumn } from '../../../platform/export/list-export.ts'
import { listRoutes } from '../../../platform/http/list-routes.ts'
import { type App, route } from '../../../platform/http/route.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { cancelMyOrder } from './cancel-own-order.ts'
import { listOwnOrderKeys, readLinkTurns, readOwnOrderKey } from './customer-orders-queries.ts'
import { orderToken } from '../orders/index.ts'
import { resendOrder } from './resend-order.ts'
import { showBuyerOrders } from './show-buyer-orders.ts'

interface Reader {
  readonly actor: { readonly user: UserActor }
  readonly lang: Lang
  readonly now: Date
  readonly platform: Platform
}

const withTokens = async ({ db, keys }: Platform, orders: readonly BuyerOrder[]) => {
  const turns = await readLinkTurns(
    db,
    orders.map((order) => ({ eventId: order.event.uuid, orderId: order.uuid })),
  )
  return orders.map((order) => ({
    ...order,
    token: orderToken(keys, order.event.uuid, order.uuid, turns.get(order.uuid)),
  }))
}

const shown = async ({ actor, lang, now, platform }: Reader, orderId: string) => {
  const key = await readOwnOrderKey(platform.db, actor.user, orderId, now)
  const orders = key ? await showBuyerOrders(platform, [key], lang, now) : []
  const [order] = await withTokens(platform, orders)
  return order ? { data: order } : refuse('not_found')
}

/** Columns of the spreadsheet; widths in characters. */
const columnsIn = (t: Translate): ListColumn<BuyerOrder>[] => [
  [t('export:column.number'), 'id', 16, (row) => row.number],
  [t('export:column.event'), 'text', 32, (row) => row.event.name],
  [t('export:column.starts_at'), 'date', 17, (row) => new Date(row.event.starts_at)],
  [t('export:column.status'), 'text', 16, (row) => row.status_label],
  [t('export:column.tickets'), 'number', 11, (row) => row.tickets.length],
  [t('export:column.total'), 'money', 12, (row) => row.total_amount],
  [t('export:column.refunded'), 'money', 12, (row) => row.refunded_amount],
  [t('export:column.created_at'), 'date', 17, (row) => new Date(row.created_at)],
]

/** The endpoints of a customer for their own orders, found by the phone of the sign-in. */
export const customerRoutes = (app: App): void => {
  listRoutes(
    app,
    { list: contract.listMyOrders, exported: contract.exportMyOrders },
    async ({ query, actor, lang, now, platform }) => {
      const direction = query.sort === 'created_at' ? 'asc' : 'desc'
      const { keys, total } = await listOwnOrderKeys(platform.db, actor.user, { ...query, direction }, now)
      const orders = await showBuyerOrders(platform, keys, lang, now)
      return viewPage(await withTokens(platform, orders), total, query)
    },
    { title: (t) => t('export:sheet'), columns: columnsIn },
  )

  route(app, contract.showMyOrder, (call) => shown(call, call.params.uuid))

  route(app, contract.resendMyOrder, async ({ params, actor, now, platform }) => {
    const key = await readOwnOrderKey(platform.db, actor.user, params.uuid, now)
    const sent = key ? await resendOrder(platform, key, actor.user.id, now) : refuse('not_found')
    return isRefusal(sent) ? sent : { data: { sent_to: sent } }
  })

  route(app, contract.cancelMyOrder, async (call) => {
    const { params, body, actor, now, platform } = call
    const key = await readOwnOrderKey(platform.db, actor.user, params.uuid, now)
    if (!key) return refuse('not_found')
    const input = { ticketIds: body?.ticket_uuids, reason: body?.reason ?? '', userId: actor.user.id }
    const refused = await cancelMyOrder(platform, key, input, now)
    return refused ?? shown(call, params.uuid)
  })
}
