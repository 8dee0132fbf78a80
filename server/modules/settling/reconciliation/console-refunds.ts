import { isRefusal } from '@kartis/domain/refusal.ts'
import { DEFAULT_LANG } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import { sql } from 'kysely'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { RefusalError } from '../../../platform/http/error-handler.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordForeignRefund } from '../../payments/payments/index.ts'
import { recordReturned } from '../../selling/order-management/index.ts'
import { noteMended } from './exceptions-queries.ts'
import { type Days, uuidIn } from './our-books.ts'

interface Found {
  readonly kind: 'void' | 'credit'
  readonly ref: string
  readonly amount: number
  readonly day: string
  readonly event_id: string
  readonly payment_id: string
}

/** Money that the gateway sent back for payments of ours, and of which our books know nothing. */
const readUnknownRefunds = async (platform: Platform, terminalId: string, days: Days): Promise<Found[]> => {
  const { rows } = await sql<Found>`
    select g.kind, g.ref, g.amount::float8 as amount, g.day::text as day, p.event_id, p.id as payment_id
    from gateway_rows g
    left join gateway_rows c on c.terminal_id = g.terminal_id and c.kind = 'charge' and c.ref = g.charge_ref
    join lateral (
      select event_id, id from payments
      where payments.event_id = g.event_id and payments.id = g.payment_id and payments.status = 'paid'
      union all
      select event_id, id from payments
      where g.payment_id is null and payments.event_id = c.event_id and payments.id = c.payment_id and payments.status = 'paid'
      union all
      select event_id, id from payments
      where g.payment_id is null and c.payment_id is null and g.charge_ref is not null and payments.id = ${uuidIn(sql`g.reference`)}
        and payments.provider_ref = g.charge_ref and payments.status = 'paid'
    ) p on true
    where g.terminal_id = ${terminalId} and g.day between ${days.from}::date and ${days.until}::date
      and g.kind <> 'charge' and g.refund_id is null and g.currency = 'ILS'
    order by g.at, g.ref`.execute(platform.db)
  return rows
}

/** Claims the row for one caller; the refund, the tickets and the row are one transaction. */
const record = async (platform: Platform, tx: Tx, terminalId: string, found: Found, now: Date): Promise<boolean> => {
  const { rows } = await sql`
    select from gateway_rows
    where terminal_id = ${terminalId} and kind = ${found.kind} and ref = ${found.ref} and refund_id is null
    for update`.execute(tx)
  if (rows.length === 0) return false
  const reason = translatorFor(DEFAULT_LANG)('orders:history.refunded_at_gateway')
  const { event_id: eventId, payment_id: paymentId, amount, ref, kind: way } = found
  const refund = await recordForeignRefund(platform, tx, { eventId, paymentId, amount, ref, way, reason })
  // More than is left of the payment, or one of our own refunds is under way: it stays a difference that somebody looks into.
  if (isRefusal(refund)) throw new RefusalError(refund)
  const cancelled = await recordReturned(platform, tx, { eventId, orderId: refund.orderId }, { amount, reason }, now)
  if (isRefusal(cancelled)) throw new RefusalError(cancelled)
  await sql`
    update gateway_rows set event_id = ${eventId}, payment_id = ${paymentId}, refund_id = ${refund.id}
    where terminal_id = ${terminalId} and kind = ${found.kind} and ref = ${found.ref}`.execute(tx)
  const note = cancelled
    ? 'Refunded at the gateway: recorded, and the tickets are cancelled.'
    : 'Refunded at the gateway: recorded; the tickets stay valid.'
  const subject = `${terminalId} ${found.kind} ${found.ref}`
  const about = { eventId, paymentId, accountId: refund.accountId }
  await noteMended(tx, { ...about, scope: terminalId, subject, day: found.day, theirs: amount, note }, now)
  return true
}

/**
 * Refunds that somebody made in the gateway's own console become refunds of their orders: in the books, on statements, and
 * with everything returned the tickets are cancelled and the buyer is told once. How many there were.
 */
export const recordConsoleRefunds = async (
  platform: Platform,
  terminalId: string,
  days: Days,
  now: Date,
): Promise<number> => {
  let recorded = 0
  for (const found of await readUnknownRefunds(platform, terminalId, days)) {
    try {
      if (await inTransaction(platform.db, (tx) => record(platform, tx, terminalId, found, now))) recorded += 1
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error
    }
  }
  return recorded
}
