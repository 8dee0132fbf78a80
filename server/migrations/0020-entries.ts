import { type Kysely, sql } from 'kysely'

/**
 * The number of entries of each event. Every scan replies with it, and counting tickets would cost more with each entry.
 * The statement that redeems tickets, or cancels redeemed ones, updates it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table event_entries (
      event_id uuid primary key,
      entered int not null
    ) with (fillfactor = 50)`.execute(db)
  await sql`
    insert into event_entries (event_id, entered)
    select event_id, count(*) from tickets where redeemed_at is not null and status = 'valid' group by event_id`.execute(
    db,
  )
  // A covering index for the revenue of an account in a period.
  await sql`drop index payments_account_paid`.execute(db)
  await sql`
    create index payments_account_paid on payments (account_id, paid_at) include (event_id, amount, refunded)
    where status = 'paid'`.execute(db)
  // A partial index on the refunded payments of an event.
  await sql`create index payments_event_refunded on payments (event_id, order_id) where status = 'paid' and refunded > 0`.execute(
    db,
  )
  // A covering index for a page of the public list and its total.
  await sql`drop index events_public`.execute(db)
  await sql`create index events_public on events (starts_at, id) include (ends_at) where status = 'published'`.execute(
    db,
  )
  // No query counts with it any more; without it, redeeming a ticket changes no index.
  await sql`drop index tickets_redeemed`.execute(db)
}
