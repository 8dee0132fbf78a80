import { type Kysely, sql } from 'kysely'

/**
 * Conflicts of entries are explained and then closed: why, by whom (a member or a device at the gate) and when. Those that
 * the exit between two entries explained before have no reason.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table check_in_conflicts
      add column reason text,
      add column device_id uuid,
      add column explained_at timestamptz,
      add column closed_at timestamptz,
      add column closed_by uuid`.execute(db)
}
