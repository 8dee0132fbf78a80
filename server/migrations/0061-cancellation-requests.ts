import { type Kysely, sql } from 'kysely'

/**
 * A request to cancel that came without a sign-in: when it came, on the order, until somebody acts on it. A sold order is
 * found by its number alone; the index has no unpaid orders, so that reservations do not pay for it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column cancellation_requested_at timestamptz`.execute(db)
  await sql`create index orders_sold_number on orders (number) where status in ('paid', 'partially_refunded')`.execute(
    db,
  )
  await sql`
    create index orders_cancellation_requested on orders (account_id, event_id)
    where cancellation_requested_at is not null`.execute(db)
}
