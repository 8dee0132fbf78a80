import { type Kysely, sql } from 'kysely'

/**
 * The ledger: journals of two or more entries that sum to zero, numbered by account in the order in which they were booked. Rows never change;
 * a trigger refuses updates and deletes. `ledger_unbooked` lists the events whose payments are older than the ledger, until
 * the server has booked them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ledger_positions (
      account_id uuid primary key,
      last_seq int not null default 0
    )`.execute(db)
  await sql`
    create table journals (
      account_id uuid not null,
      seq int not null,
      id uuid not null unique,
      kind text not null,
      ref text not null,
      event_id uuid,
      order_id uuid,
      holder text,
      bucket text,
      occurred_at timestamptz not null,
      booked_at timestamptz not null,
      primary key (account_id, seq),
      unique (kind, ref)
    )`.execute(db)
  await sql`create index journals_event on journals (event_id, seq) where event_id is not null`.execute(db)
  await sql`create index journals_time on journals (account_id, occurred_at desc, seq desc)`.execute(db)
  await sql`
    create table ledger_entries (
      account_id uuid not null,
      seq int not null,
      line smallint not null,
      ledger_account text not null,
      amount bigint not null,
      primary key (account_id, seq, line)
    )`.execute(db)
  await sql`
    create function ledger_is_append_only() returns trigger language plpgsql as $$
    begin
      raise exception 'the ledger is append-only: book a correction';
    end $$`.execute(db)
  await sql`
    create trigger journals_append_only before update or delete on journals
    for each statement execute function ledger_is_append_only()`.execute(db)
  await sql`
    create trigger ledger_entries_append_only before update or delete on ledger_entries
    for each statement execute function ledger_is_append_only()`.execute(db)
  await sql`create table ledger_unbooked (event_id uuid primary key)`.execute(db)
  await sql`insert into ledger_unbooked select distinct event_id from payments where status = 'paid'`.execute(db)
}
