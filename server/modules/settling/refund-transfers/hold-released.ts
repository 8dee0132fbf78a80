import { sql } from 'kysely'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { holdRefused } from '../../payments/payments/index.ts'
import { bookJournals, readSales, refundJournals } from '../ledger/index.ts'
import type { FailedRefund } from './transfers-queries.ts'

/** Books that a refused refund is owed, where the reader of the ledger was of a version that does not. */
const bookOwed = async (tx: Tx, refund: FailedRefund, now: Date): Promise<void> => {
  const sale = (await readSales(tx, [refund.payment_id])).get(refund.payment_id)
  // A sale from before the ledger is booked with what became of it.
  if (!sale) return
  const step = { kind: 'refund_owed', refundId: refund.id, amount: refund.amount, at: now } as const
  await bookJournals(tx, refundJournals(sale, step), now)
}

/**
 * Reserves and books a refused refund whose amount a version of before has released to the producer. False where the money went
 * back otherwise.
 */
export const holdReleased = async (tx: Tx, refund: FailedRefund, now: Date): Promise<boolean> => {
  const { event_id: eventId, id: refundId, payment_id: paymentId, amount } = refund
  if (!(await holdRefused(tx, { eventId, refundId }, { paymentId, amount }))) return false
  await bookOwed(tx, refund, now)
  return true
}

/** Seconds after which the ledger has read that a refund failed. */
const READ_AFTER = 600
const MAX = 500

/** Open transfers that are not reserved, or not booked as owed: of servers of the version before. */
const readReleased = async (tx: Tx, now: Date): Promise<FailedRefund[]> => {
  const { rows } = await sql<FailedRefund>`
    select r.event_id, r.id, t.account_id, r.order_id, r.payment_id, r.amount, r.created_at, r.waits
    from refund_transfers t
    join refunds r on r.event_id = t.event_id and r.id = t.refund_id
    join payments p on p.event_id = t.event_id and p.id = t.payment_id
    where t.state in ('requested', 'received', 'exported') and r.status = 'failed'
      and r.done_at < ${now}::timestamptz - make_interval(secs => ${READ_AFTER}::int)
      and (r.waits or p.amount - p.refunded >= r.amount)
      and not exists (select from journals j where j.kind = 'refund_owed' and j.ref = r.id::text)
    order by t.id limit ${MAX} for update of r`.execute(tx)
  return rows
}

/** Makes what versions of before have released to producers owed to its buyers again; repeating it changes nothing. */
export const holdAllReleased = (platform: Platform): Promise<void> =>
  inTransaction(platform.db, async (tx) => {
    const now = platform.clock()
    for (const refund of await readReleased(tx, now))
      if (refund.waits) await bookOwed(tx, refund, now)
      else await holdReleased(tx, refund, now)
  })
