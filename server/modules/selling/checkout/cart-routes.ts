import * as contract from '@kartis/contract/public-orders.ts'
import { sum } from '@kartis/domain/money.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import type { OrderActor } from '../../../platform/http/authorization.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { showBuyerOrder } from '../order-management/index.ts'
import { type LineRow, type OrderKey, readLines } from '../orders/index.ts'
import { changeCoupon } from './change-coupon.ts'
import { changeTickets } from './change-tickets.ts'
import type { CheckoutContext } from './checkout-context.ts'
import { withinCouponBudget } from './coupon-budget.ts'
import { originOf } from './order-origin.ts'
import { quoteCart } from './quote-cart.ts'

export const keyOf = ({ order }: { readonly order: OrderActor }): OrderKey => ({
  eventId: order.eventId,
  orderId: order.id.toLowerCase(),
})

/** How many tickets of each type a cart has more than the lines of its order; fewer are negative. */
export const typesMore = (
  items: readonly { readonly events_ticket_uuid: string; readonly quantity: number }[],
  lines: readonly Pick<LineRow, 'ticket_type_id' | 'quantity'>[] = [],
): ReadonlyMap<string, number> => {
  const more = new Map<string, number>()
  const add = (id: string, count: number) => more.set(id, (more.get(id) ?? 0) + count)
  for (const { events_ticket_uuid: id, quantity } of items) add(id.toLowerCase(), quantity)
  for (const { ticket_type_id: id, quantity } of lines) add(id, -quantity)
  return more
}

/** What changes a cart that is held, and what one would cost. */
export const cartRoutes = (app: App, context: CheckoutContext): void => {
  route(app, contract.changeTickets, async ({ body, actor, lang, now, request, platform }) => {
    const key = keyOf(actor)
    const before = context.access.loaded(actor.order)?.order.tickets_count ?? 0
    const change = async () => {
      await changeTickets(platform, key, body, now)
      return showBuyerOrder(context, key, lang, now)
    }
    const types = typesMore(body.items, await readLines(platform.db, key))
    const more = sum(body.items.map(({ quantity }) => quantity)) - before
    const hold = {
      eventId: key.eventId,
      tickets: Math.max(0, more),
      types,
      origin: originOf(platform, request),
      userId: actor.user?.id ?? null,
      isChange: true,
      isRepeat: async () => false,
    }
    const named = { network: request.network, code: body.coupon }
    const shown = await withinCouponBudget(platform, named, () =>
      [...types.values()].some((count) => count > 0) ? context.holdBudget.within(hold, change) : change(),
    )
    return isRefusal(shown) ? shown : { data: shown }
  })

  route(app, contract.quoteCart, async ({ params, body, lang, now, request, platform }) => {
    const named = { network: request.network, code: body.coupon }
    const quote = await withinCouponBudget(platform, named, () =>
      quoteCart(platform, params.uuid.toLowerCase(), body, { lang, now }),
    )
    return isRefusal(quote) ? quote : { data: quote }
  })

  route(app, contract.changeOrderCoupon, async ({ body, actor, lang, now, request, platform }) => {
    const named = { network: request.network, code: body.coupon }
    const refused = await withinCouponBudget(platform, named, () =>
      changeCoupon(platform, keyOf(actor), body.coupon, now),
    )
    const shown = refused ?? (await showBuyerOrder(context, keyOf(actor), lang, now))
    return isRefusal(shown) ? shown : { data: shown }
  })
}
