import { type Kysely, sql } from 'kysely'

/**
 * A message is written once and updated once, when it was sent, and its text is most of the row: with room left on its page
 * the second version stays there, and the write-ahead log contains what changed instead of the whole row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages set (fillfactor = 50)`.execute(db)
}
