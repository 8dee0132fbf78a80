import type { BuyerOrder } from '@kartis/contract/public-orders.ts'

/** The stage of the checkout. The server decides the end of an order; until then the browser's own step counts. */
export type Stage = BuyerStep | 'done' | 'expired' | 'released' | 'refunded'

/**
 * The buyer's step in this browser: filling in the details, verifying the phone, over the phone's ticket limit, at the
 * gateway's page, back from it and waiting for the webhook, after a declined payment, or after one of an earlier sum, which
 * is refunded.
 */
export type BuyerStep = 'details' | 'code' | 'limit' | 'paying' | 'waiting' | 'failed' | 'returned'

/** The tickets are held and nothing is paid yet. */
export const isBuying = (stage: Stage): boolean => isBefore(stage) || stage === 'paying' || isRefusedPayment(stage)

/** Steps before the gateway: nothing changes there but the time that is left. */
export const isBefore = (stage: Stage): boolean => stage === 'details' || stage === 'code' || stage === 'limit'

/** The last payment did not buy the tickets, which are still held: the buyer may pay again. */
export const isRefusedPayment = (stage: Stage): boolean => stage === 'failed' || stage === 'returned'

/** Whether this attempt, by default the newest, was charged for an earlier sum and is refunded. */
const isReturned = ({ payment, returned_payment: returned }: BuyerOrder, attempt = payment?.uuid): boolean =>
  returned !== null && returned.uuid === attempt

/** The stage of an order: its own end, or the buyer's step while it is open. */
export const stageOf = (order: BuyerOrder, step: BuyerStep): Stage => {
  switch (order.status) {
    case 'paid':
    case 'partially_refunded':
      return 'done'
    case 'refunded':
      return 'refunded'
    case 'cancelled':
      return order.refunded_amount > 0 ? 'refunded' : 'released'
    case 'expired':
      return 'expired'
    default:
      return step
  }
}

/**
 * The step after a reload. `result` is the gateway's outcome from the address, `returned` the payment from which its page
 * came back in this tab.
 */
export const initialStep = (order: BuyerOrder, result: string | null, returned?: string): BuyerStep => {
  if (order.status !== 'pending_payment') return 'details'
  if (isReturned(order, returned)) return 'returned'
  if (order.payment?.status === 'declined') return 'failed'
  if (result === 'fail') return 'failed'
  if (result === 'success') return 'waiting'
  if (returned !== undefined && order.payment?.uuid === returned) return 'waiting'
  return order.payment?.status === 'started' && order.payment.url ? 'paying' : 'details'
}

/** The step after a newer state of the order. `payment` is the attempt that this browser started. */
export const nextStep = (order: BuyerOrder, step: BuyerStep, payment: string | undefined): BuyerStep => {
  if (step !== 'waiting' && step !== 'paying') return step
  if (isReturned(order, payment)) return 'returned'
  const same = payment === undefined || order.payment?.uuid === payment
  return same && order.payment?.status === 'declined' ? 'failed' : step
}
