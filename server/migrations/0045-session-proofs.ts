import { type Kysely, sql } from 'kysely'

/** When the person of a session last proved who they are: what moves money or roles asks for a recent proof. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column proved_at timestamptz`.execute(db)
}
