import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { RefusalError } from '../../../platform/http/error-handler.ts'
import { cancelOrderTickets } from '../order-management/index.ts'
import { readTickets } from '../ticketing/index.ts'
import { releaseOrder } from '../checkout/index.ts'
import { isGatewayError } from '../../payments/payments/index.ts'
import type { DeviceRow } from './devices-queries.ts'
import { askAboutSale, unreachable } from './pay-sale.ts'
import type { SaleRow } from './sales-queries.ts'
import { noShift } from './sell.ts'
import { keepShiftOpen } from './shifts-queries.ts'

/**
 * Gives up a sale that waits at the reader. If the books know a charge the sale is paid instead, and stays so; if they
 * cannot be read it goes on waiting. Giving up twice changes nothing.
 */
export const abandonSale = async (platform: Platform, sale: SaleRow, now: Date): Promise<Refusal | undefined> => {
  try {
    await askAboutSale(platform, sale)
  } catch (error) {
    if (!isGatewayError(error)) throw error
    return unreachable()
  }
  const state = await releaseOrder(platform, { eventId: sale.event_id, orderId: sale.order_id }, now)
  // Paid a moment ago: the screen shows that, it is no failure.
  return isRefusal(state) && state.refusal !== 'order_state' ? state : undefined
}

/**
 * Undoes a sale of the open shift with all that was paid for it, through the same cancellation as everywhere. Whoever
 * has entered cannot be undone at the till: `order_state` with `redeemed`. `shift_state` after its Z.
 */
export const undoSale = async (
  platform: Platform,
  till: DeviceRow,
  sale: SaleRow,
  { reason, userId }: { reason: string; userId: string },
  now: Date,
): Promise<Refusal | undefined> => {
  const key = { eventId: sale.event_id, orderId: sale.order_id }
  const done = await cancelOrderTickets(platform, key, { refund: true, reason, userId }, now, async (tx) => {
    if ((await keepShiftOpen(tx, till.id))?.id !== sale.shift_id) throw new RefusalError(noShift())
    const redeemed = (await readTickets(tx, key.eventId, key.orderId)).filter((ticket) => ticket.redeemed_at).length
    if (redeemed > 0) throw new RefusalError(refuse('order_state', { detail: { redeemed } }))
  })
  return isRefusal(done) ? done : undefined
}
