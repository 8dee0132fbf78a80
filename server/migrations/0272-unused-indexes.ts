import { type Kysely, sql } from 'kysely'

/**
 * `messages_failed` replaces the first; the orders of a phone are few, so that `orders_phone` serves the second. No
 * `contract`: a server of the version before runs without them, and only its lists of unsent messages take longer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index if exists messages_open`.execute(db)
  await sql`drop index if exists orders_account_phone`.execute(db)
}
