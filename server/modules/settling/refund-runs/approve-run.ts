import { needsChoice, needsSecondPerson } from '@kartis/domain/refund-run.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { cancelEvent, eventRow, lockEvent } from '../../catalogue/events/index.ts'
import { managersOf } from '../../people/accounts/index.ts'
import { endOpenOrdersOf } from '../../selling/checkout/index.ts'
import { logSecurity } from '../../people/security-log/index.ts'
import { readFigures, type Totals, totalsOf } from './figures-queries.ts'
import { moveItems } from './plan-queries.ts'
import { planItems } from './plan-run.ts'
import { lockRun, moveRun, readActiveRun, readRun, type RunRow } from './runs-queries.ts'
import { NOTIFY_JOB, type NotifyPage } from './notify-buyers.ts'
import { enqueueStep, recordRunEvent } from './run-events.ts'

/** Whether another person must approve the run. */
export const lacksSecondPerson = async (
  platform: Platform,
  db: Db | Tx,
  run: Pick<RunRow, 'account_id' | 'prepared_by'>,
  amount: number,
  userId: string,
): Promise<boolean> => {
  const preparedByCaller = run.prepared_by === userId
  if (!preparedByCaller || amount <= platform.settings.refundRuns.secondPersonAbove) return false
  const managers = await managersOf(db, run.account_id)
  const hasOthers = managers.some(({ id }) => id !== userId)
  return needsSecondPerson({
    amount,
    limit: platform.settings.refundRuns.secondPersonAbove,
    preparedByCaller,
    hasOthers,
  })
}

/** Who approves, and from where. */
export interface Approver {
  readonly userId: string
  readonly network: string
}

const sameTotals = (a: Totals, b: Totals): boolean =>
  a.orders === b.orders && a.tickets === b.tickets && a.amount === b.amount && a.fee === b.fee

/** A cancellation takes over the orders of a run that asks buyers; what that one has sent stays its own. */
const endAsking = async (platform: Platform, tx: Tx, eventId: string, now: Date): Promise<void> => {
  const active = await readActiveRun(tx, eventId)
  const asking = active && (await lockRun(tx, { eventId, runId: active.id }))
  if (!asking || !needsChoice(asking.kind)) return
  await moveItems(tx, asking, { from: ['planned'], to: 'opted_out', now })
  await moveItems(tx, asking, { from: ['queued'], to: 'opted_out', where: sql<boolean>`started_at is null`, now })
  const running = asking.state === 'approved' ? await moveRun(tx, asking, 'running') : asking
  await moveRun(tx, running, 'finished', { finished_at: now, pause_reason: null })
  await recordRunEvent(platform, tx, asking, { type: 'refund_run.finished', data: { open: false } }, now)
}

/** Orders that a person must refund wait for one; the others for the gateway. */
const queueAll = async (tx: Tx, run: RunRow, now: Date): Promise<void> => {
  await moveItems(tx, run, { from: ['planned'], to: 'manual', where: sql<boolean>`by_hand is not null`, now })
  await moveItems(tx, run, { from: ['planned'], to: 'queued', now })
}

/**
 * Approves a previewed run and begins it. A cancelled event goes off sale first, so that the orders are final. Refusals:
 * `not_found`; `conflict` unless it is previewed; `second_person_needed`; `refund_run_changed` where the orders of a cancelled
 * event changed since the preview, which has then been made again.
 */
export const approveRun = async (
  platform: Platform,
  { accountId, eventId, runId }: { readonly accountId: string; readonly eventId: string; readonly runId: string },
  { userId, network }: Approver,
  now: Date,
): Promise<Refusal | undefined> =>
  inTransaction(platform.db, async (tx) => {
    const found = await readRun(tx, runId)
    // Only a cancellation changes the event: other runs must not make its buyers wait.
    const event = await (found?.kind === 'cancelled' ? lockEvent : eventRow)(tx, accountId, eventId)
    const run = event && (await lockRun(tx, { eventId, runId }))
    if (!event || !run) return refuse('not_found')
    if (run.state !== 'previewed') return refuse('conflict', { detail: { state: run.state } })
    const before = totalsOf(await readFigures(tx, eventId, [run]))
    if (await lacksSecondPerson(platform, tx, run, before.amount, userId)) return refuse('second_person_needed')
    if (run.kind === 'cancelled') {
      await cancelEvent(tx, eventId, now)
      await endOpenOrdersOf(platform, tx, eventId)
    }
    await planItems(tx, run, event, now)
    const totals = totalsOf(await readFigures(tx, eventId, [run]))
    if (!needsChoice(run.kind) && !sameTotals(before, totals)) {
      await moveRun(tx, run, 'previewed')
      return refuse('refund_run_changed')
    }
    if (run.kind === 'cancelled') await endAsking(platform, tx, eventId, now)
    else if (await readActiveRun(tx, eventId)) return refuse('conflict', { detail: { state: run.state } })
    const approved = await moveRun(tx, run, 'approved', { approved_by: userId, approved_at: now })
    if (!needsChoice(run.kind)) await queueAll(tx, run, now)
    const data = { kind: run.kind, orders: totals.orders, amount: totals.amount }
    await recordRunEvent(platform, tx, approved, { type: 'refund_run.approved', data }, now)
    await logSecurity(platform, tx, {
      act: 'refund.run_approved',
      userId,
      network,
      accountId,
      target: runId,
      detail: { kind: run.kind, orders: totals.orders, amount: totals.amount },
      now,
    })
    await enqueueStep(platform, tx, approved)
    await platform.jobs.enqueue(tx, NOTIFY_JOB, { eventId, runId, after: '' } satisfies NotifyPage)
    return undefined
  })
