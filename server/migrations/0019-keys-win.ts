import { type Kysely, sql } from 'kysely'

/**
 * Prepared statements are planned once, often while the tables are empty. Then every index that begins with the event has
 * the same cost as an index by id, and PostgreSQL chooses the newest. These indexes by id are created again to be the
 * newest; otherwise a read of one order would scan all orders of its event until the tables are analysed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index orders_id`.execute(db)
  await sql`create index orders_id on orders (id)`.execute(db)
  // The id is included so that the index sorts as well as the primary key does.
  await sql`drop index payments_order`.execute(db)
  await sql`create index payments_order on payments (event_id, order_id, id)`.execute(db)
  await sql`drop index payments_id`.execute(db)
  await sql`create index payments_id on payments (id)`.execute(db)
  // Leaves free space in each page, so that storing the URL of the payment page is a HOT update, which changes no index.
  await sql`alter table payments set (fillfactor = 70)`.execute(db)
}
