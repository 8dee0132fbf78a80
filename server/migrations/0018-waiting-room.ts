import { type Kysely, sql } from 'kysely'

/** Waiting rooms: one row with counters for each event, and the places assigned in it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table waiting_rooms (
      event_id uuid primary key references events on delete cascade,
      mode text not null default 'off' check (mode in ('off', 'automatic', 'on')),
      threshold int not null default 10,
      opens_at timestamptz,
      most_inside int not null default 100 check (most_inside > 0),
      pace int check (pace > 0),
      paused boolean not null default false,
      work_bits int not null default 12,
      state text not null default 'idle' check (state in ('idle', 'lobby', 'open')),
      round int not null default 0,
      seed text not null default '',
      drawn int not null default 0,
      last_number int not null default 0,
      admitted int not null default 0,
      credit double precision not null default 0,
      gone int not null default 0,
      arrivals bigint not null default 0,
      arrivals_counted bigint not null default 0,
      arrival_rate double precision not null default 0,
      marks jsonb not null default '[]',
      figures jsonb not null default '{}',
      opened_at timestamptz,
      calm_since timestamptz,
      ticked_at timestamptz,
      check (admitted <= last_number and drawn <= last_number)
    )`.execute(db)
  await sql`create index waiting_rooms_live on waiting_rooms (event_id) where mode <> 'off'`.execute(db)
  await sql`
    create table waiting_places (
      event_id uuid not null references waiting_rooms on delete cascade,
      round int not null,
      number int not null,
      device text not null,
      phone text,
      place int,
      joined_at timestamptz not null,
      knocked_at timestamptz,
      called_at timestamptz,
      claimed_at timestamptz,
      claimed_by text,
      pass_until timestamptz,
      uses int not null default 0,
      orders uuid[] not null default '{}',
      done_at timestamptz,
      outcome text check (outcome in ('paid', 'left')),
      primary key (event_id, round, number)
    )`.execute(db)
  // At most one place in use for each device and for each phone.
  await sql`
    create unique index waiting_places_device on waiting_places (event_id, round, device)
    where done_at is null`.execute(db)
  await sql`
    create unique index waiting_places_phone on waiting_places (event_id, round, phone)
    where done_at is null and phone is not null`.execute(db)
  await sql`
    create index waiting_places_inside on waiting_places (event_id, round)
    where claimed_at is not null and done_at is null`.execute(db)
  await sql`
    create index waiting_places_back on waiting_places (event_id, round)
    where knocked_at is not null and claimed_at is null and done_at is null`.execute(db)
  await sql`
    create index waiting_places_known on waiting_places (event_id, round, place)
    where place is not null`.execute(db)
}
