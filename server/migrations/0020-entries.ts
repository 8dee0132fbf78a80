import { type Kysely, sql } from 'kysely'

/**
 * How many have entered, one number for each event: every scan answers with it, and counting the tickets anew each time
 * costs more with every one that enters. PostgreSQL keeps it with the tickets themselves, whoever changes them. Tickets
 * are born outside; who writes a past in which they have entered writes the number too.
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
  await sql`
    create function tickets_count_entries() returns trigger language plpgsql as $$
    begin
      insert into event_entries as e (event_id, entered)
      select event_id, sum(moved) from (
        select event_id, 1 as moved from new_tickets where redeemed_at is not null and status = 'valid'
        union all
        select event_id, -1 from old_tickets where redeemed_at is not null and status = 'valid'
      ) c
      group by event_id having sum(moved) <> 0 order by event_id
      on conflict (event_id) do update set entered = e.entered + excluded.entered;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger tickets_count_entries after update on tickets
    referencing old table as old_tickets new table as new_tickets
    for each statement execute function tickets_count_entries()`.execute(db)
  // The money of an account in a span of time lies in its index alone.
  await sql`drop index payments_account_paid`.execute(db)
  await sql`
    create index payments_account_paid on payments (account_id, paid_at) include (event_id, amount, refunded)
    where status = 'paid'`.execute(db)
  // What went back of an event is found without looking at all that did not.
  await sql`create index payments_event_refunded on payments (event_id, order_id) where status = 'paid' and refunded > 0`.execute(
    db,
  )
  // Nobody counts by it any more, and without it an entry changes no index of its ticket.
  await sql`drop index tickets_redeemed`.execute(db)
}
