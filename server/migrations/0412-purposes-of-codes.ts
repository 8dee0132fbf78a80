import { type Kysely, sql } from 'kysely'

/** What a one-time code was requested for, and the entity that it is good for. Codes of before signed in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table login_codes
      add column purpose text not null default 'sign_in',
      add column subject text`.execute(db)
}
