import type { Agorot } from '@kartis/domain/money.ts'
import { isSold } from '@kartis/domain/order.ts'
import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { readPaymentsOf } from '../../payments/payments/index.ts'
import { lockOrder, moveOrders, type OrderKey, recordOrderChange } from '../orders/index.ts'
import { cancelTickets } from './cancel-tickets.ts'

/**
 * What follows for an order when money of it went back outside Kartis, after the refund is recorded: with everything
 * returned its tickets are cancelled and the buyer is told; with a part of it they stay valid, and the order says so.
 * Whether the tickets were cancelled.
 */
export const recordReturned = async (
  platform: Platform,
  tx: Tx,
  key: OrderKey,
  { amount, reason }: { readonly amount: Agorot; readonly reason: string },
  now: Date,
): Promise<boolean | Refusal> => {
  const order = await lockOrder(tx, key)
  if (!order || !isSold(order.status)) return false
  const payments = (await readPaymentsOf(tx, key.eventId, key.orderId)).filter(({ status }) => status === 'paid')
  if (payments.every((payment) => payment.refunded === payment.amount)) {
    const cancelled = await cancelTickets(
      platform,
      tx,
      key,
      { refund: false, returned: amount, reason, userId: null },
      now,
    )
    return isRefusal(cancelled) ? cancelled : true
  }
  const entry = { kind: 'refunded_at_gateway', now } as const
  if (order.status === 'partially_refunded')
    await recordOrderChange(platform, tx, order, { ...entry, detail: { amount } })
  else await moveOrders(platform, tx, [{ order, detail: { amount } }], { ...entry, to: 'partially_refunded' })
  return false
}
