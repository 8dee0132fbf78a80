import { type Kysely, sql } from 'kysely'

/**
 * Covering indexes for the statistics of an event: an event with very many tickets is summed by index-only scans.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index tickets_event_type`.execute(db)
  await sql`
    create index tickets_event_type on tickets (event_id, ticket_type_id, status)
    include (price, created_at, cancelled_at)`.execute(db)
  await sql`
    create index payments_event_paid on payments (event_id, order_id) include (amount, refunded, method, bucket)
    where status = 'paid'`.execute(db)
  await sql`
    create index orders_event_counted on orders (event_id, paid_at) where status in ('paid', 'partially_refunded')`.execute(
    db,
  )
  await sql`create index orders_event_undone on orders (event_id, id) where status in ('refunded', 'cancelled')`.execute(
    db,
  )
}
