import * as contract from '@kartis/contract/box-office.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { FastifyRequest } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountActor, UserActor } from '../../../platform/http/authorization.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { isGatewayError } from '../../payments/payments/index.ts'
import { counterEvents } from './box-office-events.ts'
import { abandonSale, undoSale } from './end-sale.ts'
import { tillOf } from './pairing.ts'
import { askAboutSale, paySale, unreachable } from './pay-sale.ts'
import { viewSales } from './sale-view.ts'
import { listSaleRows, readSale, type SaleRow } from './sales-queries.ts'
import { noShift, sell, type Seller } from './sell.ts'
import { sendSale } from './send-sale.ts'
import { readOpenShift } from './shifts-queries.ts'

interface TillCall {
  readonly actor: { readonly user: UserActor; readonly account: AccountActor }
  readonly request: FastifyRequest
  readonly lang: Lang
  readonly now: Date
  readonly platform: Platform
}

const sellerOf = async ({ actor, request, lang, now, platform }: TillCall): Promise<Seller | Refusal> => {
  const till = await tillOf(platform, request, actor.account.id, now)
  return isRefusal(till) ? till : { till, userId: actor.user.id, lang }
}

const shown = async ({ platform, lang, now }: TillCall, seller: Seller, orderId: string) => {
  const sale = await readSale(platform.db, seller.till.id, orderId)
  const openShift = (await readOpenShift(platform.db, seller.till.id))?.id
  const [view] = sale ? await viewSales(platform, [sale], { openShift, lang, now, whole: true }) : []
  return view ? { data: view } : refuse('not_found')
}

interface SaleCall<B> extends TillCall {
  readonly params: { readonly uuid: string }
  readonly body: B
}

/** A verb on one sale of the till, and the sale as it is afterwards. */
const changing =
  <B>(act: (platform: Platform, seller: Seller, sale: SaleRow, body: B, now: Date) => Promise<Refusal | undefined>) =>
  async (call: SaleCall<B>) => {
    const seller = await sellerOf(call)
    if (isRefusal(seller)) return seller
    const sale = await readSale(call.platform.db, seller.till.id, call.params.uuid)
    if (!sale) return refuse('not_found')
    const refused = await act(call.platform, seller, sale, call.body, call.now)
    return refused ?? shown(call, seller, sale.order_id)
  }

/** A screen that waits asks again in a moment: a gateway out of reach is no failure of the look. */
const lookAtBooks = async (platform: Platform, sale: SaleRow): Promise<undefined> => {
  try {
    await askAboutSale(platform, sale)
  } catch (error) {
    if (!isGatewayError(error)) throw error
  }
  return undefined
}

const pay = async (
  platform: Platform,
  seller: Seller,
  sale: SaleRow,
  body: BodyOf<typeof contract.paySale>,
  now: Date,
): Promise<Refusal | undefined> => {
  try {
    return await paySale(platform, seller, sale, body, now)
  } catch (error) {
    if (!isGatewayError(error)) throw error
    return unreachable()
  }
}

/** What a till sells. */
export const saleRoutes = (app: App): void => {
  route(app, contract.listCounterEvents, async (call) => {
    const seller = await sellerOf(call)
    if (isRefusal(seller)) return seller
    return { data: await counterEvents(call.platform, call.actor.account.id, call.lang, call.now) }
  })

  route(app, contract.sell, async (call) => {
    const seller = await sellerOf(call)
    if (isRefusal(seller)) return seller
    const order = await sell(call.platform, seller, call.body, call.now)
    return isRefusal(order) ? order : shown(call, seller, order.id)
  })

  route(app, contract.listSales, async (call) => {
    const { query, platform, lang, now } = call
    const seller = await sellerOf(call)
    if (isRefusal(seller)) return seller
    const shift = await readOpenShift(platform.db, seller.till.id)
    if (!shift) return noShift()
    const { rows, total } = await listSaleRows(platform.db, shift.id, query)
    return viewPage(await viewSales(platform, rows, { openShift: shift.id, lang, now }), total, query)
  })

  route(app, contract.showSale, (call) =>
    changing((platform, _seller, sale) => lookAtBooks(platform, sale))({ ...call, body: undefined }),
  )
  route(app, contract.paySale, changing(pay))
  route(app, contract.abandonSale, (call) =>
    changing((platform, _seller, sale, _body, now) => abandonSale(platform, sale, now))({ ...call, body: undefined }),
  )
  route(
    app,
    contract.undoSale,
    changing((platform, { till, userId }, sale, body: BodyOf<typeof contract.undoSale>, now) =>
      undoSale(platform, till, sale, { reason: body.reason, userId }, now),
    ),
  )
  route(
    app,
    contract.sendSale,
    changing((platform, { userId }, sale, body: BodyOf<typeof contract.sendSale>, now) =>
      sendSale(platform, sale, { phone: body.phone, userId }, now),
    ),
  )
}
