import * as contract from '@kartis/contract/box-office.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { FastifyRequest } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountActor, UserActor } from '../../../platform/http/authorization.ts'
import { pageOf, viewPage } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { isGatewayError, type Payments } from '../../payments/payments/index.ts'
import { boxOfficeEvents } from './box-office-events.ts'
import { abandonSale, undoSale } from './end-sale.ts'
import { registerOf } from './pairing.ts'
import { querySalePayments, paySale, gatewayUnavailable } from './pay-sale.ts'
import { viewSales } from './sale-view.ts'
import { listSaleRows, readSale, type SaleRow } from './sales-queries.ts'
import { refuseWithoutShift, sell, type Seller } from './sell.ts'
import type { BoxOfficeDeps } from './save-registers.ts'
import { sendSale } from './send-sale.ts'
import { readOpenShift } from './shifts-queries.ts'

interface RegisterCall {
  readonly actor: { readonly user: UserActor; readonly account: AccountActor }
  readonly request: FastifyRequest
  readonly lang: Lang
  readonly now: Date
  readonly platform: Platform
}

const sellerOf = async ({ actor, request, lang, now, platform }: RegisterCall): Promise<Seller | Refusal> => {
  const register = await registerOf(platform, request, actor.account.id, now)
  return isRefusal(register) ? register : { register, userId: actor.user.id, network: actor.user.network, lang }
}

const shown = async ({ platform, lang, now }: RegisterCall, seller: Seller, orderId: string) => {
  const sale = await readSale(platform.db, seller.register.id, orderId)
  const openShift = (await readOpenShift(platform.db, seller.register.id))?.id
  const [view] = sale ? await viewSales(platform, [sale], { openShift, lang, now, whole: true }) : []
  return view ? { data: view } : refuse('not_found')
}

interface SaleCall<B> extends RegisterCall {
  readonly params: { readonly uuid: string }
  readonly body: B
}

/** Runs an action on one sale of the register, and replies with the sale as it is afterwards. */
const changing =
  <B>(
    action: (platform: Platform, seller: Seller, sale: SaleRow, body: B, now: Date) => Promise<Refusal | undefined>,
  ) =>
  async (call: SaleCall<B>) => {
    const seller = await sellerOf(call)
    if (isRefusal(seller)) return seller
    const sale = await readSale(call.platform.db, seller.register.id, call.params.uuid)
    if (!sale) return refuse('not_found')
    const refused = await action(call.platform, seller, sale, call.body, call.now)
    return refused ?? shown(call, seller, sale.order_id)
  }

/** Looks the payment of a waiting sale up. The screen polls, so an unreachable gateway is not a failure of the request. */
const refreshSale = async (deps: BoxOfficeDeps, sale: SaleRow): Promise<undefined> => {
  try {
    await querySalePayments(deps, sale)
  } catch (error) {
    if (!isGatewayError(error)) throw error
  }
  return undefined
}

const pay = async (
  deps: BoxOfficeDeps,
  seller: Seller,
  sale: SaleRow,
  body: BodyOf<typeof contract.paySale>,
  now: Date,
): Promise<Refusal | undefined> => {
  try {
    return await paySale(deps, seller, sale, body, now)
  } catch (error) {
    if (!isGatewayError(error)) throw error
    return gatewayUnavailable()
  }
}

/** Sales of a register. */
export const saleRoutes = (app: App, payments: Payments): void => {
  route(app, contract.listBoxOfficeEvents, async (call) => {
    const seller = await sellerOf(call)
    if (isRefusal(seller)) return seller
    return pageOf(await boxOfficeEvents(call.platform, call.actor.account, call.lang, call.now), call.query)
  })

  route(app, contract.sell, async (call) => {
    const seller = await sellerOf(call)
    if (isRefusal(seller)) return seller
    const order = await sell({ platform: call.platform, payments }, seller, call.body, call.now)
    return isRefusal(order) ? order : shown(call, seller, order.id)
  })

  route(app, contract.listSales, async (call) => {
    const { query, platform, lang, now } = call
    const seller = await sellerOf(call)
    if (isRefusal(seller)) return seller
    const shift = await readOpenShift(platform.db, seller.register.id)
    if (!shift) return refuseWithoutShift()
    const { rows, total } = await listSaleRows(platform.db, shift.id, {
      ...query,
      events: call.actor.account.events,
    })
    return viewPage(await viewSales(platform, rows, { openShift: shift.id, lang, now }), total, query)
  })

  route(app, contract.showSale, (call) =>
    changing((platform, _seller, sale) => refreshSale({ platform, payments }, sale))({ ...call, body: undefined }),
  )
  route(
    app,
    contract.paySale,
    changing((platform, seller, sale, body: BodyOf<typeof contract.paySale>, now) =>
      pay({ platform, payments }, seller, sale, body, now),
    ),
  )
  route(app, contract.abandonSale, (call) =>
    changing((platform, _seller, sale, _body, now) => abandonSale({ platform, payments }, sale, now))({
      ...call,
      body: undefined,
    }),
  )
  route(
    app,
    contract.undoSale,
    changing((platform, { register, userId }, sale, body: BodyOf<typeof contract.undoSale>, now) =>
      undoSale(platform, register, sale, { reason: body.reason, userId }, now),
    ),
  )
  route(
    app,
    contract.sendSale,
    changing((platform, { userId, network }, sale, body: BodyOf<typeof contract.sendSale>, now) =>
      sendSale(platform, sale, { phone: body.phone, seller: { id: userId, network } }, now),
    ),
  )
}
