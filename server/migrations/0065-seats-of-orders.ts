import { type Kysely, sql } from 'kysely'

/**
 * The seats that a line of an order got. `event_seats` says whose a seat is now; this says what an order had, also after
 * its hold has ended: a late payment takes the same seats again if they are free.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table order_lines add column seats uuid[]`.execute(db)
}
