import type { BuyerOrder } from '@kartis/contract/public-orders.ts'

/** Where the buyer stands. The server's word decides; the browser only knows what it was doing in between. */
export type Stage = Doing | 'done' | 'expired' | 'released' | 'refunded'

/**
 * What this browser was at: filling in, proving the phone, told that the phone may not buy so many, at the gateway's page,
 * back from it, or after a refusal.
 */
export type Doing = 'details' | 'code' | 'limit' | 'paying' | 'waiting' | 'failed'

/** The tickets are held and nothing is paid yet. */
export const isBuying = (stage: Stage): boolean =>
  stage === 'details' || stage === 'code' || stage === 'limit' || stage === 'paying' || stage === 'failed'

/** Steps before the gateway: nothing changes there but the time that is left. */
export const isBefore = (stage: Stage): boolean => stage === 'details' || stage === 'code' || stage === 'limit'

/** The end of an order is said by the server alone; while it is open the browser's own step counts. */
export const stageOf = (order: BuyerOrder, doing: Doing): Stage => {
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
      return doing
  }
}

/** After a reload: back at the gateway's page, at its answer, or at the details. */
export const doingAtStart = (order: BuyerOrder, result: string | null): Doing => {
  if (order.status !== 'pending_payment') return 'details'
  if (order.payment?.status === 'declined') return 'failed'
  if (result === 'fail') return 'failed'
  if (result === 'success') return 'waiting'
  return order.payment?.status === 'started' && order.payment.url ? 'paying' : 'details'
}

/** The next step once a newer word of the server is here. */
export const doingAfter = (order: BuyerOrder, doing: Doing, payment: string | undefined): Doing => {
  const same = payment === undefined || order.payment?.uuid === payment
  if ((doing === 'waiting' || doing === 'paying') && same && order.payment?.status === 'declined') return 'failed'
  return doing
}
