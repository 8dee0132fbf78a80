import { type Kysely, sql } from 'kysely'

/** When a seat that nobody may buy yet opens for everybody; null: when somebody opens it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table event_seats add column opens_at timestamptz`.execute(db)
}
