import { type Kysely, sql } from 'kysely'
import type { Authorizer, EventOwned } from './platform/http/authorization.ts'

const TABLES: Readonly<Record<EventOwned, string>> = {
  order: 'orders',
  ticket_type: 'ticket_types',
  coupon: 'coupons',
  payment: 'payments',
  refund_run: 'refund_runs',
}

/**
 * The event that an order, ticket type, coupon, payment or refund run belongs to. It spans modules that do not know each other, so it
 * stands where they are put together.
 */
export const eventLookup =
  <DB>(db: Kysely<DB>): Authorizer['eventOf'] =>
  async (kind, uuid) => {
    const { rows } = await sql<{ event_id: string }>`
      select event_id from ${sql.table(TABLES[kind])} where id = ${uuid}`.execute(db)
    return rows[0]?.event_id
  }
