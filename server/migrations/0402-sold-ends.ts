import { type Kysely, sql } from 'kysely'

/** The latest end under which an event had tickets: its money is due no earlier, whatever its dates are moved to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add column sold_ends_at timestamptz`.execute(db)
}
