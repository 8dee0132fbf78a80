import {
  REFUND_TRANSFER_MOVES,
  type RefundPayer,
  type RefundTransferState,
  transferStatesBefore,
} from '@kartis/domain/refund-transfer.ts'
import { REFUND_TRANSFER } from '@kartis/domain/limits.ts'
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { RefundTransfersTable } from './tables.ts'

/** How often the link is sent again by itself. */
const REMINDERS = REFUND_TRANSFER.remindAfterDays.length

export type TransferRow = Selectable<RefundTransfersTable>

/** A failed refund with what its transfer needs to know. */
export interface FailedRefund {
  readonly event_id: string
  readonly id: string
  readonly account_id: string
  readonly order_id: string
  readonly payment_id: string
  readonly amount: number
  readonly created_at: Date
  /** Its amount is reserved; else versions of before have released it. */
  readonly waits: boolean
}

/** Those of the refunds that are refused for good and owed: nobody has returned their amount since. */
export const readRefused = async (
  tx: Tx,
  refunds: readonly { readonly eventId: string; readonly refundId: string }[],
): Promise<FailedRefund[]> => {
  const { rows } = await sql<FailedRefund>`
    select r.event_id, r.id, p.account_id, r.order_id, r.payment_id, r.amount, r.created_at, r.waits
    from unnest(
      ${refunds.map(({ eventId }) => eventId)}::uuid[], ${refunds.map(({ refundId }) => refundId)}::uuid[]
    ) as x (event_id, id)
    join refunds r on r.event_id = x.event_id and r.id = x.id
    join payments p on p.event_id = r.event_id and p.id = r.payment_id
    where r.status = 'failed' and (r.waits or p.amount - p.refunded >= r.amount)
    order by r.created_at, r.id`.execute(tx)
  return rows
}

