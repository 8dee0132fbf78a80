import { type Kysely, sql } from 'kysely'

/** The sales and card fees of a statement by event and kind of card, summed when it is made. Null before this version. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table statement_sales add column cards jsonb`.execute(db)
}
