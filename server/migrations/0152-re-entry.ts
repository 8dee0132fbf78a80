import { type Kysely, sql } from 'kysely'

/**
 * Tickets that leave and come back. All columns are null, or have a constant default, so that no table is rewritten:
 * a ticket that entered once and is inside says nothing more than before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tickets
      add column left_at timestamptz,
      add column reentered_at timestamptz,
      add column day_entries smallint`.execute(db)
  await sql`alter table event_entries add column outside integer not null default 0`.execute(db)
  await sql`
    alter table scans
      add column direction text not null default 'entry',
      add constraint scans_direction_check check (direction in ('entry', 'exit')) not valid`.execute(db)
}
