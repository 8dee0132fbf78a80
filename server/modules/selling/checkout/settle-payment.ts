import { isHolding, isSold } from '@kartis/domain/order.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import {
  type DeclinedFact,
  markDeclined,
  type PaidFact,
  type PaymentRow,
  recordPaid,
  requestRefund,
  returnExtraCharges,
} from '../../payments/payments/index.ts'
import { completeOrder } from './complete-order.ts'
import { changeOrderState, recordOrderChange } from '../orders/index.ts'
import { lockOrder, type OrderRow } from '../orders/index.ts'
import { reacquireStock } from './reacquire-stock.ts'
import { notifyRefunded } from '../orders/index.ts'

/** Money that buys nothing goes back by itself, all of it. */
const giveBack = async (
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  payment: PaymentRow,
  late: boolean,
  now: Date,
): Promise<string> => {
  const outcome = late ? 'refunded_late' : 'refunded_double'
  await requestRefund(platform, tx, {
    eventId: order.event_id,
    paymentId: payment.id,
    amount: payment.amount,
    reason: outcome,
  })
  const detail = { payment: payment.id, amount: payment.amount }
  if (late && order.status !== 'refunded')
    await changeOrderState(
      platform,
      tx,
      order,
      { to: 'refunded', kind: outcome, detail, columns: { closed_at: now } },
      now,
    )
  else await recordOrderChange(platform, tx, order, outcome, now, { detail })
  await notifyRefunded(platform, tx, order, payment.amount, late)
  return outcome
}

const settlePaid = async (
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  payment: PaymentRow,
  fact: PaidFact,
  now: Date,
): Promise<string> => {
  if (fact.amount !== payment.amount) {
    platform.log.error({ payment: payment.id, charged: fact.amount, due: payment.amount }, 'a payment of a wrong sum')
    return 'wrong_sum'
  }
  const first = await recordPaid(tx, payment, fact, now)
  await returnExtraCharges(platform, tx, payment, fact, now)
  if (!first) return 'repeat'
  const detail = { payment: payment.id }
  if (isHolding(order.status)) {
    await completeOrder(platform, tx, order, { fromHold: true, now, detail })
    return 'paid'
  }
  if (order.status === 'expired' && (await reacquireStock(tx, order, now))) {
    await completeOrder(platform, tx, order, { fromHold: false, now, detail: { ...detail, late: true } })
    return 'paid_late'
  }
  return giveBack(platform, tx, order, payment, !isSold(order.status), now)
}

const settleDeclined = async (
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  payment: PaymentRow,
  { code, reason, providerRef }: DeclinedFact,
  now: Date,
): Promise<string> => {
  if (!(await markDeclined(tx, payment, { code, reason, providerRef }))) return 'repeat'
  await recordOrderChange(platform, tx, order, 'payment_declined', now, { detail: { payment: payment.id, reason } })
  return 'declined'
}

/** One payment in a transaction of its own. */
export const settleSingle = (platform: Platform, payment: PaymentRow, fact: PaidFact | DeclinedFact): Promise<string> =>
  inTransaction(platform.db, async (tx) => {
    const order = await lockOrder(tx, { eventId: payment.event_id, orderId: payment.order_id })
    if (!order) return 'unknown_order'
    const now = platform.clock()
    return fact.state === 'paid'
      ? settlePaid(platform, tx, order, payment, fact, now)
      : settleDeclined(platform, tx, order, payment, fact, now)
  })
