import type { createRefundRun } from '@kartis/contract/refund-runs.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { REFUND_RUN } from '@kartis/domain/limits.ts'
import {
  type ByHandReason,
  defaultDeadline,
  stayReason,
  needsChoice,
  planInRun,
  type RefundPlan,
} from '@kartis/domain/refund-run.ts'
import { type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import { type Db, inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { anyEventRow, type EventRow } from '../../catalogue/events/index.ts'
import { deleteItems, insertItems, readSoldOrders, type SoldOrder } from './plan-queries.ts'
import { deletePreview, insertRun, moveRun, readActiveRun, type RunRow } from './runs-queries.ts'

/** Orders that are read, decided and written together. */
const PAGE = 5000
const FIRST = '00000000-0000-0000-0000-000000000000'

const planOf = (
  run: Pick<RunRow, 'kind' | 'fees'>,
  event: EventRow,
  { paid_at, cancellation_fee: retainedBefore, ...order }: SoldOrder,
  now: Date,
): RefundPlan | undefined => {
  const sale = { boughtAt: paid_at ?? now, postponedAt: event.postponed_at }
  return planInRun(run.kind, { ...order, retainedBefore, sale }, run.fees)
}

/** The plan of an order of a run as its tickets are now; undefined for one that is cancelled, or has nothing that was paid for. */
export const planNow = async (
  db: Db | Tx,
  run: Pick<RunRow, 'event_id' | 'kind' | 'fees'>,
  orderId: string,
  now: Date,
): Promise<RefundPlan | undefined> => {
  const ownOnly = needsChoice(run.kind)
  const event = await anyEventRow(db, run.event_id)
  const [order] = await readSoldOrders(db, run.event_id, { after: FIRST, limit: 1, only: [orderId], ownOnly })
  return event && order && planOf(run, event, order, now)
}

const itemsOf = (run: RunRow, event: EventRow, orders: readonly SoldOrder[], state: 'planned' | 'queued', now: Date) =>
  orders.flatMap((order) => {
    const plan = planOf(run, event, order, now)
    return plan ? [{ orderId: order.id, state: stayReason(plan) ? ('opted_out' as const) : state, plan }] : []
  })

/** Lists every sold order of the event in the run, in place of what it listed before. */
export const planItems = async (tx: Tx, run: RunRow, event: EventRow, now: Date): Promise<void> => {
  await deleteItems(tx, run)
  let after = FIRST
  for (let more = true; more;) {
    const orders = await readSoldOrders(tx, event.id, { after, limit: PAGE, ownOnly: needsChoice(run.kind) })
    await insertItems(tx, run, itemsOf(run, event, orders, 'planned', now), { late: false, now })
    more = orders.length === PAGE
    after = orders.at(-1)?.id ?? after
  }
}

/** Adds orders that were paid after a cancelled event's run was approved. What was added. */
export const addLateOrders = async (
  tx: Tx,
  run: RunRow,
  event: EventRow,
  orderIds: readonly string[],
  now: Date,
): Promise<
  readonly {
    readonly order_id: string
    readonly tickets: number
    readonly amount: number
    readonly by_hand: ByHandReason | null
  }[]
> => {
  const orders = await readSoldOrders(tx, event.id, { after: FIRST, limit: PAGE, only: orderIds, ownOnly: false })
  const items = itemsOf(run, event, orders, 'queued', now)
  const added = new Set(await insertItems(tx, run, items, { late: true, now }))
  return items.flatMap(({ orderId, plan }) =>
    added.has(orderId) ? [{ order_id: orderId, tickets: plan.tickets, amount: plan.amount, by_hand: plan.byHand }] : [],
  )
}

const DAY = 86_400_000

const deadlineOf = (event: EventRow, body: BodyOf<typeof createRefundRun>, now: Date): Date | null | Refusal => {
  if (!needsChoice(body.kind)) return null
  if (body.deadline === undefined) return defaultDeadline(event.starts_at, now)
  const deadline = new Date(body.deadline)
  if (deadline <= now) return refuseField('deadline', 'too_small')
  return deadline.getTime() - now.getTime() > REFUND_RUN.maxChoiceDays * DAY
    ? refuseField('deadline', 'too_big')
    : deadline
}

/**
 * Previews a refund run; a preview of the event that nobody approved is replaced. Returns its uuid. `conflict` for an archived
 * event and while another run is under way, unless the event is cancelled after its buyers were asked; `validation` for a
 * deadline that has passed or is more than a year ahead.
 */
export const previewRun = async (
  platform: Platform,
  event: EventRow,
  body: BodyOf<typeof createRefundRun>,
  userId: string,
  now: Date,
): Promise<string | Refusal> => {
  if (event.status === 'archived') return refuse('conflict', { detail: { status: event.status } })
  const deadline = deadlineOf(event, body, now)
  if (deadline !== null && 'refusal' in deadline) return deadline
  return inTransaction(platform.db, async (tx) => {
    const active = await readActiveRun(tx, event.id)
    if (active && !(body.kind === 'cancelled' && needsChoice(active.kind)))
      return refuse('conflict', { detail: { refund_run_uuid: active.id, state: active.state } })
    await deletePreview(tx, event.id)
    const run = await insertRun(tx, {
      event_id: event.id,
      id: platform.newId(),
      account_id: event.account_id,
      kind: body.kind,
      fees: body.fees,
      state: 'draft',
      deadline,
      message: body.message,
      prepared_by: userId,
      created_at: now,
    })
    await planItems(tx, run, event, now)
    await moveRun(tx, run, 'previewed')
    return run.id
  })
}
