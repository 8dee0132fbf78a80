import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/db.ts'

/** Locks orders in the order of their ids. */
export const lockBuyerOrders = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`select id from orders where id = any(${[...ids]}::uuid[]) order by id for update`.execute(tx)
}

/**
 * Removes the person from orders: names, contacts, consent, answers, and free text in the history. Amounts, lines,
 * payments and tickets stay.
 */
export const eraseBuyers = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  const listed = sql`any(${[...ids]}::uuid[])`
  await sql`
    update orders set buyer_name = null, buyer_phone = null, buyer_email = null, user_id = null,
      marketing_consent_at = null, limit_phone = null, network = null, device = null where id = ${listed}`.execute(tx)
  await sql`
    delete from order_answers a using orders o
    where o.id = ${listed} and a.event_id = o.event_id and a.order_id = o.id`.execute(tx)
  await sql`
    update order_history h set detail = h.detail - 'reason' - 'from' - 'to' - 'name' - 'contact' from orders o
    where o.id = ${listed} and h.event_id = o.event_id and h.order_id = o.id`.execute(tx)
}
