import { type Kysely, sql } from 'kysely'

/** The start that everybody with tickets was last notified of: a refund run of a postponed event repeats it to no holder. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add column announced_starts_at timestamptz`.execute(db)
}
