import { type Kysely, sql } from 'kysely'

/** When a published event was postponed and from which start: buyers read under which date they bought. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add column moves jsonb not null default '[]'::jsonb`.execute(db)
}
