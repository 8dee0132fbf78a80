import { type Kysely, sql } from 'kysely'

/** Where a device stands whose link names no gate: its helper chooses one, which binds nothing that it scans. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gate_devices add column stands_at text`.execute(db)
}
