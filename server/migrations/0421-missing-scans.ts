import { type Kysely, sql } from 'kysely'

/**
 * What never arrived of a device at the gate. A device numbers its scans for each event: `received` are the numbers that
 * uploads had, `first` to `through` those that are on it no more as far as it knows. What is missing between them, or what
 * the device itself says that its browser has thrown away, is lost.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table gate_sequences (
      event_id uuid not null,
      device_id text not null,
      received int4multirange not null default '{}',
      first integer,
      through integer,
      lost integer not null default 0,
      lost_from timestamptz,
      lost_to timestamptz,
      noted_at timestamptz not null,
      primary key (event_id, device_id)
    )`.execute(db)
  await sql`create index gate_sequences_noted on gate_sequences (noted_at)`.execute(db)
}
