import { type Kysely, sql } from 'kysely'

/**
 * The cancellation fee that was retained of each order, in agorot, and covering indexes for figures that count orders by channel
 * and revenue by day without reading the tables.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column cancellation_fee int not null default 0 check (cancellation_fee >= 0)`.execute(
    db,
  )
  await sql`drop index orders_event_counted`.execute(db)
  await sql`
    create index orders_event_counted on orders (event_id, paid_at) include (channel)
    where status in ('paid', 'partially_refunded')`.execute(db)
  await sql`drop index payments_event_paid`.execute(db)
  await sql`
    create index payments_event_paid on payments (event_id, order_id)
    include (amount, refunded, method, bucket, paid_at) where status = 'paid'`.execute(db)
  await sql`create index orders_event_invited on orders (event_id) where channel = 'invitation'`.execute(db)
}
