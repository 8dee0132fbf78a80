import { type Kysely, sql } from 'kysely'

/**
 * Scans that a device decided by itself come later, in batches. What the device says of one (its place in the device's
 * sequence, mode, role, the time by its own clock) is `origin`. An entry that happened is never refused: where the server
 * knows better, the scan has the verdict `conflict` and a row of `check_in_conflicts`, which somebody explains and closes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table scans drop constraint scans_verdict_check`.execute(db)
  // Rows of before hold: they satisfied the narrower constraint.
  await sql`
    alter table scans
      add constraint scans_verdict_check check (verdict in ('admitted', 'refused', 'undone', 'conflict')) not valid,
      add column origin jsonb`.execute(db)
  await sql`
    create table check_in_conflicts (
      event_id uuid not null,
      scan_id uuid not null,
      ticket_id uuid,
      kind text not null check (kind in ('double', 'cancelled', 'reissued', 'foreign', 'unknown')),
      other_scan_id uuid,
      winner_scan_id uuid,
      state text not null default 'open' check (state in ('open', 'explained', 'closed')),
      note text,
      user_id uuid,
      created_at timestamptz not null,
      primary key (event_id, scan_id)
    )`.execute(db)
}
