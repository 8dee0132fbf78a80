import { type Kysely, sql } from 'kysely'

/**
 * Acts of a person at the gate beside scanning: entries without a scanned code have a reason, and an entry that was a
 * mistake is undone by a row of its own (`undone`), which names the scan that it takes back. Devices that keep an
 * admission list learn of both, so the index of changes covers them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table scans drop constraint scans_verdict_check`.execute(db)
  await sql`
    alter table scans
      add constraint scans_verdict_check check (verdict in ('admitted', 'refused', 'undone')),
      add column reason text,
      add column note text,
      add column undoes uuid`.execute(db)
  await sql`drop index scans_event_received`.execute(db)
  await sql`create index scans_event_received on scans (event_id, received_at) where verdict <> 'refused'`.execute(db)
}
