import { type Kysely, sql } from 'kysely'

/** Drops a column that equalled `views` and that nothing read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table event_visits drop column visitors`.execute(db)
}