/** False where the refund has a transfer already. */
export const insertTransfer = async (tx: Tx, row: Insertable<RefundTransfersTable>): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('refund_transfers')
    .values(row)
    .onConflict((conflict) => conflict.columns(['event_id', 'refund_id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** What a move writes beside the state. */
type TransferChange = Omit<Updateable<RefundTransfersTable>, 'state'>

/** Forgets the bank details of a transfer. */
export const NO_DETAILS: TransferChange = {
  holder_sealed: null,
  bank_number: null,
  branch_number: null,
  account_number_sealed: null,
  account_number_tail: null,
  check_result: null,
}

/**
 * The only statement that moves transfers to another state: those that the state table allows to. Of concurrent callers one
 * moves each. Sorted by id, so that callers that move many lock them in one order.
 */
export const moveTransfers = async (
  tx: Tx,
  to: RefundTransferState,
  where: RawBuilder<boolean>,
  change: TransferChange,
): Promise<TransferRow[]> => {
  const { rows } = await sql<{ event_id: string; id: string }>`
    select event_id, id from refund_transfers
    where state = any(${transferStatesBefore(to)}::text[]) and (${where}) order by event_id, id for update`.execute(tx)
  if (rows.length === 0) return []
  return tx
    .updateTable('refund_transfers')
    .set({ ...change, state: to })
    .where(sql<boolean>`(event_id, id) in (select * from unnest(
      ${rows.map(({ event_id }) => event_id)}::uuid[], ${rows.map(({ id }) => id)}::uuid[]))`)
    .returningAll()
    .execute()
}

export const isTransfer = ({ event_id, id }: Pick<TransferRow, 'event_id' | 'id'>): RawBuilder<boolean> =>
  sql<boolean>`event_id = ${event_id}::uuid and id = ${id}::uuid`

export const transferByToken = (db: Db | Tx, tokenHash: string): Promise<TransferRow | undefined> =>
  db.selectFrom('refund_transfers').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()

export const transferOf = (db: Db | Tx, accountId: string, id: string): Promise<TransferRow | undefined> =>
  db
    .selectFrom('refund_transfers')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Open transfers of refunds that are not owed any more: the money went back without us. */
export const withdrawn = (refunds: readonly { readonly eventId: string; readonly refundId: string }[]) =>
  sql<boolean>`(event_id, refund_id) in (select * from unnest(
    ${refunds.map(({ eventId }) => eventId)}::uuid[], ${refunds.map(({ refundId }) => refundId)}::uuid[]))`

/** Open transfers that are not reserved on their payment and whose amount is not left of it any more. */
export const overtaken = (payments: readonly { readonly eventId: string; readonly paymentId: string }[]) =>
  sql<boolean>`exists (
    select from unnest(
      ${payments.map(({ eventId }) => eventId)}::uuid[], ${payments.map(({ paymentId }) => paymentId)}::uuid[]
    ) as x (event_id, payment_id)
    join payments p on p.event_id = x.event_id and p.id = x.payment_id
    join refunds r on r.event_id = refund_transfers.event_id and r.id = refund_transfers.refund_id and not r.waits
    where x.event_id = refund_transfers.event_id and x.payment_id = refund_transfers.payment_id
      and p.amount - p.refunded < refund_transfers.amount)`

/** Transfers of what the installation has collected, by the books. */
const isCollected = sql<boolean>`exists (
  select from journals j where j.kind = 'sale' and j.ref = t.payment_id::text and j.holder = 'platform')`

/** How many transfers with bank details are of money that the producer has: no file of the installation has them. */
export const countOwn = async (db: Db, accountId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from refund_transfers t
    where t.account_id = ${accountId}::uuid and t.state = 'received' and not ${isCollected}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The next transfers that may be put into a file: details are given, and the amount is neither returned nor disputed. */
export const mayBeExported = (accountId: string, limit: number, paidBy: RefundPayer) =>
  sql<boolean>`id = any(array(
    select t.id from refund_transfers t join payments p on p.event_id = t.event_id and p.id = t.payment_id
    join refunds r on r.event_id = t.event_id and r.id = t.refund_id
    where t.account_id = ${accountId}::uuid and t.state = 'received' and ${paidBy === 'operator' ? isCollected : sql`true`}
      and p.amount - p.refunded - p.disputed >= case when r.waits then 0 else t.amount end
    order by t.due_at, t.id limit ${limit}))`

/** Says which file transfers are in; the caller has moved them to it. */
export const nameFile = async (tx: Tx, fileId: string, rows: readonly Pick<TransferRow, 'id'>[]): Promise<void> => {
  await tx
    .updateTable('refund_transfers')
    .set({ file_id: fileId })
    .where(sql<boolean>`id = any(${rows.map(({ id }) => id)}::uuid[])`)
    .execute()
}

/** Asked transfers with fewer reminders than their age wants; the caller decides how many. */
export const readUnanswered = (tx: Tx, before: Date, max: number): Promise<TransferRow[]> =>
  tx
    .selectFrom('refund_transfers')
    .selectAll()
    .where('state', '=', 'requested')
    .where('requested_at', '<=', before)
    .where('reminders', '<', REMINDERS)
    .orderBy('requested_at')
    .limit(max)
    .forUpdate()
    .skipLocked()
    .execute()

export const countReminder = async (tx: Tx, row: Pick<TransferRow, 'event_id' | 'id'>, reminders: number) => {
  await tx.updateTable('refund_transfers').set({ reminders }).where(isTransfer(row)).execute()
}

/** Those of the refunds that are refused for good and whose money has not been handed back so far. */
export const readUnsettled = async (tx: Tx, eventId: string, refundIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select r.id from refunds r
    where r.event_id = ${eventId} and r.id = any(${[...refundIds]}::uuid[]) and r.status = 'failed' and not exists (
      select from refund_transfers t
      where t.event_id = r.event_id and t.refund_id = r.id and t.state in ('done', 'withdrawn'))`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Erases the bank details of transfers that ended before an instant. */
export const eraseDetails = async (db: Db | Tx, endedBefore: Date): Promise<void> => {
  await db
    .updateTable('refund_transfers')
    .set(NO_DETAILS)
    .where('ended_at', '<', endedBefore)
    .where('account_number_sealed', 'is not', null)
    .execute()
}

/** Erases what a person typed for these orders; a transfer that is not in a file yet asks anew. */
export const eraseDetailsOf = async (tx: Tx, orderIds: readonly string[], now: Date): Promise<void> => {
  if (orderIds.length === 0) return
  const these = sql<boolean>`order_id = any(${[...orderIds]}::uuid[])`
  await moveTransfers(tx, 'requested', sql<boolean>`${these} and state = 'received'`, {
    ...NO_DETAILS,
    received_at: null,
    requested_at: now,
  })
  await tx.updateTable('refund_transfers').set(NO_DETAILS).where(these).where('ended_at', 'is not', null).execute()
}

/** Whether a person may still do anything about a transfer in this state. */
export const isOpenTransfer = (state: RefundTransferState): boolean => REFUND_TRANSFER_MOVES[state].length > 0
