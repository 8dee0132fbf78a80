import type {
  ByHandReason,
  RefundFees,
  RefundItemState,
  RefundRunKind,
  RefundRunState,
} from '@kartis/domain/refund-run.ts'
import type { Generated } from 'kysely'
import type { Stamp, StampOrNull } from '../../../platform/database/schema-columns.ts'

export interface RefundRunsTable {
  event_id: string
  id: string
  account_id: string
  kind: RefundRunKind
  fees: RefundFees
  state: RefundRunState
  /** Until when buyers may choose; null where nobody is asked. */
  deadline: StampOrNull
  message: string
  /** users.id */
  prepared_by: string
  created_at: Stamp
  /** users.id */
  approved_by: string | null
  approved_at: StampOrNull
  pause_reason: 'person' | 'event_published' | null
  finished_at: StampOrNull
}

/** One order of a run; sums in agorot. */
export interface RefundRunItemsTable {
  event_id: string
  run_id: string
  order_id: string
  state: RefundItemState
  tickets: number
  /** What the buyer gets back, and the fee kept of the price. */
  amount: number
  fee: number
  /** `amount` by the way it goes back. */
  card: number
  /** Of these two versions before had the sums in `card`. */
  installments: Generated<number>
  bit: Generated<number>
  terminal: number
  cash: number
  /** Tickets of it that cost nothing, and what goes back to cards with a rate of their own; versions before wrote none of them. */
  free: Generated<number>
  special: Generated<number>
  tourist: Generated<number>
  by_hand: ByHandReason | null
  /** Its refund is being requested, since then. */
  started_at: StampOrNull
  /** Refunds that were requested for it. */
  refund_ids: Generated<string[]>
  /** Paid after the run was approved. */
  late: Generated<boolean>
  gateway_code: string | null
  chosen_at: StampOrNull
  note: string | null
  /** users.id; null where the operator noted it */
  noted_by: string | null
  updated_at: Stamp
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    refund_runs: RefundRunsTable
    refund_run_items: RefundRunItemsTable
  }
}
