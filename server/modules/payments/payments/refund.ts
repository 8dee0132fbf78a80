import type { Agorot } from '@kartis/domain/money.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { settlementHandlerOf } from './settlement-handler.ts'
import { closeRefund, insertRefund, noteAttempt, putBack, readRefund, setAside } from './refunds-queries.ts'

export const REFUND_JOB = 'payments.refund'

export interface RefundInput {
  readonly eventId: string
  readonly paymentId: string
  /** agorot, more than nothing */
  readonly amount: Agorot
  readonly reason: string
}

/**
 * Sets the money aside and queues its way back to the card, in the caller's transaction. `refund_failed` when the
 * payment does not hold so much any more. Cash goes back over the counter: such a refund is done at once.
 */
export const requestRefund = async (
  platform: Platform,
  tx: Tx,
  { eventId, paymentId, amount, reason }: RefundInput,
): Promise<{ id: string } | Refusal> => {
  const payment = await setAside(tx, eventId, paymentId, amount)
  if (!payment) return refuse('refund_failed')
  const now = platform.clock()
  const byGateway = payment.method !== 'cash'
  const id = platform.newId()
  await insertRefund(tx, {
    event_id: eventId,
    id,
    payment_id: paymentId,
    order_id: payment.order_id,
    amount,
    reason,
    status: byGateway ? 'queued' : 'done',
    created_at: now,
    done_at: byGateway ? null : now,
  })
  if (byGateway) await platform.jobs.enqueue(tx, REFUND_JOB, { eventId, refundId: id })
  return { id }
}

/** The gateway may give the money back later: its answer is not known, or it was out of reach. */
class RefundNotYet extends Error {
  override name = 'RefundNotYet'
}

/**
 * Gives a queued refund to the gateway; asking again with the same id gives the money back once. Throws when it must be
 * tried again: a refund whose fate is not known stays queued, however long, since freeing its sum could pay it twice.
 * A refusal for good ends as `failed` and frees the sum for another attempt.
 */
export const sendRefund = async (
  platform: Platform,
  { eventId, refundId }: { eventId: string; refundId: string },
): Promise<'done' | 'failed'> => {
  const refund = await readRefund(platform.db, eventId, refundId)
  if (!refund || refund.status !== 'queued') return refund?.status === 'failed' ? 'failed' : 'done'
  const fact = await settlementHandlerOf(platform).gateway.refund({
    paymentId: refund.payment_id,
    refundId,
    providerRef: refund.charge_ref ?? '',
    approvalCode: refund.approval_code ?? '',
    amount: refund.amount,
  })
  await noteAttempt(platform.db, refund, fact.ok ? null : fact.code)
  if (fact.ok) {
    await inTransaction(platform.db, (tx) =>
      closeRefund(tx, refund, { status: 'done', providerRef: fact.ref, at: platform.clock() }),
    )
    return 'done'
  }
  if (fact.retry) throw new RefundNotYet(fact.code)
  await inTransaction(platform.db, async (tx) => {
    if (await closeRefund(tx, refund, { status: 'failed', error: fact.code, at: platform.clock() }))
      await putBack(tx, eventId, refund.payment_id, refund.amount)
  })
  platform.log.error({ refund: refundId, error: { code: fact.code } }, 'a refund failed for good')
  return 'failed'
}
