import type { ByHandReason, RefundItemState } from '@kartis/domain/refund-run.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { RunRow } from './runs-queries.ts'

/** Orders of a run that have the same state and the same reason, if any, to be refunded by hand. Sums in agorot. */
export interface FigureRow {
  readonly run_id: string
  readonly state: RefundItemState
  readonly by_hand: ByHandReason | null
  readonly orders: number
  readonly tickets: number
  readonly amount: number
  readonly fee: number
  readonly card: number
  readonly card_orders: number
  readonly installments: number
  readonly installments_orders: number
  readonly bit: number
  readonly bit_orders: number
  readonly terminal: number
  readonly terminal_orders: number
  readonly cash: number
  readonly cash_orders: number
  readonly free_orders: number
  /** The earliest choice of a refund among them. */
  readonly first_chosen_at: Date | null
}

/** The sums of runs of one event; a few rows each. Orders whose buyers have nothing to choose are in none of them. */
export const readFigures = async (
  db: Db | Tx,
  eventId: string,
  runs: readonly Pick<RunRow, 'id'>[],
): Promise<FigureRow[]> => {
  const { rows } = await sql<FigureRow>`
    select run_id, state, by_hand, count(*)::int as orders, sum(tickets)::int as tickets,
      sum(amount)::float8 as amount, sum(fee)::float8 as fee,
      sum(card)::float8 as card, (count(*) filter (where card > 0))::int as card_orders,
      sum(installments)::float8 as installments, (count(*) filter (where installments > 0))::int as installments_orders,
      sum(bit)::float8 as bit, (count(*) filter (where bit > 0))::int as bit_orders,
      sum(terminal)::float8 as terminal, (count(*) filter (where terminal > 0))::int as terminal_orders,
      sum(cash)::float8 as cash, (count(*) filter (where cash > 0))::int as cash_orders,
      (count(*) filter (where amount = 0))::int as free_orders,
      min(chosen_at) as first_chosen_at
    from refund_run_items where event_id = ${eventId} and run_id = any(${runs.map(({ id }) => id)}::uuid[]) and tickets > 0
    group by run_id, state, by_hand`.execute(db)
  return rows
}

export interface WaitingRow {
  readonly run_id: string
  readonly orders: number
  /** agorot */
  readonly amount: number
}

/**
 * What waits for bank transfers of the orders of runs; of a cancelled event all of its orders, whoever cancelled them. Runs with
 * nothing that waits have no row.
 */
export const readWaiting = async (
  db: Db | Tx,
  eventId: string,
  runs: readonly Pick<RunRow, 'id'>[],
): Promise<WaitingRow[]> => {
  const { rows } = await sql<WaitingRow>`
    select r.id as run_id, count(distinct p.order_id)::int as orders, sum(p.waiting)::float8 as amount
    from refund_runs r join payments p on p.event_id = r.event_id and p.waiting > 0
    where r.event_id = ${eventId} and r.id = any(${runs.map(({ id }) => id)}::uuid[])
      and (r.kind = 'cancelled' or exists (
        select from refund_run_items i where i.event_id = r.event_id and i.run_id = r.id and i.order_id = p.order_id))
    group by r.id`.execute(db)
  return rows
}

export interface Totals {
  readonly orders: number
  readonly tickets: number
  readonly amount: number
  readonly fee: number
}

export const totalsOf = (figures: readonly FigureRow[]): Totals =>
  figures.reduce(
    (total, row) => ({
      orders: total.orders + row.orders,
      tickets: total.tickets + row.tickets,
      amount: total.amount + row.amount,
      fee: total.fee + row.fee,
    }),
    { orders: 0, tickets: 0, amount: 0, fee: 0 },
  )
