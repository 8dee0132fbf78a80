import { type Kysely, sql } from 'kysely'

/**
 * The hub of an event, of which there is one, and the lane that each device at its gates has said it has. Both name devices
 * of one evening and of members alike, by the id that the device gives itself, and are erased some weeks later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table gate_devices
      drop constraint gate_devices_role_check,
      add constraint gate_devices_role_check check (role in ('scan', 'supervisor', 'hub')) not valid`.execute(db)
  await sql`
    create table gate_hubs (
      event_id uuid primary key,
      hub text not null,
      device_id text not null,
      name text not null,
      started_at timestamptz not null,
      ended_at timestamptz
    )`.execute(db)
  await sql`
    create table gate_lanes (
      event_id uuid not null,
      device_id text not null,
      lane smallint,
      name text not null,
      contact_at timestamptz not null,
      primary key (event_id, device_id)
    )`.execute(db)
  await sql`create index gate_lanes_contact on gate_lanes (contact_at)`.execute(db)
}
