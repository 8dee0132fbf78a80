import { type Kysely, sql } from 'kysely'

/** The network of an open sale page as a keyed hash, so that one network cannot pretend to be a crowd. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table event_watchers add column network text`.execute(db)
  await sql`create index event_watchers_network on event_watchers (event_id, network, day)`.execute(db)
}
