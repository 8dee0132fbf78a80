import { toShekels } from '@kartis/domain/money.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { RefusalError } from '../../../platform/http/error-handler.ts'
import type { Platform } from '../../../platform/platform.ts'
import { cancelTickets } from '../../selling/order-management/index.ts'
import { recordHandedBack } from '../../selling/box-office/index.ts'
import { lockOrder } from '../../selling/orders/index.ts'
import { needsChoice } from '@kartis/domain/refund-run.ts'
import { readUnsettled, settleRefused } from '../refund-transfers/index.ts'
import { holdersNotifiedOf } from './notify-buyers.ts'
import { type ItemRow, moveItems, ofOrder } from './plan-queries.ts'
import type { OrderJob } from './refund-order.ts'
import { replanItem } from './replan-order.ts'
import { enqueueStep } from './run-events.ts'
import { lockRun, type RunRow } from './runs-queries.ts'
import { lockItem } from './steps-queries.ts'

interface ByHand {
  /** How the money was handed back. */
  readonly note: string
  /** The register from whose drawer the money was taken; null: from none; undefined: nobody said so. */
  readonly registerId?: string | null | undefined
  readonly userId: string
  readonly now: Date
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
    ownOnly: needsChoice(run.kind),
    ...holdersNotifiedOf(run),
    byHand: true,
    reason: note,
    userId,
  }
  const done = await cancelTickets(platform, tx, { eventId: item.event_id, orderId: item.order_id }, input, now)
  // An order that was cancelled meanwhile has nothing left to cancel; the person handed the money back all the same.
  if (isRefusal(done) && done.refusal !== 'order_state') throw new RefusalError(done)
  return isRefusal(done) ? [] : [...done.refundIds]
}

const refusedOf = ({ event_id: eventId, refund_ids: refundIds }: ItemRow) => ({ eventId, refundIds })

const settle = async (platform: Platform, tx: Tx, key: OrderJob, by: ByHand): Promise<Refusal | undefined> => {
  const run = await lockRun(tx, key, 'share')
  const item = run?.approved_at ? await lockItem(tx, run, key.orderId) : undefined
  if (!run || !item) return refuse('not_found')
  if (item.state !== 'manual' && item.state !== 'failed') return refuse('conflict', { detail: { state: item.state } })
  const where = ofOrder(key.orderId)
  await lockOrder(tx, key)
  if (item.state === 'manual') {
    const { amount } = await replanItem(platform, tx, { run, item, now: by.now })
    // The person has read another sum: of a ticket that somebody else holds by now.
    if (amount !== item.amount) return refuse('conflict', { detail: { amount: toShekels(amount) } })
  }
  const ids =
    item.state === 'failed'
      ? // The tickets are cancelled already: what a person paid back takes the place of what the gateway refused.
        await settleRefused(platform, tx, refusedOf(item), {
          note: by.note,
          by: by.userId,
          side: 'producer',
          now: by.now,
        })
      : await cancelByHand(platform, tx, run, item, by)
  // Its refunds were noted as handed back meanwhile: nobody pays them again, and the run follows in a moment.
  if (
    item.state === 'failed' &&
    ids.length === 0 &&
    (await readUnsettled(tx, item.event_id, item.refund_ids)).length === 0
  )
    return refuse('conflict', { detail: { state: 'done' } })
  if (by.registerId !== undefined) {
    const refused = await recordHandedBack(tx, {
      accountId: run.account_id,
      eventId: run.event_id,
      refundIds: ids,
      registerId: by.registerId,
      userId: by.userId,
      now: by.now,
    })
    // Undoes the cancellation.
    if (refused) throw new RefusalError(refused)
  }
  if (item.state === 'failed') await moveItems(tx, run, { from: ['failed'], to: 'manual', where, now: by.now })
  const change = { note: { text: by.note, by: by.userId }, refundIds: [...new Set([...item.refund_ids, ...ids])] }
  await moveItems(tx, run, { from: ['manual'], to: 'done', where, change, now: by.now })
  await enqueueStep(platform, tx, run)
  return undefined
}

/**
 * Notes that a person handed the money of an order back: in cash or by bank transfer. Tickets, refund and outcome are one
 * transaction. Refusals: `not_found`; `conflict` for an order that does not wait for a person, and where
 * a ticket was transferred since the sum was read; `operator_pays` where the refund stands in a file of the operator; those of `recordHandedBack`.
 */
export const settleByHand = async (platform: Platform, key: OrderJob, by: ByHand): Promise<Refusal | undefined> => {
  try {
    return await inTransaction(platform.db, (tx) => settle(platform, tx, key, by))
  } catch (error) {
    if (error instanceof RefusalError) return error.refusal
    throw error
  }
}
