import { type Kysely, sql } from 'kysely'

/** Phones of members say what waits on them, too: without that the board shows nothing of one that has lost its network. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table gate_lanes
      add column pending integer,
      add column gate text,
      add column left_at timestamptz`.execute(db)
}
