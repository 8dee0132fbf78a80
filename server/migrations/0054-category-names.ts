import { type Kysely, sql } from 'kysely'

/** Names of categories are texts of the product and stand in its catalogues, by slug (`catalogue:category.<slug>`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table event_categories drop column names`.execute(db)
}
