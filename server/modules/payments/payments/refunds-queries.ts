import type { Agorot } from '@kartis/domain/money.ts'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { RefundWay } from './gateway.ts'
import { insertRefundEvents } from './domain-events.ts'
import type { RefundsTable } from './tables.ts'

export type RefundRow = Selectable<RefundsTable>
type RefundKey = Pick<RefundRow, 'event_id' | 'id'>

/**
 * Reserves an amount of a payment for a refund; undefined when less than that is left. Of what is disputed nothing is left,
 * unless the money has gone back already (`isGone`).
 */
export const reserveAmount = (tx: Tx, eventId: string, paymentId: string, amount: Agorot, isGone = false) =>
  tx
    .updateTable('payments')
    .set((column) => ({ refunded: column('refunded', '+', amount) }))
    .where('event_id', '=', eventId)
    .where('id', '=', paymentId)
    .where('status', '=', 'paid')
    .where((where) =>
      where(
        where('refunded', '+', amount),
        '<=',
        isGone ? where.ref('amount') : where('amount', '-', where.ref('disputed')),
      ),
    )
    .returning(['order_id', 'account_id', 'method'])
    .executeTakeFirst()

/** Changes what is disputed of a payment (agorot): more when a dispute is noted, less when it is won. */
export const addDisputed = async (tx: Tx, eventId: string, paymentId: string, amount: Agorot): Promise<void> => {
  await tx
    .updateTable('payments')
    .set((column) => ({ disputed: column('disputed', '+', amount) }))
    .where('event_id', '=', eventId)
    .where('id', '=', paymentId)
    .execute()
}

export interface NewRefund {
  readonly event_id: string
  readonly id: string
  readonly payment_id: string
  readonly order_id: string
  readonly amount: Agorot
  readonly reason: string
  readonly status: 'queued' | 'done'
  readonly created_at: Date
  readonly done_at: Date | null
  readonly way: RefundWay | 'by_hand' | null
  /** The gateway's reference, where it has made the refund already. */
  readonly provider_ref?: string
}

export const insertRefund = async (tx: Tx, refund: NewRefund): Promise<void> => {
  await tx.insertInto('refunds').values(refund).execute()
}

/** Whether a refund of the payment is under way. */
export const hasQueuedRefund = async (tx: Tx, eventId: string, paymentId: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('refunds')
    .select('id')
    .where('event_id', '=', eventId)
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'queued')
    .executeTakeFirst()
  return row !== undefined
}

/** A refund with what its gateway needs to know of the payment. */
export const readRefund = (db: Db, eventId: string, id: string) =>
  db
    .selectFrom('refunds as r')
    .innerJoin('payments as p', (join) =>
      join.onRef('p.event_id', '=', 'r.event_id').onRef('p.id', '=', 'r.payment_id'),
    )
    .select(['r.event_id', 'r.id', 'r.payment_id', 'r.order_id', 'r.amount', 'r.status', 'r.attempts', 'r.created_at'])
    .select(['p.provider_ref as charge_ref', 'p.approval_code', 'p.provider', 'p.terminal_id', 'p.wallet'])
    .select(['p.amount as charge_amount', 'p.paid_at as charged_at'])
    // Payments that are older than the column have it among the stored fields.
    .select(sql<string | null>`coalesce(p.charge_key, p.raw ->> 'Uid')`.as('charge_key'))
    .select((where) => [
      where
        .selectFrom('refunds as each')
        .select(sql<string[]>`array_agg(each.id::text)`.as('ids'))
        .whereRef('each.event_id', '=', 'r.event_id')
        .whereRef('each.payment_id', '=', 'r.payment_id')
        .whereRef('each.id', '<>', 'r.id')
        .as('other_ids'),
      where
        .selectFrom('refunds as other')
        .select(sql<string[]>`coalesce(array_agg(other.provider_ref), '{}')`.as('refs'))
        .whereRef('other.event_id', '=', 'r.event_id')
        .whereRef('other.payment_id', '=', 'r.payment_id')
        .whereRef('other.id', '<>', 'r.id')
        .where('other.provider_ref', 'is not', null)
        .as('other_refs'),
    ])
    .where('r.event_id', '=', eventId)
    .where('r.id', '=', id)
    .executeTakeFirst()

