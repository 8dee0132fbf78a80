import type { CardBucket } from '@kartis/domain/card-bucket.ts'
import {
  type ByHandReason,
  type RefundPlan,
  REFUND_ITEM_MOVES,
  type RefundItemState,
  type RefundWay,
} from '@kartis/domain/refund-run.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { paidMeans } from '../../catalogue/events/index.ts'
import { isHeld } from '../../selling/orders/index.ts'
import type { RunRow } from './runs-queries.ts'
import type { RefundRunItemsTable } from './tables.ts'

export type ItemRow = Selectable<RefundRunItemsTable>

export interface SoldOrder {
  readonly id: string
  readonly paid_at: Date | null
  readonly cancellation_fee: number
  /** Valid ones, with what was paid for them. */
  readonly tickets: number
  readonly free: number
  readonly price: number
  /** What was paid for valid tickets that other people hold, where the buyer does not choose about them. */
  readonly transferred: number
  readonly payments: readonly {
    readonly way: RefundWay
    readonly left: number
    readonly disputed: number
    readonly bucket: CardBucket | null
  }[]
}

interface SoldOrdersPage {
  readonly after: string
  readonly limit: number
  readonly only?: readonly string[]
  readonly ownOnly: boolean
}

/**
 * The next sold orders of an event by id, with their valid tickets and what is left of their payments, the newest payment
 * first. `only`: just these orders. `ownOnly`: tickets that other people hold are counted apart.
 */
export const readSoldOrders = async (
  db: Db | Tx,
  eventId: string,
  { after, limit, only, ownOnly }: SoldOrdersPage,
): Promise<SoldOrder[]> => {
  const these = only ? sql`o.id = any(${[...only]}::uuid[])` : sql`true`
  const held = ownOnly ? isHeld('tickets') : sql`false`
  const { rows } = await sql<SoldOrder>`
    select o.id, o.paid_at, o.cancellation_fee, t.tickets, t.free, t.price, t.transferred, p.payments
    from (
      select id, paid_at, cancellation_fee from orders o
      where event_id = ${eventId} and id > ${after} and status in ('paid', 'partially_refunded') and ${these}
      order by id limit ${limit}
    ) o
    cross join lateral (
      select (count(*) filter (where not held))::int as tickets,
        (count(*) filter (where not held and price = 0))::int as free,
        coalesce(sum(price) filter (where not held), 0)::int as price,
        coalesce(sum(price) filter (where held), 0)::int as transferred
      from (
        select price, ${held} as held from tickets
        where tickets.event_id = ${eventId} and tickets.order_id = o.id and tickets.status = 'valid'
      ) each
    ) t
    cross join lateral (
      select coalesce(json_agg(json_build_object('way', ${paidMeans()}, 'left', amount - refunded - disputed, 'disputed', disputed,
        'bucket', bucket)
        order by created_at desc, id desc), '[]') as payments from payments
      where payments.event_id = ${eventId} and payments.order_id = o.id and payments.status = 'paid'
    ) p
    order by o.id`.execute(db)
  return rows
}

/** Adds orders to a run with one statement; an order that the run has stays as it is. The ids of those added. */
export const insertItems = async (
  tx: Tx,
  run: Pick<RunRow, 'event_id' | 'id'>,
  items: readonly {
    readonly orderId: string
    readonly state: 'planned' | 'opted_out' | 'queued'
    readonly plan: RefundPlan
  }[],
  { late, now }: { readonly late: boolean; readonly now: Date },
): Promise<string[]> => {
  const numbers = (of: (plan: RefundPlan) => number): number[] => items.map(({ plan }) => of(plan))
  const { rows } = await sql<{ order_id: string }>`
    insert into refund_run_items
      (event_id, run_id, updated_at, late, order_id, state, tickets, amount, fee, card, installments, bit, terminal, cash,
        free, special, tourist, by_hand)
    select ${run.event_id}::uuid, ${run.id}::uuid, ${now}::timestamptz, ${late}::boolean, x.*
    from unnest(
      ${items.map(({ orderId }) => orderId)}::uuid[], ${items.map(({ state }) => state)}::text[],
      ${numbers(({ tickets }) => tickets)}::int[], ${numbers(({ amount }) => amount)}::int[],
      ${numbers(({ fee }) => fee)}::int[], ${numbers(({ ways }) => ways.card)}::int[],
      ${numbers(({ ways }) => ways.installments)}::int[], ${numbers(({ ways }) => ways.bit)}::int[],
      ${numbers(({ ways }) => ways.terminal)}::int[], ${numbers(({ ways }) => ways.cash)}::int[],
      ${numbers(({ free }) => free)}::int[], ${numbers(({ rated }) => rated.special)}::int[],
      ${numbers(({ rated }) => rated.tourist)}::int[],
      ${items.map(({ plan }) => plan.byHand)}::text[]
    ) as x (order_id, state, tickets, amount, fee, card, installments, bit, terminal, cash, free, special, tourist, by_hand)
    on conflict do nothing returning order_id`.execute(tx)
  return rows.map(({ order_id }) => order_id)
}

