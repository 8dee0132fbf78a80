import { type Kysely, sql } from 'kysely'

/**
 * 1. Log of exports and erasures of personal data, without the data: the person is a keyed hash, the affected rows are
 *    counts. `account_id` is null where a person acted on the own data in all accounts. `user_id` has no foreign key: the
 *    entry remains after the user who acted is erased.
 * 2. The generation of an order's link (`link_turn`). A change of the buyer's phone or e-mail increments it, so that older
 *    links are invalid.
 * 3. Indexes that find a person's orders in an account by phone and by e-mail.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table data_rights_log (
      id uuid primary key,
      account_id uuid references accounts on delete cascade,
      user_id uuid not null,
      kind text not null check (kind in ('export', 'erase')),
      person_hash text not null,
      counts jsonb not null,
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index data_rights_log_account on data_rights_log (account_id, created_at desc)`.execute(db)
  await sql`alter table orders add column link_turn int not null default 0`.execute(db)
  await sql`create index orders_account_phone on orders (account_id, buyer_phone) where buyer_phone is not null`.execute(
    db,
  )
  await sql`create index orders_account_email on orders (account_id, lower(buyer_email)) where buyer_email is not null`.execute(
    db,
  )
}