/** What became of refunds, by their ids; `code` is the gateway's of the last attempt that did not succeed. */
export const readRefundOutcomes = async (
  db: Db | Tx,
  eventId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly status: RefundRow['status']; readonly code: string | null }>> => {
  const rows = await db
    .selectFrom('refunds')
    .select(['id', 'status', 'last_error as code'])
    .where('event_id', '=', eventId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, ...outcome }) => [id, outcome]))
}

/** The refunds of an order that are on their way or done, the first one first. */
export const readRefundsOfOrder = (
  db: Db,
  { eventId, orderId }: { readonly eventId: string; readonly orderId: string },
) =>
  db
    .selectFrom('refunds')
    .select(['amount', 'created_at', 'done_at'])
    .where('event_id', '=', eventId)
    .where('order_id', '=', orderId)
    .where('status', 'in', ['queued', 'done'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Open refunds that were not sent since, oldest first. */
export const readForgotten = async (db: Db, since: Date, max: number): Promise<readonly RefundKey[]> => {
  const { rows } = await sql<RefundKey>`
    select r.event_id, r.id from refunds r
    where r.status = 'queued' and r.created_at < ${since} and not exists (
      select from refund_attempts a where a.event_id = r.event_id and a.refund_id = r.id and a.sent_at >= ${since})
    order by r.created_at limit ${max}`.execute(db)
  return rows
}

export const countAttempt = async (db: Db, { event_id, id }: RefundKey, error: string | null): Promise<void> => {
  await db
    .updateTable('refunds')
    .set((column) => ({ attempts: column('attempts', '+', 1), last_error: error }))
    .where('event_id', '=', event_id)
    .where('id', '=', id)
    .execute()
}

export type RefundEnd =
  | {
      readonly status: 'done'
      readonly providerRef: string
      readonly way: RefundWay
      readonly code?: string | null
      readonly at: Date
    }
  | { readonly status: 'failed'; readonly error: string; readonly at: Date }

/**
 * Closes a queued refund. True for the one caller that closed it. The amount of one that failed stays reserved: it waits for a bank
 * transfer.
 */
export const closeRefund = async (tx: Tx, { event_id, id }: RefundKey, end: RefundEnd): Promise<boolean> => {
  const providerRef = end.status === 'done' ? end.providerRef : null
  const way = end.status === 'done' ? end.way : null
  const error = end.status === 'failed' ? end.error : (end.code ?? null)
  const { rows } = await sql`
    with closed as (
      update refunds set status = ${end.status}, provider_ref = coalesce(${providerRef}, provider_ref),
        way = ${way}, last_error = ${error}, done_at = ${end.at}, waits = ${end.status === 'failed'}
      where event_id = ${event_id} and id = ${id} and status = 'queued'
      returning *
    ), held as (
      update payments p set waiting = p.waiting + c.amount from closed c
      where c.waits and p.event_id = c.event_id and p.id = c.payment_id
    ), logged as (${insertRefundEvents(end.status === 'done' ? 'refund.done' : 'refund.failed', sql`closed`, end.at)})
    select id from closed`.execute(tx)
  return rows.length === 1
}

/** Seconds since the oldest open refund was requested; 0 when none is open. */
export const oldestQueuedSeconds = async (db: Db, now: Date): Promise<number> => {
  const row = await db
    .selectFrom('refunds')
    .select('created_at')
    .where('status', '=', sql.lit('queued' as const))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row ? (now.getTime() - row.created_at.getTime()) / 1000 : 0
}
