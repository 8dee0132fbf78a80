import { type Kysely, sql } from 'kysely'

/** When an event was cancelled, so that its page says so; those that an approved refund run cancelled have it from there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add column cancelled_at timestamptz`.execute(db)
  await sql`
    update events e set cancelled_at = r.approved_at
    from refund_runs r
    where r.event_id = e.id and r.kind = 'cancelled' and r.approved_at is not null and e.status <> 'published'`.execute(
    db,
  )
}
