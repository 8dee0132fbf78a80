import type { Agorot } from '@kartis/domain/money.ts'
import { isHolding, isSold } from '@kartis/domain/order.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import {
  type DeclinedFact,
  isNotOffered,
  markDeclined,
  type PaidFact,
  type PaymentRow,
  recordNotOffered,
  recordPaid,
  requestRefund,
  returnExtraCharges,
} from '../../payments/payments/index.ts'
import { lockOrder, moveOrders, type OrderRow, recordOrderChange } from '../orders/index.ts'
import { completeOrders } from './complete-order.ts'
import { countDecline } from './decline-budget.ts'
import { reacquireStock } from './reacquire-stock.ts'

/** What was charged, and why it buys nothing. */
interface Returned {
  readonly now: Date
  readonly paymentId: string
  readonly charged: Agorot
  readonly outcome: 'refunded_double' | 'refunded_earlier_sum' | 'refunded_late' | 'refunded_wrong_sum'
}

const isGone = ({ status }: OrderRow): boolean => !isSold(status) && !isHolding(status)

/** Why a payment of the right sum buys nothing: the order is paid already, open for another sum, or its tickets have gone. */
const returnReason = (order: OrderRow): Returned['outcome'] =>
  isGone(order) ? 'refunded_late' : isSold(order.status) ? 'refunded_double' : 'refunded_earlier_sum'

/** Returns the whole amount of a payment that buys nothing. */
const returnPayment = async (
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  { now, paymentId, charged, outcome }: Returned,
): Promise<string> => {
  await requestRefund(platform, tx, { eventId: order.event_id, paymentId, amount: charged, reason: outcome })
  const detail = { payment: paymentId, amount: charged }
  const late = outcome === 'refunded_late'
  const event = { type: 'order.payment_returned', data: { ...detail, late } } as const
  if (isGone(order) && order.status !== 'refunded')
    await moveOrders(platform, tx, [{ order, detail, event }], { to: 'refunded', kind: outcome, now })
  else await recordOrderChange(platform, tx, order, { kind: outcome, detail, event, now })
  return outcome
}

interface PaymentOfOrder {
  readonly order: OrderRow
  readonly payment: PaymentRow
}

const settlePaid = async (
  platform: Platform,
  tx: Tx,
  { order, payment }: PaymentOfOrder,
  fact: PaidFact,
  now: Date,
): Promise<string> => {
  const first = await recordPaid(tx, payment, fact, now)
  await returnExtraCharges(platform, tx, payment, fact, now)
  if (!first) return 'repeat'
  if (isNotOffered(payment, fact)) {
    const detail = await recordNotOffered(platform, tx, payment, fact, now)
    await recordOrderChange(platform, tx, order, { kind: 'paid_not_offered', detail, now })
  }
  const returned = { now, paymentId: payment.id, charged: fact.amount }
  if (fact.amount !== payment.amount) {
    platform.log.error(
      { payment: payment.id, order: order.id, charged: fact.amount, due: payment.amount },
      'the charged amount differs from the amount due; it is refunded',
    )
    return returnPayment(platform, tx, order, { ...returned, outcome: 'refunded_wrong_sum' })
  }
  const detail = { payment: payment.id }
  // The coupon changed while an earlier page of the gateway was open.
  const isEarlierSum = payment.amount !== order.total
  if (isHolding(order.status) && !isEarlierSum) {
    await completeOrders(platform, tx, [{ order, detail }], { fromHold: true, now })
    return 'paid'
  }
  if (order.status === 'expired' && !isEarlierSum && (await reacquireStock(platform, tx, order, now))) {
    await completeOrders(platform, tx, [{ order, detail: { ...detail, late: true } }], { fromHold: false, now })
    return 'paid_late'
  }
  return returnPayment(platform, tx, order, { ...returned, outcome: returnReason(order) })
}

const settleDeclined = async (
  platform: Platform,
  tx: Tx,
  { order, payment }: PaymentOfOrder,
  { code, reason, providerRef }: DeclinedFact,
  now: Date,
): Promise<string> => {
  if (!(await markDeclined(tx, payment, { code, reason, providerRef }, now))) return 'repeat'
  await recordOrderChange(platform, tx, order, {
    kind: 'payment_declined',
    detail: { payment: payment.id, reason },
    now,
  })
  return 'declined'
}

/** One payment in a transaction of its own. */
export const settleSingle = async (
  platform: Platform,
  payment: PaymentRow,
  fact: PaidFact | DeclinedFact,
): Promise<string> => {
  const key = { eventId: payment.event_id, orderId: payment.order_id }
  const { order, result } = await inTransaction(platform.db, async (tx) => {
    const order = await lockOrder(tx, key)
    if (!order) return { order, result: 'unknown_order' }
    const now = platform.clock()
    const result =
      fact.state === 'paid'
        ? await settlePaid(platform, tx, { order, payment }, fact, now)
        : await settleDeclined(platform, tx, { order, payment }, fact, now)
    return { order, result }
  })
  if (order && result === 'declined') await countDecline(platform, order)
  return result
}
