import { type Kysely, sql } from 'kysely'

/**
 * What the orders of a refund run were paid with: instalments and Bit apart from other cards, which versions before counted together.
 * The revenue of a statement by what was paid with, summed when it is made; null before this version.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table refund_run_items
      add column installments integer not null default 0,
      add column bit integer not null default 0`.execute(db)
  await sql`alter table statement_sales add column means jsonb`.execute(db)
}
