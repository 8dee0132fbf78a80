import { sql } from 'kysely'
import type { Tx } from '../platform/database/db.ts'

interface RefundOfBefore {
  readonly accountId: string
  readonly eventId: string
  readonly id: string
  readonly orderId: string
  readonly paymentId: string
  readonly amount: number
}

/**
 * Closes a queued refund as refused, as versions did before refused refunds were reserved: its amount is the producer's again.
 * `isNoted`: the readers of domain events have yet to read of it.
 */
export const failAsBefore = async (tx: Tx, refund: RefundOfBefore, at: Date, isNoted = true): Promise<void> => {
  const { accountId, eventId, id, orderId, paymentId, amount } = refund
  await sql`
    update refunds set status = 'failed', last_error = '033', done_at = ${at}
    where event_id = ${eventId} and id = ${id} and status = 'queued'`.execute(tx)
  await sql`
    update payments set refunded = refunded - ${amount} where event_id = ${eventId} and id = ${paymentId}`.execute(tx)
  if (isNoted)
    await sql`
    insert into events_log (type, at, account_id, event_id, subject, data)
    values ('refund.failed', ${at}, ${accountId}, ${eventId}, ${id},
      ${JSON.stringify({ order: orderId, payment: paymentId, amount })}::jsonb)`.execute(tx)
}
