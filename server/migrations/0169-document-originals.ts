import { type Kysely, sql } from 'kysely'

/** Documents whose original was printed: every later print is a copy. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table document_originals (
      document_id uuid primary key references documents,
      printed_at timestamptz not null,
      printed_by text not null
    )`.execute(db)
}
