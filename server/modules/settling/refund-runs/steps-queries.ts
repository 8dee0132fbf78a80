import { sql } from 'kysely'
import { type RefundItemState, UNBEGUN_ITEM_STATES } from '@kartis/domain/refund-run.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { OrderKey } from '../../selling/orders/index.ts'
import type { ItemRow } from './plan-queries.ts'
import type { RunRow } from './runs-queries.ts'

type RunId = Pick<RunRow, 'event_id' | 'id'>

/** Orders of a run whose refund has begun and has no final outcome. */
export interface OpenCounts {
  /** Being requested, at the gateway without a reply so far, or without an outcome since the instant. */
  readonly inFlight: number
  readonly waitingFunds: number
}

export const countOpen = async (tx: Tx, run: RunId, unknownSince: Date): Promise<OpenCounts> => {
  const { rows } = await sql<OpenCounts>`
    select (count(*) filter (where state in ('sent', 'queued') or (state = 'unknown' and updated_at > ${unknownSince})))::int as "inFlight",
      (count(*) filter (where state = 'waiting_funds'))::int as "waitingFunds"
    from refund_run_items
    where event_id = ${run.event_id} and run_id = ${run.id}
      and (state in ('sent', 'unknown', 'waiting_funds') or (state = 'queued' and started_at is not null))`.execute(tx)
  return rows[0] ?? { inFlight: 0, waitingFunds: 0 }
}

/** Marks the next waiting orders of a run as begun; their ids. The caller holds the run's lock and enqueues their jobs. */
export const startItems = async (tx: Tx, run: RunId, limit: number, now: Date): Promise<string[]> => {
  const { rows } = await sql<{ order_id: string }>`
    update refund_run_items set started_at = ${now}, updated_at = ${now}
    where event_id = ${run.event_id} and run_id = ${run.id} and order_id = any(array(
      select order_id from refund_run_items
      where event_id = ${run.event_id} and run_id = ${run.id} and state = 'queued' and started_at is null
      order by order_id limit ${limit}
    )) returning order_id`.execute(tx)
  return rows.map(({ order_id }) => order_id)
}

/** Orders that were begun and not refunded wait again: after a pause, and those begun before an instant, whose job was lost. */
export const releaseItems = async (tx: Tx, run: RunId, before: Date): Promise<void> => {
  await tx
    .updateTable('refund_run_items')
    .set({ started_at: null })
    .where('event_id', '=', run.event_id)
    .where('run_id', '=', run.id)
    .where('state', '=', 'queued')
    .where('started_at', '<=', before)
    .execute()
}

/** Orders at the gateway, those longest without news first. */
export const readSentItems = (tx: Tx, run: RunId, limit: number) =>
  tx
    .selectFrom('refund_run_items')
    .select(['order_id', 'state', 'refund_ids', 'gateway_code'])
    .where('event_id', '=', run.event_id)
    .where('run_id', '=', run.id)
    .where('state', 'in', ['sent', 'unknown', 'waiting_funds'])
    .orderBy('updated_at')
    .limit(limit)
    .execute()

/** What the gateway said of refunds without an outcome, shown beside the orders of a run. */
export const writeGatewayCodes = async (
  tx: Tx,
  run: RunId,
  codes: readonly { readonly orderId: string; readonly code: string | null }[],
): Promise<void> => {
  if (codes.length === 0) return
  await sql`
    update refund_run_items i set gateway_code = x.code
    from unnest(${codes.map(({ orderId }) => orderId)}::uuid[], ${codes.map(({ code }) => code)}::text[]) as x (order_id, code)
    where i.event_id = ${run.event_id} and i.run_id = ${run.id} and i.order_id = x.order_id`.execute(tx)
}

export const lockItem = (tx: Tx, run: RunId, orderId: string): Promise<ItemRow | undefined> =>
  tx
    .selectFrom('refund_run_items')
    .selectAll()
    .where('event_id', '=', run.event_id)
    .where('run_id', '=', run.id)
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()

/** Orders of runs for which a refund was refused for good. */
export const lockFailedItems = (tx: Tx, eventId: string, refundId: string): Promise<ItemRow[]> =>
  tx
    .selectFrom('refund_run_items')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('state', '=', 'failed')
    .where(sql<boolean>`${refundId}::uuid = any(refund_ids)`)
    .forUpdate()
    .execute()

/** Puts the rest of a refund beside it, in the order of a run that has it; repeating it changes nothing. */
export const addRefund = async (
  tx: Tx,
  eventId: string,
  { id, restOf }: { readonly id: string; readonly restOf: string },
): Promise<void> => {
  await sql`
    update refund_run_items set refund_ids = array_append(refund_ids, ${id}::uuid)
    where event_id = ${eventId} and ${restOf}::uuid = any(refund_ids) and not ${id}::uuid = any(refund_ids)`.execute(tx)
}

