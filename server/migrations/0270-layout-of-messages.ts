import { type Kysely, sql } from 'kysely'

/**
 * E-mails are stored as what they say; the sender puts the layout with this number round it. Null: rows of the versions
 * before, which are whole pages. A server of such a version sends a new row without its layout: plain, but all of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages add column layout smallint`.execute(db)
}
