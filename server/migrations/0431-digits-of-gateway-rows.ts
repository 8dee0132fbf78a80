import { type Kysely, sql } from 'kysely'

/** The last digits of the card of a transaction that a gateway lists: what a person finds it by in the gateway's console. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gateway_rows add column last4 text`.execute(db)
}
