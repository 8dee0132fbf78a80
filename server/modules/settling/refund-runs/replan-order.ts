import {
  isUnbegun,
  stayReason,
  needsChoice,
  RATED_BUCKETS,
  REFUND_WAYS,
  type RefundPlan,
} from '@kartis/domain/refund-run.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { DomainEvent, Subscription } from '../../../platform/domain-events/domain-events.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type ItemRow, moveItems, ofOrder, writePlan } from './plan-queries.ts'
import { planNow } from './plan-run.ts'
import { enqueueStep } from './run-events.ts'
import { lockRun, type RunRow } from './runs-queries.ts'
import { lockItem, readUnbegunItems, releaseItem } from './steps-queries.ts'

const isSame = (item: ItemRow, { tickets, free, amount, fee, ways, rated, byHand }: RefundPlan): boolean =>
  item.tickets === tickets &&
  item.free === free &&
  item.amount === amount &&
  item.fee === fee &&
  REFUND_WAYS.every((way) => item[way] === ways[way]) &&
  RATED_BUCKETS.every((bucket) => item[bucket] === rated[bucket]) &&
  item.by_hand === byHand

/**
 * Plans an order again whose refund was not requested so far, in a run that asks buyers: tickets that other people hold by now are
 * no longer refunded, and where nothing is left the tickets stay. The caller holds the lock of the run and of the item, and that
 * of the order where a refund follows. Returns the order as it is then.
 */
export const replanItem = async (
  platform: Platform,
  tx: Tx,
  { run, item, now }: { readonly run: RunRow; readonly item: ItemRow; readonly now: Date },
): Promise<ItemRow> => {
  const found = needsChoice(run.kind) ? await planNow(tx, run, item.order_id, now) : undefined
  if (!found) return item
  // Who waits for a person goes on waiting for one.
  const plan = item.state === 'manual' && found.tickets > 0 ? { ...found, byHand: item.by_hand } : found
  if (isSame(item, plan)) return item
  await writePlan(tx, item, plan, now)
  if (stayReason(plan) && item.state !== 'opted_out') {
    await releaseItem(tx, run, item.order_id)
    await moveItems(tx, run, { from: [item.state], to: 'opted_out', where: ofOrder(item.order_id), now })
    await enqueueStep(platform, tx, run)
  }
  return (await lockItem(tx, run, item.order_id)) ?? item
}

const TYPES = ['order.ticket_transferred', 'order.tickets_cancelled'] as const

/** The sums of runs that ask buyers follow what becomes of their tickets meanwhile. */
export const replanEvents = (platform: Platform): Subscription<(typeof TYPES)[number]> => ({
  name: 'refund_runs.replan',
  types: TYPES,
  handle: async (tx, events: readonly DomainEvent<(typeof TYPES)[number]>[]) => {
    const now = platform.clock()
    const orders = events.map(({ eventId, subject }) => ({ eventId: eventId ?? '', orderId: subject }))
    for (const { event_id: eventId, run_id: runId, order_id: orderId } of await readUnbegunItems(tx, orders)) {
      const run = await lockRun(tx, { eventId, runId }, 'share')
      const item = run && (await lockItem(tx, run, orderId))
      // Its refund may have begun meanwhile, and looks at its tickets itself.
      if (run && item?.started_at === null && isUnbegun(item)) await replanItem(platform, tx, { run, item, now })
    }
  },
})
