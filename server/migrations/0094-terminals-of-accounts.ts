import { type Kysely, sql } from 'kysely'

/**
 * Terminals that the operator adds, for an account or beside that of the settings. `suspended_at` is the operator's switch:
 * no new payment goes there. What a terminal's pages offer (instalments, Bit) and the origins of its pages, for the Content
 * Security Policy, are not secret and so not in `config`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payment_terminals
      add column origin text not null default 'operator' check (origin in ('settings', 'operator')),
      add column suspended_at timestamptz,
      add column max_installments smallint not null default 1 check (max_installments between 1 and 36),
      add column min_installment int not null default 0 check (min_installment >= 0),
      add column bit boolean not null default false,
      add column origins text[] not null default '{}'`.execute(db)
  await sql`update payment_terminals set origin = 'settings' where account_id is null`.execute(db)
}
