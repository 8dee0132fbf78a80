import { type Kysely, sql } from 'kysely'

/**
 * A payment belongs to the terminal that charged it. Terminals belong to an account, or to the installation when
 * `account_id` is null; `config` is sealed with a key outside the database. `payments.terminal_id` has no foreign key:
 * every sale would lock the one row of its terminal. Payments older than this have none.
 *
 * Renames `gateway_words` to `payment_webhooks`; no rows are rewritten.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payment_terminals (
      id uuid primary key,
      account_id uuid references accounts on delete cascade,
      provider text not null,
      config text not null,
      name text not null,
      active boolean not null default true,
      created_at timestamptz not null,
      constraint payment_terminals_name unique nulls not distinct (account_id, provider, name)
    )`.execute(db)
  await sql`alter table payments add column terminal_id uuid`.execute(db)
  await sql`alter table gateway_words rename to payment_webhooks`.execute(db)
  await sql`alter index gateway_words_pkey rename to payment_webhooks_pkey`.execute(db)
  await sql`alter index gateway_words_open rename to payment_webhooks_open`.execute(db)
  await sql`
    alter table payment_webhooks
    rename constraint gateway_words_provider_provider_key_key to payment_webhooks_provider_key`.execute(db)
}