export const deleteItems = async (tx: Tx, run: Pick<RunRow, 'event_id' | 'id'>): Promise<void> => {
  await tx.deleteFrom('refund_run_items').where('event_id', '=', run.event_id).where('run_id', '=', run.id).execute()
}

/** Columns that change with the state of an order. */
export interface ItemChange {
  readonly refundIds?: readonly string[]
  readonly tickets?: number
  readonly amount?: number
  readonly fee?: number
  readonly byHand?: ByHandReason
  readonly chosenAt?: Date
  readonly note?: { readonly text: string; readonly by: string | null }
}

const columnsOf = ({ refundIds, tickets, amount, fee, byHand, chosenAt, note }: ItemChange) => ({
  ...(refundIds && { refund_ids: [...refundIds] }),
  ...(tickets !== undefined && { tickets }),
  ...(amount !== undefined && { amount }),
  ...(fee !== undefined && { fee }),
  ...(byHand && { by_hand: byHand }),
  ...(chosenAt && { chosen_at: chosenAt }),
  ...(note && { note: note.text, noted_by: note.by }),
})

export interface ItemsMove {
  readonly from: readonly RefundItemState[]
  readonly to: RefundItemState
  /** Of those, the ones that meet it. */
  readonly where?: RawBuilder<boolean>
  readonly change?: ItemChange
  readonly now: Date
}

/**
 * The only statement that moves orders of a run to another state: those that are in one of `from`. Their ids. Throws when the
 * state table does not allow the move.
 */
export const moveItems = async (
  tx: Tx,
  run: Pick<RunRow, 'event_id' | 'id'>,
  { from, to, where = sql<boolean>`true`, change = {}, now }: ItemsMove,
): Promise<string[]> => {
  const wrong = from.find((state) => !REFUND_ITEM_MOVES[state].includes(to))
  if (wrong) throw new Error(`an order of a refund run cannot go from ${wrong} to ${to}`)
  const rows = await tx
    .updateTable('refund_run_items')
    .set({ ...columnsOf(change), state: to, updated_at: now })
    .where('event_id', '=', run.event_id)
    .where('run_id', '=', run.id)
    .where(sql<boolean>`state = any(${[...from]}::text[])`)
    .where(where)
    .returning('order_id')
    .execute()
  return rows.map(({ order_id }) => order_id)
}

/** Writes another plan of an order that was not begun, in the state that it has. */
export const writePlan = async (
  tx: Tx,
  { event_id: eventId, run_id: runId, order_id: orderId }: Pick<ItemRow, 'event_id' | 'run_id' | 'order_id'>,
  { tickets, free, amount, fee, ways, rated, byHand }: RefundPlan,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('refund_run_items')
    .set({ tickets, free, amount, fee, ...ways, ...rated, by_hand: byHand, updated_at: now })
    .where('event_id', '=', eventId)
    .where('run_id', '=', runId)
    .where('order_id', '=', orderId)
    .execute()
}

export const ofOrder = (orderId: string) => sql<boolean>`order_id = ${orderId}::uuid`
export const ofOrders = (orderIds: readonly string[]) => sql<boolean>`order_id = any(${[...orderIds]}::uuid[])`
