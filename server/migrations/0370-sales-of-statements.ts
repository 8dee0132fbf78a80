import { type Kysely, sql } from 'kysely'

/**
 * The card sales of a statement by month and instalments, which say when the acquirer pays them: summed when it is made, so
 * that showing it reads no ledger. Statements of earlier versions have no row.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table statement_sales (
      statement_id uuid primary key references statements,
      sales jsonb not null
    )`.execute(db)
}
