import { type Kysely, sql } from 'kysely'

/**
 * Which of an event's numbered changes may be forgotten: those that had their number when the job marked it, a day ago.
 * The changes themselves have no time, and a column for one would cost a write with each ticket.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table event_entries
      add column marked_seq bigint not null default 0,
      add column marked_at timestamptz,
      add column pruned_seq bigint not null default 0`.execute(db)
}
