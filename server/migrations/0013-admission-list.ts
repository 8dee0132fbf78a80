import { type Kysely, sql } from 'kysely'

/**
 * Indexes for the changes of an admission list since a device last read it: entries and cancellations by their time. New
 * tickets are found by their orders.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index scans_event_received on scans (event_id, received_at) where verdict = 'admitted'`.execute(db)
  await sql`create index tickets_event_cancelled on tickets (event_id, cancelled_at) where cancelled_at is not null`.execute(
    db,
  )
}
