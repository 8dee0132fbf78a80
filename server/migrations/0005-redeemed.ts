import { type Kysely, sql } from 'kysely'

/** Every scan replies with the counters of its event: this index counts the redeemed tickets. Dropped by 0020. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index tickets_redeemed on tickets (event_id) where redeemed_at is not null and status = 'valid'`.execute(
    db,
  )
}
