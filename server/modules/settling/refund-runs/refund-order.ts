import { needsChoice } from '@kartis/domain/refund-run.ts'
import { type Refusal, isRefusal } from '@kartis/domain/refusal.ts'
import { DEFAULT_LANG } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { RefusalError } from '../../../platform/http/error-handler.ts'
import { anyEventRow } from '../../catalogue/events/index.ts'
import { cancelTickets } from '../../selling/order-management/index.ts'
import { lockOrder } from '../../selling/orders/index.ts'
import { moveItems, ofOrder } from './plan-queries.ts'
import { holdersNotifiedOf } from './notify-buyers.ts'
import { replanItem } from './replan-order.ts'
import { enqueueStep } from './run-events.ts'
import { lockRun, type RunRow } from './runs-queries.ts'
import { lockItem, releaseItem } from './steps-queries.ts'

export const ORDER_JOB = 'refund_runs.order'

export interface OrderJob {
  readonly eventId: string
  readonly runId: string
  readonly orderId: string
}

/** Whether the run may refund now: under way, and no cancelled event that is on sale again. */
const mayRefund = async (tx: Tx, run: RunRow): Promise<boolean> => {
  if (run.state !== 'running') return false
  const event = run.kind === 'cancelled' ? await anyEventRow(tx, run.event_id) : undefined
  return event?.status !== 'published'
}

/** The reason in the order's history. */
const reasonOf = (run: RunRow): string => translatorFor(DEFAULT_LANG)(`refund-runs:reason.${run.kind}`)

/** Cancels the valid tickets of an order and requests their refund; throws a RefusalError that rolls everything back. */
const refund = async (platform: Platform, tx: Tx, job: OrderJob, now: Date): Promise<void> => {
  const run = await lockRun(tx, job, 'share')
  const item = run && (await lockItem(tx, run, job.orderId))
  if (!run || item?.state !== 'queued') return
  if (!(await mayRefund(tx, run))) return releaseItem(tx, run, job.orderId)
  const hasChoice = needsChoice(run.kind)
  // A transfer is accepted under this lock: either before, and the ticket is its holder's, or after, and finds it cancelled.
  await lockOrder(tx, job)
  if ((await replanItem(platform, tx, { run, item, now })).state !== 'queued') return
  const input = {
    refund: true,
    keepFee: run.fees === 'keep',
    // The buyers of a cancelled event were told when the run was approved; the others get the confirmation of their choice.
    quiet: !hasChoice,
    ...holdersNotifiedOf(run),
    // Whoever enters after the offer uses the tickets. Everybody gets the money of a cancelled event back.
    ...(hasChoice && run.approved_at && { notEnteredSince: run.approved_at }),
    ownOnly: hasChoice,
    reason: reasonOf(run),
    userId: run.approved_by,
  }
  const done = await cancelTickets(platform, tx, job, input, now)
  if (isRefusal(done)) throw new RefusalError(done)
  await moveItems(tx, run, {
    from: ['queued'],
    to: done.refundIds.length > 0 ? 'sent' : 'done',
    where: ofOrder(job.orderId),
    change: { refundIds: done.refundIds, tickets: done.tickets, amount: done.refunded, fee: done.fee },
    now,
  })
}

/**
 * What could not be refunded: an order that was cancelled meanwhile is done, with nothing refunded by the run; one whose
 * payments have not enough left needs a person. Where somebody has entered since the offer, the tickets stay.
 */
const closeRefused = (platform: Platform, job: OrderJob, { refusal, detail = {} }: Refusal, now: Date): Promise<void> =>
  inTransaction(platform.db, async (tx) => {
    const run = await lockRun(tx, job, 'share')
    if (!run) return
    const where = ofOrder(job.orderId)
    if (refusal === 'order_state' && detail['redeemed'] !== undefined) {
      await releaseItem(tx, run, job.orderId)
      await moveItems(tx, run, { from: ['queued'], to: 'opted_out', where, now })
    } else if (refusal === 'order_state')
      await moveItems(tx, run, { from: ['queued'], to: 'done', where, change: { amount: 0, fee: 0 }, now })
    else {
      const byHand = refusal === 'charge_disputed' ? 'disputed' : 'not_enough'
      await moveItems(tx, run, { from: ['queued'], to: 'manual', where, change: { byHand }, now })
    }
  })

/**
 * Refunds one order of a run in one transaction: tickets, stock, refund requests and the order's outcome. A repeated job
 * finds the order in another state and does nothing, so that no order is refunded twice.
 */
export const refundOrder = async (platform: Platform, job: OrderJob): Promise<void> => {
  const now = platform.clock()
  try {
    await inTransaction(platform.db, (tx) => refund(platform, tx, job, now))
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    await closeRefused(platform, job, error.refusal, now)
  }
  await enqueueStep(platform, platform.db, { event_id: job.eventId, id: job.runId })
}
