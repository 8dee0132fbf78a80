import { type Kysely, sql } from 'kysely'

/**
 * What a payout report after a refund run depends on, beside the sums that an order of it has: tickets that cost nothing, and
 * what goes back to cards with a rate of their own. Runs of versions before count their cards as regular.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table refund_run_items
      add column free integer not null default 0,
      add column special integer not null default 0,
      add column tourist integer not null default 0`.execute(db)
}
