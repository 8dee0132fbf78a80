import { type Kysely, sql } from 'kysely'

/** The seats that an order lost before its late payment arrived, as they were printed: it got equal ones instead. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column replaced_seats jsonb`.execute(db)
}
