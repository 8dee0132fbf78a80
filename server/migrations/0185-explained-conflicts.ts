import { type Kysely, sql } from 'kysely'

/**
 * Conflicts of entries are explained and then closed: why, by whom (a member or a device at the gate) and when. Those that
 * the exit between two entries has explained say so.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table check_in_conflicts
      add column reason text,
      add column device_id uuid,
      add column explained_at timestamptz,
      add column closed_at timestamptz,
      add column closed_by uuid`.execute(db)
  await sql`
    update check_in_conflicts set reason = 'exit_arrived', explained_at = created_at,
      closed_at = case when state = 'closed' then created_at end
    where state <> 'open'`.execute(db)
  await sql`
    alter table check_in_conflicts
      add constraint check_in_conflicts_reason check ((state = 'open') = (reason is null)),
      add constraint check_in_conflicts_closed check ((state = 'closed') = (closed_at is not null))`.execute(db)
  await sql`
    create index check_in_conflicts_unclosed on check_in_conflicts (event_id, created_at)
    where state <> 'closed'`.execute(db)
}