/** The states that orders of a run are in. */
export const readStates = async (tx: Tx, run: RunId): Promise<RefundItemState[]> => {
  const { rows } = await sql<{ state: RefundItemState }>`
    select distinct state from refund_run_items where event_id = ${run.event_id} and run_id = ${run.id}`.execute(tx)
  return rows.map(({ state }) => state)
}

/** Runs whose orders at the gateway include one of these. */
export const readRunsOfSent = async (tx: Tx, orders: readonly OrderKey[]): Promise<RunId[]> => {
  const { rows } = await sql<RunId>`
    select distinct i.event_id, i.run_id as id from unnest(
      ${orders.map(({ eventId }) => eventId)}::uuid[], ${orders.map(({ orderId }) => orderId)}::uuid[]
    ) as o (event_id, order_id)
    join refund_run_items i on i.event_id = o.event_id and i.order_id = o.order_id
    where i.state in ('sent', 'unknown', 'waiting_funds')`.execute(tx)
  return rows
}

/** The approved runs of events that were cancelled, the latest of each. */
export const readCancellingRuns = async (db: Db | Tx, eventIds: readonly string[]): Promise<RunId[]> => {
  const { rows } = await sql<RunId>`
    select distinct on (event_id) event_id, id from refund_runs
    where event_id = any(${[...eventIds]}::uuid[]) and kind = 'cancelled' and approved_at is not null
    order by event_id, approved_at desc, id desc`.execute(db)
  return rows
}

/** Of these orders, those in runs that ask buyers, whose refund has not begun. */
export const readUnbegunItems = async (
  tx: Tx,
  orders: readonly OrderKey[],
): Promise<Pick<ItemRow, 'event_id' | 'run_id' | 'order_id'>[]> => {
  const { rows } = await sql<Pick<ItemRow, 'event_id' | 'run_id' | 'order_id'>>`
    select distinct i.event_id, i.run_id, i.order_id from unnest(
      ${orders.map(({ eventId }) => eventId)}::uuid[], ${orders.map(({ orderId }) => orderId)}::uuid[]
    ) as o (event_id, order_id)
    join refund_run_items i on i.event_id = o.event_id and i.order_id = o.order_id
    join refund_runs r on r.event_id = i.event_id and r.id = i.run_id
    where r.kind <> 'cancelled' and r.state <> 'finished' and i.started_at is null
      and i.state = any(${[...UNBEGUN_ITEM_STATES]}::text[])
    order by i.event_id, i.run_id, i.order_id`.execute(tx)
  return rows
}

/** An order that was begun waits again. */
export const releaseItem = async (tx: Tx, run: RunId, orderId: string): Promise<void> => {
  await tx
    .updateTable('refund_run_items')
    .set({ started_at: null })
    .where('event_id', '=', run.event_id)
    .where('run_id', '=', run.id)
    .where('order_id', '=', orderId)
    .where('state', '=', 'queued')
    .execute()
}

/** An order of an approved run, with what its buyer is told of the run. */
export interface OfferRow extends ItemRow, Pick<RunRow, 'kind' | 'fees' | 'message' | 'deadline' | 'approved_at'> {
  readonly run_state: RunRow['state']
}

/** The order in the latest approved run that has it. */
export const readOfferOf = async (db: Db, { eventId, orderId }: OrderKey): Promise<OfferRow | undefined> => {
  const { rows } = await sql<OfferRow>`
    select i.*, r.kind, r.fees, r.message, r.deadline, r.approved_at, r.state as run_state
    from refund_run_items i join refund_runs r on r.event_id = i.event_id and r.id = i.run_id
    where i.event_id = ${eventId} and i.order_id = ${orderId} and r.approved_at is not null
    order by r.approved_at desc, r.id desc limit 1`.execute(db)
  return rows[0]
}

/** Those of the orders that an approved run asks about, until a deadline that has not passed. */
export const readOrdersToChoose = async (db: Db, keys: readonly OrderKey[], now: Date): Promise<OrderKey[]> => {
  const { rows } = await sql<OrderKey>`
    select distinct i.event_id as "eventId", i.order_id as "orderId"
    from refund_run_items i join refund_runs r on r.event_id = i.event_id and r.id = i.run_id
    where i.event_id = any(${keys.map(({ eventId }) => eventId)}::uuid[])
      and i.order_id = any(${keys.map(({ orderId }) => orderId)}::uuid[])
      and r.approved_at is not null and r.deadline > ${now}`.execute(db)
  return rows
}

/** The next orders of a run that were listed when it was approved, by id. */
export const readItemsAfter = (tx: Tx, run: RunRow, after: string, limit: number): Promise<ItemRow[]> =>
  tx
    .selectFrom('refund_run_items')
    .selectAll()
    .where('event_id', '=', run.event_id)
    .where('run_id', '=', run.id)
    .where('order_id', '>', after)
    .where('late', '=', false)
    .orderBy('order_id')
    .limit(limit)
    .execute()
