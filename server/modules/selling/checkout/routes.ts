import * as contract from '@kartis/contract/public-orders.ts'
import { toShekels } from '@kartis/domain/money.ts'
import { UPLOAD } from '@kartis/domain/limits.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import type { OrderActor } from '../../../platform/http/authorization.ts'
import { type App, route } from '../../../platform/http/route.ts'
import type { Payments } from '../../payments/payments/index.ts'
import { type WaitingRooms, withWaitingRoomPass } from '../waiting-room/index.ts'
import type { OrderKey } from '../orders/index.ts'
import { addOrderFile } from './add-order-file.ts'
import { seenOf } from './order-access.ts'
import { releaseOrder } from './release-order.ts'
import type { Reservations } from './reserve.ts'
import { showWhole } from '../order-management/index.ts'
import { showWaitingOrder } from './show-polled-order.ts'
import { startPayment } from './start-payment.ts'
import { updateDetails } from './update-details.ts'

/** What a form's own lines add to the file in it. */
const UPLOAD_FRAME = 64 * 1024

const keyOf = ({ order }: { readonly order: OrderActor }): OrderKey => ({ eventId: order.eventId, orderId: order.id })

interface Services {
  readonly reservations: Reservations
  readonly payments: Payments
  readonly waitingRooms: WaitingRooms
}

/** What a buyer does, from the cart to the tickets. */
export const buyingRoutes = (app: App, { reservations, payments, waitingRooms }: Services): void => {
  route(
    app,
    contract.reserve,
    async ({ body, actor, lang, idempotencyKey, request }) => {
      const buyer = { userId: actor.user?.id ?? null, phone: actor.user?.phone, lang, idempotencyKey }
      const reserved = await withWaitingRoomPass(waitingRooms, body.event_uuid, request, () =>
        reservations.reserve(body, buyer),
      )
      return isRefusal(reserved) ? reserved : { data: reserved }
    },
    { ownIdempotency: true },
  )

  route(app, contract.updateOrder, async ({ body, actor, now, lang, request, platform }) => {
    const whole = await updateDetails(
      platform,
      keyOf(actor),
      body,
      { lang, phone: actor.user?.phone, address: request.ip },
      now,
    )
    const shown = isRefusal(whole) ? whole : await showWhole(platform, whole, lang, now)
    return isRefusal(shown) ? shown : { data: shown }
  })

  route(
    app,
    contract.addOrderFile,
    async ({ actor, now, request, platform }) => {
      const kept = await addOrderFile(platform, keyOf(actor), request, now)
      return isRefusal(kept) ? kept : { data: kept }
    },
    { bodyLimit: UPLOAD.maxBytes + UPLOAD_FRAME },
  )

  route(app, contract.pay, async ({ body, actor, now, lang, platform }) => {
    const input = { lang: body?.lang ?? lang, installments: body?.installments }
    const started = await startPayment({ platform, payments }, keyOf(actor), input, now, seenOf(actor.order)?.order)
    if (isRefusal(started)) return started
    const { order, payment } = started
    return {
      data: {
        uuid: order.id,
        status: order.status,
        expires_at: order.expires_at?.toISOString() ?? null,
        total_amount: toShekels(order.total),
        payment,
      },
    }
  })

  route(app, contract.showBuyerOrder, async ({ actor, now, lang, platform }) => {
    const shown = await showWaitingOrder(platform, actor.order, lang, now)
    return isRefusal(shown) ? shown : { data: shown }
  })

  route(app, contract.releaseOrder, async ({ actor, now, platform }) => {
    const status = await releaseOrder(platform, keyOf(actor), now)
    return isRefusal(status) ? status : { data: { uuid: actor.order.id, status } }
  })
}
