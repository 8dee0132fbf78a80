import { REFUND_RUN } from '@kartis/domain/limits.ts'
import {
  needsChoice,
  finishedAs,
  REFUND_ITEM_MOVES,
  type RefundItemState,
  stateAfterRefunds,
} from '@kartis/domain/refund-run.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { anyEventRow } from '../../catalogue/events/index.ts'
import { readRefundOutcomes } from '../../payments/payments/index.ts'
import { moveItems, ofOrders } from './plan-queries.ts'
import { recordRunEvent, type StepJob } from './run-events.ts'
import { ORDER_JOB, type OrderJob } from './refund-order.ts'
import { lockRun, moveRun, type RunRow } from './runs-queries.ts'
import { countOpen, readSentItems, readStates, releaseItems, startItems, writeGatewayCodes } from './steps-queries.ts'

/** Orders at the gateway that one step looks at. */
const MAX_SENT = 2000
/**
 * Milliseconds after which the job of an order that was begun counts as lost, and after which a refund without an outcome
 * holds up no other: while the gateway is down, a run must not send it everything.
 */
const HOUR = 3_600_000

/** Writes what became of refunds at the gateway to the orders of the run. */
const followRefunds = async (tx: Tx, run: RunRow, now: Date): Promise<void> => {
  const sent = await readSentItems(tx, run, MAX_SENT)
  if (sent.length === 0) return
  const outcomes = await readRefundOutcomes(
    tx,
    run.event_id,
    sent.flatMap(({ refund_ids }) => refund_ids),
  )
  const followed = sent.map(({ order_id: orderId, state, refund_ids: ids, gateway_code: before }) => {
    const refunds = ids.flatMap((id) => outcomes.get(id) ?? [])
    const code = refunds.find((refund) => refund.code !== null)?.code ?? null
    return { orderId, state, to: stateAfterRefunds(refunds), before, code }
  })
  await writeGatewayCodes(
    tx,
    run,
    followed.filter(({ before, code }) => before !== code),
  )
  for (const to of new Set(followed.map((each) => each.to))) {
    const moved = followed.filter((each) => each.to === to && each.state !== to)
    const from = [...new Set(moved.map(({ state }) => state))].filter((state) => REFUND_ITEM_MOVES[state].includes(to))
    await moveItems(tx, run, { from, to, where: ofOrders(moved.map(({ orderId }) => orderId)), now })
  }
}

/** Begins the next refunds, as many as may be at the gateway at once; none while its terminal has no money. */
const startNext = async (platform: Platform, tx: Tx, run: RunRow, now: Date): Promise<void> => {
  const hourAgo = new Date(now.getTime() - HOUR)
  await releaseItems(tx, run, hourAgo)
  const { inFlight, waitingFunds } = await countOpen(tx, run, hourAgo)
  const capacity = waitingFunds > 0 ? 0 : REFUND_RUN.inFlight - inFlight
  if (capacity <= 0) return
  const started = await startItems(tx, run, capacity, now)
  const jobs = started.map((orderId): OrderJob => ({ eventId: run.event_id, runId: run.id, orderId }))
  await platform.jobs.enqueueMany(tx, ORDER_JOB, jobs)
}

/** A run that asks buyers goes on until its deadline, because each may still choose otherwise. */
const endIfNothingIsLeft = async (platform: Platform, tx: Tx, run: RunRow, now: Date): Promise<void> => {
  if (run.deadline !== null && now < run.deadline) return
  const states: RefundItemState[] = await readStates(tx, run)
  const end = finishedAs(states)
  if (!end || end === run.state) return
  await moveRun(tx, run, end, { finished_at: now, pause_reason: null })
  await recordRunEvent(platform, tx, run, { type: 'refund_run.finished', data: { open: end === 'finished_open' } }, now)
}

/** A cancelled event that is on sale again stops its run. */
const stopIfOnSale = async (platform: Platform, tx: Tx, run: RunRow, now: Date): Promise<boolean> => {
  const event = needsChoice(run.kind) ? undefined : await anyEventRow(tx, run.event_id)
  if (event?.status !== 'published') return false
  await moveRun(tx, run, 'paused', { pause_reason: 'event_published' })
  await recordRunEvent(platform, tx, run, { type: 'refund_run.paused', data: { reason: 'event_published' } }, now)
  return true
}

/**
 * One step of a run, in one transaction: follows the refunds at the gateway, closes the choice of buyers at its deadline,
 * begins the next refunds, and ends the run when nothing is left. Repeating it changes nothing.
 */
export const stepRun = async (platform: Platform, tx: Tx, key: StepJob): Promise<void> => {
  const now = platform.clock()
  const locked = await lockRun(tx, key)
  if (!locked || !['approved', 'running', 'paused', 'finished_open'].includes(locked.state)) return
  const run = locked.state === 'approved' ? await moveRun(tx, locked, 'running') : locked
  await followRefunds(tx, run, now)
  if (run.state === 'running') {
    if (await stopIfOnSale(platform, tx, run, now)) return
    if (run.deadline !== null && run.deadline <= now)
      await moveItems(tx, run, { from: ['planned'], to: 'opted_out', now })
    await startNext(platform, tx, run, now)
  }
  await endIfNothingIsLeft(platform, tx, run, now)
}
