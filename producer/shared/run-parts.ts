import type { RefundRun } from '@kartis/contract/refund-runs.ts'
import { CANCELLATION } from '@kartis/domain/limits.ts'
import type { RefundItemState } from '@kartis/domain/refund-run.ts'
import type { ChipProps } from '@kartis/ui/components/chip.tsx'

type State = NonNullable<ChipProps['state']>

/** Green is finished, blue is on its way, amber waits for a person, red stops money. */
export const ITEM_STATES: Readonly<Record<RefundItemState, State>> = {
  done: 'good',
  sent: 'info',
  unknown: 'info',
  waiting_funds: 'warn',
  queued: 'quiet',
  planned: 'quiet',
  opted_out: 'quiet',
  failed: 'bad',
  manual: 'warn',
}

export const RUN_STATES: Readonly<Record<RefundRun['state'], State>> = {
  draft: 'quiet',
  previewed: 'warn',
  approved: 'accent',
  running: 'accent',
  paused: 'warn',
  finished: 'good',
  finished_open: 'warn',
}

/** The order in which outcomes stand in the bar and its legend. */
const ORDER: readonly RefundItemState[] = [
  'done',
  'sent',
  'unknown',
  'waiting_funds',
  'failed',
  'manual',
  'queued',
  'planned',
  'opted_out',
]

export interface Part {
  readonly state: RefundItemState
  readonly tone: State
  readonly orders: number
  /** Shekels. */
  readonly amount: number
}

/** The outcomes of a run in their order; those that no order has are missing. */
export const partsOf = ({ progress }: Pick<RefundRun, 'progress'>): readonly Part[] =>
  ORDER.flatMap((state) => {
    const share = progress.find((each) => each.state === state)
    return share ? [{ ...share, tone: ITEM_STATES[state] }] : []
  })

/** Shekels that buyers have back. */
export const returnedOf = ({ progress }: Pick<RefundRun, 'progress'>): number =>
  progress.find(({ state }) => state === 'done')?.amount ?? 0

const DAY = 86_400_000

/** Whole days until the law wants the money back; 0 on the last day, below 0 once it has passed. */
export const daysLeft = (dueAt: string, now: Date): number => {
  const left = Math.floor((Date.parse(dueAt) - now.getTime()) / DAY)
  return Math.min(CANCELLATION.refundWithinDays, left)
}

/** Whether the run still owes money to somebody. */
export const isOpen = ({ state }: Pick<RefundRun, 'state'>): boolean => state !== 'finished'

export type RunStep = 'preview' | 'approve' | 'run' | 'end'
export const RUN_STEPS: readonly RunStep[] = ['preview', 'approve', 'run', 'end']

/** The step that a run is in. */
export const stepOf = ({ state }: Pick<RefundRun, 'state'>): RunStep => {
  if (state === 'draft' || state === 'previewed') return 'approve'
  return state === 'finished' || state === 'finished_open' ? 'end' : 'run'
}
