import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { RefusalError } from '../../../platform/http/error-handler.ts'
import { cancelOrderTickets } from '../order-management/index.ts'
import { EVER } from '../ticketing/index.ts'
import { releaseOrder } from '../checkout/index.ts'
import { isGatewayError } from '../../payments/payments/index.ts'
import type { RegisterRow } from './registers-queries.ts'
import { querySalePayments, gatewayUnavailable } from './pay-sale.ts'
import type { SaleRow } from './sales-queries.ts'
import type { BoxOfficeDeps } from './save-registers.ts'
import { refuseWithoutShift } from './sell.ts'
import { lockOpenShift } from './shifts-queries.ts'

/**
 * Abandons a sale that waits at the card reader; idempotent. If the gateway has a charge, the sale is paid instead; if the
 * gateway cannot be reached it goes on waiting (`payment_unavailable`).
 */
export const abandonSale = async (
  { platform, payments }: BoxOfficeDeps,
  sale: SaleRow,
  now: Date,
): Promise<Refusal | undefined> => {
  try {
    await querySalePayments({ platform, payments }, sale)
  } catch (error) {
    if (!isGatewayError(error)) throw error
    return gatewayUnavailable()
  }
  const state = await releaseOrder(platform, { eventId: sale.event_id, orderId: sale.order_id }, now)
  // `order_state`: it was paid a moment ago, and the reply shows that.
  return isRefusal(state) && state.refusal !== 'order_state' ? state : undefined
}

/**
 * Cancels and refunds a sale of the open shift, with the cancellation that all orders have. Refusals: `order_state` with
 * `redeemed` when somebody has entered, `shift_state` after the shift was closed.
 */
export const undoSale = async (
  platform: Platform,
  register: RegisterRow,
  sale: SaleRow,
  { reason, userId }: { reason: string; userId: string },
  now: Date,
): Promise<Refusal | undefined> => {
  const key = { eventId: sale.event_id, orderId: sale.order_id }
  const input = { refund: true, notEnteredSince: EVER, reason, userId }
  const done = await cancelOrderTickets(platform, key, input, now, async (tx) => {
    if ((await lockOpenShift(tx, register.id))?.id !== sale.shift_id) throw new RefusalError(refuseWithoutShift())
  })
  return isRefusal(done) ? done : undefined
}
