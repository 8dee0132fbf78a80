import { type Kysely, sql } from 'kysely'

/**
 * Texts in English and Arabic of venues, artists, accounts, forms and their questions, in the shape of those of events. A
 * column with a constant default does not rewrite its table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['venues', 'event_artists', 'accounts', 'forms', 'form_fields'])
    await sql`alter table ${sql.table(table)} add column texts jsonb not null default '{}'`.execute(db)
}
