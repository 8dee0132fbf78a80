import { type Kysely, sql } from 'kysely'

/**
 * Phones that scan at the gate of an event without an account. Link and token are kept as keyed hashes; the first phone
 * that opens the link sets the token.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table gate_devices (
      event_id uuid not null,
      id uuid not null,
      account_id uuid not null,
      label text not null,
      helper text,
      role text not null check (role in ('scan', 'supervisor')),
      gate text,
      link_hash text not null unique,
      token_hash text unique,
      created_by uuid,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      joined_at timestamptz,
      revoked_at timestamptz,
      lost boolean not null default false,
      contact_at timestamptz,
      pending integer,
      battery smallint,
      clock_off_ms integer,
      list_at timestamptz,
      model text,
      primary key (event_id, id),
      check ((token_hash is null) = (joined_at is null)),
      check (not lost or revoked_at is not null)
    )`.execute(db)
  await sql`create index gate_devices_named on gate_devices (expires_at) where helper is not null`.execute(db)
}
