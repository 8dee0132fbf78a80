import { type Kysely, sql } from 'kysely'

/** The translated names of an event's sections and floors, so that a ticket is read in any language without its map. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table event_seating add column names jsonb not null default '{"sections": {}, "floors": {}}'`.execute(
    db,
  )
}
