import { type Kysely, sql } from 'kysely'

/** How many recipients a message to the buyers of an event did not reach, because they had used up their budget. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table buyer_messages add column over_budget int not null default 0`.execute(db)
}
