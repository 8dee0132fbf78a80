import { type Kysely, sql } from 'kysely'

/** Simulated terminals that can run out of money for refunds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sandbox_balances (
      terminal text primary key,
      available bigint not null check (available >= 0)
    )`.execute(db)
}
