import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/db.ts'

/** The locks that every change of an order takes first, in the order of their ids. */
export const lockBuyerOrders = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`select id from orders where id = any(${[...ids]}::uuid[]) order by id for update`.execute(tx)
}

/**
 * Takes the person out of orders: names, contacts, consent, answers, and what was written by hand in the history. Sums,
 * lines, payments and tickets stay as they are.
 */
export const eraseBuyers = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  const those = sql`any(${[...ids]}::uuid[])`
  await sql`
    update orders set buyer_name = null, buyer_phone = null, buyer_email = null, user_id = null,
      marketing_consent_at = null, limit_phone = null where id = ${those}`.execute(tx)
  await sql`
    delete from order_answers a using orders o
    where o.id = ${those} and a.event_id = o.event_id and a.order_id = o.id`.execute(tx)
  await sql`
    update order_history h set detail = h.detail - 'reason' - 'from' - 'to' from orders o
    where o.id = ${those} and h.event_id = o.event_id and h.order_id = o.id`.execute(tx)
}
