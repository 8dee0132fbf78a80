import { type Kysely, sql } from 'kysely'

/** The gates that the sections of an event's hall name, so that a scan does not read the whole map. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table event_seating add column gates jsonb not null
    generated always as (jsonb_path_query_array(document::jsonb, '$.sections[*].gate')) stored`.execute(db)
}
