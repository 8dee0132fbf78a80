import { type Kysely, sql } from 'kysely'

/** A customer's own list also looks for orders made while signed in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index orders_user on orders (user_id) where user_id is not null`.execute(db)
}
