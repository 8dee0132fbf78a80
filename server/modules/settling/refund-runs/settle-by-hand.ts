import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { RefusalError } from '../../../platform/http/error-handler.ts'
import type { Platform } from '../../../platform/platform.ts'
import { readFailedRefunds, requestRefund } from '../../payments/payments/index.ts'
import { cancelTickets } from '../../selling/order-management/index.ts'
import { lockOrder } from '../../selling/orders/index.ts'
import { needsChoice } from '@kartis/domain/refund-run.ts'
import { type ItemRow, moveItems, ofOrder } from './plan-queries.ts'
import type { OrderJob } from './refund-order.ts'
import { enqueueStep } from './run-events.ts'
import { lockRun, type RunRow } from './runs-queries.ts'
import { lockItem } from './steps-queries.ts'

interface ByHand {
  /** How the money was handed back. */
  readonly note: string
  readonly userId: string
  readonly now: Date
}

/** Records what a person paid back in place of refunds that the gateway refused: the tickets are cancelled already. */
const replaceFailed = async (platform: Platform, tx: Tx, item: ItemRow, reason: string): Promise<string[]> => {
  const ids: string[] = []
  for (const failed of await readFailedRefunds(tx, item.event_id, item.refund_ids)) {
    const { payment_id: paymentId, amount } = failed
    const done = await requestRefund(platform, tx, { eventId: item.event_id, paymentId, amount, reason, byHand: true })
    if (isRefusal(done)) throw new RefusalError(done)
    ids.push(done.id)
  }
  return ids
}

/** Cancels the order's tickets and records that their price was handed back. */
const cancelByHand = async (
  platform: Platform,
  tx: Tx,
  run: RunRow,
  item: ItemRow,
  { note, userId, now }: ByHand,
): Promise<string[]> => {
  const input = {
    refund: true,
    keepFee: run.fees === 'keep',
    quiet: !needsChoice(run.kind),
    byHand: true,
    reason: note,
    userId,
  }
  const done = await cancelTickets(platform, tx, { eventId: item.event_id, orderId: item.order_id }, input, now)
  // An order that was cancelled meanwhile has nothing left to cancel; the person handed the money back all the same.
  if (isRefusal(done) && done.refusal !== 'order_state') throw new RefusalError(done)
  return isRefusal(done) ? [] : [...done.refundIds]
}

const settle = async (platform: Platform, tx: Tx, key: OrderJob, by: ByHand): Promise<Refusal | undefined> => {
  const run = await lockRun(tx, key, 'share')
  const item = run?.approved_at ? await lockItem(tx, run, key.orderId) : undefined
  if (!run || !item) return refuse('not_found')
  if (item.state !== 'manual' && item.state !== 'failed') return refuse('conflict', { detail: { state: item.state } })
  const where = ofOrder(key.orderId)
  await lockOrder(tx, key)
  const ids =
    item.state === 'failed'
      ? await replaceFailed(platform, tx, item, by.note)
      : await cancelByHand(platform, tx, run, item, by)
  if (item.state === 'failed') await moveItems(tx, run, { from: ['failed'], to: 'manual', where, now: by.now })
  const change = { note: { text: by.note, by: by.userId }, refundIds: [...item.refund_ids, ...ids] }
  await moveItems(tx, run, { from: ['manual'], to: 'done', where, change, now: by.now })
  await enqueueStep(platform, tx, run)
  return undefined
}

/**
 * Notes that a person handed the money of an order back: in cash or by bank transfer. Tickets, refund and outcome are one
 * transaction. Refusals: `not_found`; `conflict` for an order that does not wait for a person.
 */
export const settleByHand = async (platform: Platform, key: OrderJob, by: ByHand): Promise<Refusal | undefined> => {
  try {
    return await inTransaction(platform.db, (tx) => settle(platform, tx, key, by))
  } catch (error) {
    if (error instanceof RefusalError) return error.refusal
    throw error
  }
}
