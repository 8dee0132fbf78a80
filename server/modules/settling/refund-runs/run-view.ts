import type { PayoutAfter } from '@kartis/contract/event-figures.ts'
import type * as contract from '@kartis/contract/refund-runs.ts'
import { sum, toShekels } from '@kartis/domain/money.ts'
import { personName } from '@kartis/domain/person-name.ts'
import {
  BY_HAND_REASONS,
  needsChoice,
  REFUND_ITEM_STATES,
  REFUND_WAYS,
  refundDueAt,
  type RefundItemState,
} from '@kartis/domain/refund-run.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { lacksSecondPerson } from './approve-run.ts'
import { type FigureRow, readFigures, readWaiting, totalsOf, type WaitingRow } from './figures-queries.ts'
import type { ShownRun } from './runs-queries.ts'

const shareOf = (orders: readonly number[], amounts: readonly number[]) => ({
  orders: sum(orders),
  amount: toShekels(sum(amounts)),
})

const viewPreview = (figures: readonly FigureRow[]): contract.RefundRunPreview => {
  const { orders, tickets, amount, fee } = totalsOf(figures)
  const ways = REFUND_WAYS.map((way) => ({
    way,
    ...shareOf(
      figures.map((row) => row[`${way}_orders`]),
      figures.map((row) => row[way]),
    ),
  }))
  const free = { way: 'free' as const, orders: sum(figures.map((row) => row.free_orders)), amount: 0 }
  const byHand = BY_HAND_REASONS.map((reason) => {
    const rows = figures.filter((row) => row.by_hand === reason)
    return {
      reason,
      ...shareOf(
        rows.map((row) => row.orders),
        rows.map((row) => row.amount),
      ),
    }
  })
  return {
    orders,
    tickets,
    amount: toShekels(amount),
    fee: toShekels(fee),
    by_way: [...ways, free].filter((share) => share.orders > 0),
    by_hand: byHand.filter((share) => share.orders > 0),
  }
}

const viewProgress = (figures: readonly FigureRow[]): contract.RefundRun['progress'] =>
  REFUND_ITEM_STATES.map((state) => {
    const rows = figures.filter((row) => row.state === state)
    return {
      state,
      ...shareOf(
        rows.map((row) => row.orders),
        rows.map((row) => row.amount),
      ),
    }
  }).filter((share) => share.orders > 0)

const SETTLED: ReadonlySet<RefundItemState> = new Set<RefundItemState>(['planned', 'opted_out', 'done'])

/** By when the money of a run must be returned: from its approval on, or from the first choice that is still open. */
const dueOf = (run: ShownRun, figures: readonly FigureRow[]): Date | undefined => {
  if (run.approved_at === null) return undefined
  if (!needsChoice(run.kind)) return refundDueAt(run.approved_at)
  const open = figures.flatMap((row) => (SETTLED.has(row.state) ? [] : (row.first_chosen_at ?? [])))
  const [first] = open.toSorted((a, b) => a.getTime() - b.getTime())
  return first && refundDueAt(first)
}

interface RunFacts {
  readonly figures: readonly FigureRow[]
  readonly waiting: WaitingRow | undefined
  readonly needsOther: boolean
  readonly after: contract.RefundRun['payout_after']
}

const viewRun = (run: ShownRun, { figures, waiting, needsOther, after }: RunFacts): contract.RefundRun => ({
  uuid: run.id,
  event_uuid: run.event_id,
  event_name: run.event_name,
  kind: run.kind,
  fees: run.fees,
  state: run.state,
  deadline: run.deadline?.toISOString() ?? null,
  message: run.message,
  created_at: run.created_at.toISOString(),
  prepared_by: personName(run.preparer) ?? '',
  approved_at: run.approved_at?.toISOString() ?? null,
  approved_by: run.approved_by === null ? null : (personName(run.approver) ?? ''),
  finished_at: run.finished_at?.toISOString() ?? null,
  pause_reason: run.pause_reason,
  refund_due_at: dueOf(run, figures)?.toISOString() ?? null,
  preview: viewPreview(figures),
  progress: viewProgress(figures),
  payout_after: after,
  waiting: { orders: waiting?.orders ?? 0, amount: toShekels(waiting?.amount ?? 0) },
  approval_needs: needsOther ? 'second_person' : null,
})

/** Runs as a member sees them, in their order; `userId` decides who must approve. `after`: of one event, by run. */
export const viewRuns = async (
  platform: Platform,
  db: Db,
  runs: readonly ShownRun[],
  userId: string,
  after?: ReadonlyMap<string, PayoutAfter>,
): Promise<contract.RefundRun[]> => {
  const events = [...new Set(runs.map((run) => run.event_id))]
  const ofEvents = async <T>(read: (of: Db, eventId: string, runs: readonly ShownRun[]) => Promise<T[]>) => {
    const found = events.map((eventId) =>
      read(
        db,
        eventId,
        runs.filter((run) => run.event_id === eventId),
      ),
    )
    return (await Promise.all(found)).flat()
  }
  const [figures, waiting] = await Promise.all([ofEvents(readFigures), ofEvents(readWaiting)])
  const views = runs.map(async (run) => {
    const own = figures.filter(({ run_id }) => run_id === run.id)
    const needsOther =
      run.state === 'previewed' && (await lacksSecondPerson(platform, db, run, totalsOf(own).amount, userId))
    return viewRun(run, {
      figures: own,
      waiting: waiting.find(({ run_id }) => run_id === run.id),
      needsOther,
      after: after?.get(run.id) ?? null,
    })
  })
  return Promise.all(views)
}
