import { type Kysely, sql } from 'kysely'

/**
 * Drops an unused index that each new order had to update: a search reads the orders of an event or of an account and
 * compares parts of numbers, and no query finds an order by its number alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index orders_number`.execute(db)
}
