import * as contract from '@kartis/contract/box-office.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { FastifyRequest } from 'fastify'
import type { Kernel } from '../../../platform/platform.ts'
import type { AccountActor, UserActor } from '../../../platform/http/authorization.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { isGatewayFault } from '../../payments/payments/index.ts'
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
  readonly kernel: Kernel
}

const sellerOf = async ({ actor, request, lang, now, kernel }: TillCall): Promise<Seller | Refusal> => {
  const till = await tillOf(kernel, request, actor.account.id, now)
  return isRefusal(till) ? till : { till, userId: actor.user.id, lang }
}

const shown = async ({ kernel, lang, now }: TillCall, seller: Seller, orderId: string) => {
  const sale = await readSale(kernel.db, seller.till.id, orderId)
  const openShift = (await readOpenShift(kernel.db, seller.till.id))?.id
  const [view] = sale ? await viewSales(kernel, [sale], { openShift, lang, now, whole: true }) : []
  return view ? { data: view } : refuse('not_found')
}

interface SaleCall<B> extends TillCall {
  readonly params: { readonly uuid: string }
  readonly body: B
}

/** A verb on one sale of the till, and the sale as it is afterwards. */
const changing =
  <B>(act: (kernel: Kernel, seller: Seller, sale: SaleRow, body: B, now: Date) => Promise<Refusal | undefined>) =>
  async (call: SaleCall<B>) => {
    const seller = await sellerOf(call)
    if (isRefusal(seller)) return seller
    const sale = await readSale(call.kernel.db, seller.till.id, call.params.uuid)
    if (!sale) return refuse('not_found')
    const refused = await act(call.kernel, seller, sale, call.body, call.now)
    return refused ?? shown(call, seller, sale.order_id)
  }

/** A screen that waits asks again in a moment: a gateway out of reach is no failure of the look. */
const lookAtBooks = async (kernel: Kernel, sale: SaleRow): Promise<undefined> => {
  try {
    await askAboutSale(kernel, sale)
  } catch (error) {
    if (!isGatewayFault(error)) throw error
  }
  return undefined
}

const pay = async (
  kernel: Kernel,
  seller: Seller,
  sale: SaleRow,
  body: BodyOf<typeof contract.paySale>,
  now: Date,
): Promise<Refusal | undefined> => {
  try {
    return await paySale(kernel, seller, sale, body, now)
  } catch (error) {
    if (!isGatewayFault(error)) throw error
    return unreachable()
  }
}

/** What a till sells. */
export const saleRoutes = (app: App): void => {
  route(app, contract.listCounterEvents, async (call) => {
    const seller = await sellerOf(call)
    if (isRefusal(seller)) return seller
    return { data: await counterEvents(call.kernel, call.actor.account.id, call.lang, call.now) }
  })

  route(app, contract.sell, async (call) => {
    const seller = await sellerOf(call)
    if (isRefusal(seller)) return seller
    const order = await sell(call.kernel, seller, call.body, call.now)
    return isRefusal(order) ? order : shown(call, seller, order.id)
  })

  route(app, contract.listSales, async (call) => {
    const { query, kernel, lang, now } = call
    const seller = await sellerOf(call)
    if (isRefusal(seller)) return seller
    const shift = await readOpenShift(kernel.db, seller.till.id)
    if (!shift) return noShift()
    const { rows, total } = await listSaleRows(kernel.db, shift.id, query)
    return viewPage(await viewSales(kernel, rows, { openShift: shift.id, lang, now }), total, query)
  })

  route(app, contract.showSale, (call) =>
    changing((kernel, _seller, sale) => lookAtBooks(kernel, sale))({ ...call, body: undefined }),
  )
  route(app, contract.paySale, changing(pay))
  route(app, contract.abandonSale, (call) =>
    changing((kernel, _seller, sale, _body, now) => abandonSale(kernel, sale, now))({ ...call, body: undefined }),
  )
  route(
    app,
    contract.undoSale,
    changing((kernel, { till, userId }, sale, body: BodyOf<typeof contract.undoSale>, now) =>
      undoSale(kernel, till, sale, { reason: body.reason, userId }, now),
    ),
  )
  route(
    app,
    contract.sendSale,
    changing((kernel, { userId }, sale, body: BodyOf<typeof contract.sendSale>, now) =>
      sendSale(kernel, sale, { phone: body.phone, userId }, now),
    ),
  )
}
