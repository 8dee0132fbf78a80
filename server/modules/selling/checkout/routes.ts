import { extendHold as extendHoldContract } from '@kartis/contract/holds.ts'
import * as contract from '@kartis/contract/public-orders.ts'
import type { Reservation } from '@kartis/contract/public-orders.ts'
import { sum, toShekels } from '@kartis/domain/money.ts'
import { UPLOAD } from '@kartis/domain/limits.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { type App, MULTIPART_OVERHEAD, route } from '../../../platform/http/route.ts'
import { withWaitingRoomPass } from '../waiting-room/index.ts'
import type { OrderKey } from '../orders/index.ts'
import { addOrderFile } from './add-order-file.ts'
import { cartRoutes, keyOf, typesMore } from './cart-routes.ts'
import type { CheckoutContext } from './checkout-context.ts'
import { withinCouponBudget } from './coupon-budget.ts'
import { writeEqualSeatsConsent } from './equal-seats-queries.ts'
import { extendHold } from './extend-hold.ts'
import { originOf } from './order-origin.ts'
import { releaseOrder, releaseReserved } from './release-order.ts'
import { isAnswered } from './reserve.ts'
import { showWholeOrder } from '../order-management/index.ts'
import { showPaidOrder, showPolledOrder, showSettledOrder } from './show-polled-order.ts'
import { startPayment } from './start-payment.ts'
import { updateDetails } from './update-details.ts'

/** The start of a payment, and the order while its outcome is awaited. */
const paymentRoutes = (app: App, context: CheckoutContext): void => {
  const { access } = context

  route(app, contract.pay, async ({ body, actor, now, lang, request }) => {
    const caller = { lang, phone: actor.user?.phone, address: request.address }
    const input = { lang: body?.lang ?? lang, installments: body?.installments, details: body?.details, caller }
    const agrees = body?.accepts_equal_seats
    // Before the gateway is asked: its answer may come at once.
    if (agrees !== undefined) await writeEqualSeatsConsent(context.platform.db, keyOf(actor), agrees, now)
    const order = { key: keyOf(actor), loaded: access.loaded(actor.order)?.order }
    const started = await startPayment(context, order, input, now)
    if (isRefusal(started)) return started
    request.isTimed = started.payment === null
    const shown = started.payment === null ? await showPaidOrder(context, order.key, lang, now) : null
    if (isRefusal(shown)) return shown
    return {
      data: {
        uuid: started.order.id,
        status: started.order.status,
        expires_at: started.order.expires_at?.toISOString() ?? null,
        total_amount: toShekels(started.order.total),
        payment: started.payment,
        order: shown,
      },
    }
  })

  route(app, contract.showBuyerOrder, async ({ actor, now, lang, query, request }) => {
    const key = keyOf(actor)
    const read = await showPolledOrder(context, key, access.loaded(actor.order), lang, now)
    // The next poll has the outcome, or this one if it waits.
    if (query.awaited && !isRefusal(read) && read.status === 'pending_payment')
      void context.payments.lookUpAwaited(key, now)
    const { wait: seconds } = query
    const shown =
      seconds === undefined
        ? read
        : await request.whileIdle(() => showSettledOrder(context, key, read, { seconds, lang }))
    return isRefusal(shown) ? shown : { data: shown }
  })
}

/** The reply as its reader reads it: an order is stored with the Hebrew names, and equal carts of a batch share their lines. */
const namedIn = async (
  { facts }: CheckoutContext,
  reservation: Reservation,
  eventId: string,
  lang: Lang,
): Promise<Reservation> => {
  const found = lang === 'he' ? undefined : await facts.get(eventId, lang)
  if (!found) return reservation
  const items = reservation.items.map((item) => ({
    ...item,
    name: found.typeNames(item.events_ticket_uuid, item.name),
  }))
  return { ...reservation, items }
}

/** The endpoints of a buyer, from the cart to the payment. */
export const checkoutRoutes = (app: App, context: CheckoutContext): void => {
  const { holdBudget, reservations, waitingRooms } = context

  route(
    app,
    contract.reserve,
    async ({ body, actor, lang, idempotencyKey, request, platform }) => {
      const origin = originOf(platform, request)
      const userId = actor.user?.id ?? null
      const buyer = { userId, phone: actor.user?.phone, lang, origin, idempotencyKey }
      const hold = {
        eventId: body.event_uuid.toLowerCase(),
        tickets: sum(body.items.map(({ quantity }) => quantity)),
        types: typesMore(body.items),
        origin,
        userId,
        isRepeat: () => isAnswered(platform.db, idempotencyKey),
      }
      const pass = { request, isRepeat: hold.isRepeat, release: (key: OrderKey) => releaseReserved(platform, key) }
      const named = { network: request.network, code: body.coupon, isRepeat: hold.isRepeat }
      const reservation = await withinCouponBudget(platform, named, () =>
        holdBudget.within(hold, () =>
          withWaitingRoomPass(waitingRooms, body.event_uuid, pass, () => reservations.reserve(body, buyer)),
        ),
      )
      return isRefusal(reservation) ? reservation : { data: await namedIn(context, reservation, hold.eventId, lang) }
    },
    { ownIdempotency: true },
  )

  route(app, contract.updateOrder, async ({ body, actor, now, lang, request }) => {
    const whole = await updateDetails(
      context,
      keyOf(actor),
      body,
      { lang, phone: actor.user?.phone, address: request.address },
      now,
    )
    const shown = isRefusal(whole) ? whole : await showWholeOrder(context, whole, lang, now)
    return isRefusal(shown) ? shown : { data: shown }
  })

  cartRoutes(app, context)

  route(
    app,
    contract.addOrderFile,
    async ({ actor, now, request, platform }) => {
      const file = await addOrderFile(platform, keyOf(actor), request, now)
      return isRefusal(file) ? file : { data: file }
    },
    { bodyLimit: UPLOAD.maxBytes + MULTIPART_OVERHEAD },
  )

  paymentRoutes(app, context)

  route(app, extendHoldContract, async ({ actor, now, platform }) => {
    const held = await extendHold(platform, keyOf(actor), now)
    if (isRefusal(held)) return held
    return {
      data: { uuid: actor.order.id, expires_at: held.expiresAt.toISOString(), extended: held.isExtended },
    }
  })

  route(app, contract.releaseOrder, async ({ actor, now, platform }) => {
    const status = await releaseOrder(platform, keyOf(actor), now)
    return isRefusal(status) ? status : { data: { uuid: actor.order.id, status } }
  })
}
