import { type Kysely, sql } from 'kysely'

/**
 * From where an order came, for the limits on open holds and on messages: keyed hashes of the network and of the browser's
 * random id. A pass of a waiting room reserves one cart at a time (`reserving_until`). New waiting rooms ask for more work for a place; rooms that exist keep what their producer sees.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column network text, add column device text`.execute(db)
  await sql`alter table waiting_places add column reserving_until timestamptz`.execute(db)
  await sql`alter table waiting_rooms alter column work_bits set default 16`.execute(db)
}
