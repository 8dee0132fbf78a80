import { type ByHandReason, needsChoice, type RefundItemState } from '@kartis/domain/refund-run.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { isHeld } from '../../selling/orders/index.ts'
import type { OpenRefunds } from '../payouts/index.ts'
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

/**
 * What runs of one event still have to refund, by run; those with nothing have no row. Sums in agorot. Versions before counted
 * neither the cards with a rate of their own nor the free tickets of an order that they planned: where an order has none of
 * them, they are looked up, as a plan of now would.
 */
export const readOpenRefunds = async (
  db: Db,
  eventId: string,
  runs: readonly Pick<RunRow, 'id' | 'kind'>[],
): Promise<Map<string, OpenRefunds>> => {
  const asking = runs.filter(({ kind }) => needsChoice(kind)).map(({ id }) => id)
  const { rows } = await sql<OpenRefunds & { run_id: string }>`
    with open as materialized (
      select run_id, order_id, by_hand, tickets, amount, card + installments + bit + terminal as cards, special, tourist, free
      from refund_run_items
      where event_id = ${eventId} and run_id = any(${runs.map(({ id }) => id)}::uuid[])
        and state in ('planned', 'queued', 'manual')
    ), rated as materialized (
      select o.run_id, sum(part.sum) filter (where part.bucket = 'special') as special,
        sum(part.sum) filter (where part.bucket = 'tourist') as tourist
      from (select * from open where cards > 0 and special = 0 and tourist = 0 and order_id in (
        select order_id from payments where event_id = ${eventId} and status = 'paid' and bucket in ('special', 'tourist'))) o
      cross join lateral (
        select bucket, method, greatest(0, least(left_of, o.amount - coalesce(sum(left_of) over (
          order by created_at desc, id desc rows between unbounded preceding and 1 preceding), 0))) as sum
        from (
          select id, created_at, bucket, method, greatest(0, amount - refunded - disputed) as left_of from payments
          where payments.event_id = ${eventId} and payments.order_id = o.order_id and status = 'paid'
        ) p
      ) part
      where part.method <> 'cash' and part.bucket in ('special', 'tourist')
      group by o.run_id
    ), uncounted as materialized (
      select o.run_id, count(*) as free from open o join tickets t on t.event_id = ${eventId} and t.order_id = o.order_id
      where o.tickets > 0 and o.free = 0 and t.status = 'valid' and t.price = 0
        and not (o.run_id = any(${asking}::uuid[]) and ${isHeld('t')})
      group by o.run_id
    )
    select run_id, sum(cards)::float8 as cards,
      (sum(special) + coalesce((select special from rated where rated.run_id = open.run_id), 0))::float8 as special,
      (sum(tourist) + coalesce((select tourist from rated where rated.run_id = open.run_id), 0))::float8 as tourist,
      (sum(free) + coalesce((select free from uncounted where uncounted.run_id = open.run_id), 0))::int as free,
      coalesce((
        select sum(h.cards) from open h
        where h.run_id = open.run_id and h.by_hand is not null and h.cards > 0 and h.order_id in (
          select j.order_id from journals j
          where j.event_id = ${eventId} and j.kind = 'sale' and j.holder = 'platform' and j.order_id is not null)
      ), 0)::float8 as "handedBack"
    from open group by run_id`.execute(db)
  return new Map(rows.map(({ run_id: id, ...refunds }) => [id, refunds]))
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
