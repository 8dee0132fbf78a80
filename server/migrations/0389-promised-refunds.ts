import { type Kysely, sql } from 'kysely'

/** The refunds that runs had promised when a statement was made, by event. Null before this version. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table statement_sales add column promised jsonb`.execute(db)
}
