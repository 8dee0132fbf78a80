import { type Kysely, sql } from 'kysely'

/** Index for the orders that a customer placed while signed in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index orders_user on orders (user_id) where user_id is not null`.execute(db)
}
