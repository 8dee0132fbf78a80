import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { type RefundPayer, transferDueAt } from '@kartis/domain/refund-transfer.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { RefusalError } from '../../../platform/http/error-handler.ts'
import type { Platform } from '../../../platform/platform.ts'
import { requestRefund, settleWaiting } from '../../payments/payments/index.ts'
import { lockOrder } from '../../selling/orders/index.ts'
import { readPayers } from './files-queries.ts'
import {
  insertTransfer,
  isTransfer,
  moveTransfers,
  readRefused,
  transferOf,
  type TransferRow,
} from './transfers-queries.ts'
import { sql } from 'kysely'

interface HandedBack {
  /** How the money was handed back. */
  readonly note: string
  /** Who noted it. */
  readonly by: string
  /** On whose side: a producer notes nothing of what stands in a file of the operator. */
  readonly side: RefundPayer
  readonly now: Date
}

/** Ends transfers and notes for each that a person has made its refund in place of the gateway. Throws a RefusalError. */
const end = async (platform: Platform, tx: Tx, rows: readonly TransferRow[], by: HandedBack): Promise<string[]> => {
  const ids: string[] = []
  const payers = await readPayers(tx, rows)
  for (const row of rows) {
    const { event_id: eventId, refund_id: refundId, payment_id: paymentId, amount } = row
    const payer = payers.get(row.file_id ?? '') ?? 'producer'
    // The books would say that the installation has paid what the producer did, who would be credited with nothing.
    if (payer === 'operator' && by.side === 'producer') throw new RefusalError(refuse('operator_pays'))
    const waited = await settleWaiting(platform, tx, { eventId, refundId, payer })
    if (isRefusal(waited)) throw new RefusalError(waited)
    const done = waited
      ? { id: refundId }
      : await requestRefund(platform, tx, { eventId, paymentId, amount, reason: by.note, byHand: true })
    if (isRefusal(done)) throw new RefusalError(done)
    ids.push(done.id)
  }
  await platform.domainEvents.append(
    tx,
    rows.map((row) => ({
      type: 'refund_transfer.done' as const,
      at: by.now,
      accountId: row.account_id,
      eventId: row.event_id,
      subject: row.id,
      data: { order: row.order_id, refund: row.refund_id, amount: row.amount, note: by.note, by: by.by },
    })),
  )
  return ids
}

const changeOf = ({ note, by, now }: HandedBack) => ({ note, noted_by: by, ended_at: now })

/**
 * Ends the transfers of refused refunds in the caller's transaction, which has locked their order: the money was handed back
 * otherwise. What was settled before is left as it is. The ids of the refunds that are done. Throws a RefusalError.
 */
export const settleRefused = async (
  platform: Platform,
  tx: Tx,
  { eventId, refundIds }: { readonly eventId: string; readonly refundIds: readonly string[] },
  by: HandedBack,
): Promise<string[]> => {
  // Refunds of before the transfers, and those that nobody has been asked about yet, get their row here.
  const keys = refundIds.map((refundId) => ({ eventId, refundId }))
  for (const refund of await readRefused(tx, keys))
    await insertTransfer(tx, {
      id: platform.newId(),
      event_id: eventId,
      account_id: refund.account_id,
      order_id: refund.order_id,
      refund_id: refund.id,
      payment_id: refund.payment_id,
      amount: refund.amount,
      state: 'requested',
      due_at: transferDueAt(refund.created_at),
    })
  const these = sql<boolean>`event_id = ${eventId}::uuid and refund_id = any(${[...refundIds]}::uuid[])`
  return end(platform, tx, await moveTransfers(tx, 'done', these, changeOf(by)), by)
}

/**
 * Notes that the money of one transfer was handed back: transfer and refund are one transaction. `not_found`; `conflict` when it
 * has ended; `operator_pays` for what stands in a file of the operator, of a producer; `refund_failed` when the payment has not enough left, since the money went back otherwise or is disputed.
 */
export const settleTransfer = async (
  platform: Platform,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  by: HandedBack,
): Promise<Refusal | undefined> => {
  try {
    return await inTransaction(platform.db, async (tx) => {
      const before = await transferOf(tx, accountId, id)
      if (!before) return refuse('not_found')
      await lockOrder(tx, { eventId: before.event_id, orderId: before.order_id })
      const rows = await moveTransfers(tx, 'done', isTransfer(before), changeOf(by))
      if (rows.length === 0) return refuse('conflict', { detail: { status: before.state } })
      await end(platform, tx, rows, by)
      return undefined
    })
  } catch (error) {
    if (error instanceof RefusalError) return error.refusal
    throw error
  }
}
