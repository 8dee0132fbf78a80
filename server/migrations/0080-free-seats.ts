import { type Kysely, sql } from 'kysely'

/**
 * The seats that everybody could take. Lists of events ask whether any are left: in a stadium that is sold out, without
 * this index, they would read every seat of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index event_seats_free on event_seats (event_id, category)
    where state = 0 and channel = 0 and for_sale`.execute(db)
}
