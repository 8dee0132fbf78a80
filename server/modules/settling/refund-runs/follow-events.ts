import { isUuid } from '@kartis/domain/code-bytes.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { DomainEvent, Subscription } from '../../../platform/domain-events/domain-events.ts'
import type { Platform } from '../../../platform/platform.ts'
import { anyEventRow } from '../../catalogue/events/index.ts'
import { noticesOf } from './notify-buyers.ts'
import { addLateOrders } from './plan-run.ts'
import { enqueueStep } from './run-events.ts'
import { lockRun, moveRun, type RunRow } from './runs-queries.ts'
import { readUnsettled } from '../refund-transfers/index.ts'
import { moveItems, ofOrder } from './plan-queries.ts'
import { addRefund, lockFailedItems, readCancellingRuns, readRunsOfSent } from './steps-queries.ts'

const TYPES = [
  'order.paid',
  'refund.done',
  'refund.failed',
  'refund_transfer.done',
  'refund_transfer.withdrawn',
] as const
type Change = DomainEvent<(typeof TYPES)[number]>

export const LATE_JOB = 'refund_runs.late_orders'

export interface LateJob {
  readonly eventId: string
  readonly runId: string
  readonly orderIds: readonly string[]
}

/** Orders of cancelled events that were paid after the run was approved: their payment was under way. */
const enqueueLate = async (platform: Platform, tx: Tx, paid: readonly Change[]): Promise<void> => {
  const eventIds = [...new Set(paid.flatMap(({ eventId }) => eventId ?? []))]
  const runs = eventIds.length > 0 ? await readCancellingRuns(tx, eventIds) : []
  await platform.jobs.enqueueMany(
    tx,
    LATE_JOB,
    runs.map((run): LateJob => {
      const orderIds = paid.filter(({ eventId }) => eventId === run.event_id).map(({ subject }) => subject)
      return { eventId: run.event_id, runId: run.id, orderIds }
    }),
  )
}

/**
 * Adds late orders to the run of a cancelled event, which goes on if it had finished. An event that is on sale again sells
 * tickets that are valid.
 */
export const takeLateOrders = async (platform: Platform, tx: Tx, job: LateJob): Promise<void> => {
  const [run, event] = [await lockRun(tx, job), await anyEventRow(tx, job.eventId)]
  if (!run || !event || event.status === 'published') return
  const added = await addLateOrders(tx, run, event, job.orderIds, platform.clock())
  if (added.length === 0) return
  await platform.notifications.sendMany(tx, await noticesOf(platform, tx, run, event, added))
  const goesOn: RunRow =
    run.state === 'finished' || run.state === 'finished_open'
      ? await moveRun(tx, run, 'running', { finished_at: null })
      : run
  await enqueueStep(platform, tx, goesOn)
}

type Ended = DomainEvent<'refund_transfer.done' | 'refund_transfer.withdrawn'>

const isEnded = (event: Change): event is Ended =>
  event.type === 'refund_transfer.done' || event.type === 'refund_transfer.withdrawn'

/** A person of the operator is a name, which stands on the transfer, and no user. */
const noteOf = ({ note, by }: DomainEvent<'refund_transfer.done'>['data']) => ({
  text: note,
  by: isUuid(by) ? by : null,
})

/** Orders whose refused refund was handed back by bank transfer, or went back otherwise, need no person any more. */
const endTransferred = async (platform: Platform, tx: Tx, events: readonly Ended[]): Promise<void> => {
  const now = platform.clock()
  for (const event of events) {
    const note = event.type === 'refund_transfer.done' ? noteOf(event.data) : undefined
    for (const item of await lockFailedItems(tx, event.eventId ?? '', event.data.refund)) {
      if ((await readUnsettled(tx, item.event_id, item.refund_ids)).length > 0) continue
      const run = { event_id: item.event_id, id: item.run_id }
      const where = ofOrder(item.order_id)
      await moveItems(tx, run, { from: ['failed'], to: 'manual', where, now })
      await moveItems(tx, run, { from: ['manual'], to: 'done', where, change: note ? { note } : {}, now })
      await enqueueStep(platform, tx, run)
    }
  }
}

/** The rest of a refund, of which a part went back in the gateway's console, is a refund of its order in the run as well. */
const followRests = async (tx: Tx, events: readonly Change[]): Promise<void> => {
  for (const event of events)
    if (event.type === 'refund.failed' && event.data.rest_of !== undefined)
      await addRefund(tx, event.eventId ?? '', { id: event.subject, restOf: event.data.rest_of })
}

/** Makes runs go on when the gateway has answered, and when an order of a cancelled event is paid after all. */
export const refundRunEvents = (platform: Platform): Subscription<(typeof TYPES)[number]> => ({
  name: 'refund_runs.progress',
  types: TYPES,
  handle: async (tx, events) => {
    await enqueueLate(
      platform,
      tx,
      events.filter(({ type }) => type === 'order.paid'),
    )
    await followRests(tx, events)
    await endTransferred(platform, tx, events.filter(isEnded))
    const orders = events.flatMap((event) =>
      event.type === 'order.paid' || isEnded(event)
        ? []
        : [{ eventId: event.eventId ?? '', orderId: event.data.order }],
    )
    const runs = orders.length > 0 ? await readRunsOfSent(tx, orders) : []
    for (const run of runs) await enqueueStep(platform, tx, run)
  },
})
