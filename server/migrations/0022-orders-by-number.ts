import { type Kysely, sql } from 'kysely'

/**
 * Nobody looks an order up by its number alone: a search reads the orders of an event or of an account, and compares
 * parts of numbers. Each new order paid for the index all the same.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index orders_number`.execute(db)
}
