import { isHolding, isSold } from '@kartis/domain/order.ts'
import type { Kernel } from '../../../platform/platform.ts'
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
import { moveOrder, noteOrder } from '../orders/index.ts'
import { lockOrder, type OrderRow } from '../orders/index.ts'
import { takeAgain } from './reacquire-stock.ts'
import { tellMoneyBack } from '../orders/index.ts'

/** Money that buys nothing goes back by itself, all of it. */
const giveBack = async (
  kernel: Kernel,
  tx: Tx,
  order: OrderRow,
  payment: PaymentRow,
  late: boolean,
  now: Date,
): Promise<string> => {
  const outcome = late ? 'refunded_late' : 'refunded_double'
  await requestRefund(kernel, tx, {
    eventId: order.event_id,
    paymentId: payment.id,
    amount: payment.amount,
    reason: outcome,
  })
  const detail = { payment: payment.id, amount: payment.amount }
  if (late && order.status !== 'refunded')
    await moveOrder(kernel, tx, order, { to: 'refunded', kind: outcome, detail, columns: { closed_at: now } }, now)
  else await noteOrder(kernel, tx, order, outcome, now, { detail })
  await tellMoneyBack(kernel, tx, order, payment.amount, late)
  return outcome
}

const settlePaid = async (
  kernel: Kernel,
  tx: Tx,
  order: OrderRow,
  payment: PaymentRow,
  fact: PaidFact,
  now: Date,
): Promise<string> => {
  if (fact.amount !== payment.amount) {
    kernel.log.error({ payment: payment.id, charged: fact.amount, due: payment.amount }, 'a payment of a wrong sum')
    return 'wrong_sum'
  }
  const first = await recordPaid(tx, payment, fact, now)
  await returnExtraCharges(kernel, tx, payment, fact, now)
  if (!first) return 'repeat'
  const detail = { payment: payment.id }
  if (isHolding(order.status)) {
    await completeOrder(kernel, tx, order, { fromHold: true, now, detail })
    return 'paid'
  }
  if (order.status === 'expired' && (await takeAgain(tx, order, now))) {
    await completeOrder(kernel, tx, order, { fromHold: false, now, detail: { ...detail, late: true } })
    return 'paid_late'
  }
  return giveBack(kernel, tx, order, payment, !isSold(order.status), now)
}

const settleDeclined = async (
  kernel: Kernel,
  tx: Tx,
  order: OrderRow,
  payment: PaymentRow,
  { code, reason, providerRef }: DeclinedFact,
  now: Date,
): Promise<string> => {
  if (!(await markDeclined(tx, payment, { code, reason, providerRef }))) return 'repeat'
  await noteOrder(kernel, tx, order, 'payment_declined', now, { detail: { payment: payment.id, reason } })
  return 'declined'
}

/** One payment in a transaction of its own. */
export const settleAlone = (kernel: Kernel, payment: PaymentRow, fact: PaidFact | DeclinedFact): Promise<string> =>
  inTransaction(kernel.db, async (tx) => {
    const order = await lockOrder(tx, { eventId: payment.event_id, orderId: payment.order_id })
    if (!order) return 'unknown_order'
    const now = kernel.clock()
    return fact.state === 'paid'
      ? settlePaid(kernel, tx, order, payment, fact, now)
      : settleDeclined(kernel, tx, order, payment, fact, now)
  })
