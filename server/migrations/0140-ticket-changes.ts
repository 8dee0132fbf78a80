import { type Kysely, sql } from 'kysely'

/**
 * What happens to the tickets of an event, numbered without gaps: devices at the gate ask for what follows the number that
 * they have. The number is taken under the event's row of `event_entries`, which is locked until the commit, so that a
 * reader never sees a number before the ones below it. Tickets of earlier times have no row: a device reads them in full.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table event_entries add column seq bigint not null default 0`.execute(db)
  await sql`
    create table ticket_changes (
      event_id uuid not null,
      seq bigint not null,
      ticket_id uuid not null,
      change text not null check (change in ('issued', 'cancelled', 'retyped', 'reissued', 'redeemed', 'undone', 'left', 'moved')),
      primary key (event_id, seq)
    )`.execute(db)
}
