import { type Kysely, sql } from 'kysely'

/** Every scan answers with the counters of its event: those who entered are counted from this index alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index tickets_redeemed on tickets (event_id) where redeemed_at is not null and status = 'valid'`.execute(
    db,
  )
}
