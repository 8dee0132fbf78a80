import { type Kysely, sql } from 'kysely'

/**
 * Seat maps. A seat map has a draft document, whose version each save increments, and published editions, which never
 * change. Sections and elements of the newest edition are rows, so that an event copies them without parsing documents.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table venues_maps (
      id uuid primary key,
      account_id uuid not null references accounts on delete cascade,
      venue_id uuid references venues,
      name text not null,
      draft jsonb not null,
      draft_version int not null default 1,
      published_version int,
      created_by uuid references users,
      archived_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db)
  await sql`create index venues_maps_account on venues_maps (account_id, updated_at desc)`.execute(db)
  await sql`create index venues_maps_venue on venues_maps (venue_id) where venue_id is not null`.execute(db)
  await sql`
    create table venues_map_editions (
      map_id uuid not null references venues_maps on delete cascade,
      version int not null,
      document jsonb not null,
      published_by uuid references users,
      published_at timestamptz not null,
      primary key (map_id, version)
    )`.execute(db)
  await sql`
    create table venues_maps_sections (
      map_id uuid not null references venues_maps on delete cascade,
      id uuid not null,
      account_id uuid not null,
      position int not null,
      name text not null,
      kind text not null check (kind in ('rows', 'tables', 'area')),
      capacity int not null check (capacity >= 0),
      shape jsonb not null default '{}',
      primary key (map_id, id)
    )`.execute(db)
  await sql`create index venues_maps_sections_account on venues_maps_sections (account_id)`.execute(db)
  await sql`
    create table venues_maps_elements (
      map_id uuid not null references venues_maps on delete cascade,
      id uuid not null,
      account_id uuid not null,
      section_id uuid,
      position int not null,
      kind text not null check (kind in ('seat', 'table', 'area', 'stage', 'text')),
      row_label text not null default '',
      label text not null default '',
      x real not null default 0,
      y real not null default 0,
      settings jsonb not null default '{}',
      primary key (map_id, id),
      foreign key (map_id, section_id) references venues_maps_sections on delete cascade
    )`.execute(db)
  await sql`create index venues_maps_elements_account on venues_maps_elements (account_id)`.execute(db)
}
