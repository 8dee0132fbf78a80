import { type Kysely, sql } from 'kysely'

/** Events and what belongs to them: categories, artists, forms, venues, ticket types, stock, visits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table event_categories (
      id uuid primary key,
      slug text not null unique,
      names jsonb not null,
      position int not null
    )`.execute(db)
  // The ids are fixed so that links and saved filters survive a rebuilt database.
  await sql`
    insert into event_categories (id, slug, names, position) values
      ('018f0000-0000-7000-8000-000000000001', 'shows', '{"he":"הופעות","en":"Shows","ar":"عروض"}', 1),
      ('018f0000-0000-7000-8000-000000000002', 'stand-up', '{"he":"סטנדאפ","en":"Stand-up","ar":"ستاند أب"}', 2),
      ('018f0000-0000-7000-8000-000000000003', 'plays', '{"he":"הצגות","en":"Plays","ar":"مسرحيات"}', 3),
      ('018f0000-0000-7000-8000-000000000004', 'conferences', '{"he":"כנסים","en":"Conferences","ar":"مؤتمرات"}', 4),
      ('018f0000-0000-7000-8000-000000000005', 'tours', '{"he":"סיורים","en":"Tours","ar":"جولات"}', 5),
      ('018f0000-0000-7000-8000-000000000006', 'classes', '{"he":"סדנאות","en":"Classes","ar":"ورشات"}', 6),
      ('018f0000-0000-7000-8000-000000000007', 'sports', '{"he":"ספורט","en":"Sports","ar":"رياضة"}', 7),
      ('018f0000-0000-7000-8000-000000000008', 'art', '{"he":"אמנות","en":"Art","ar":"فنون"}', 8)`.execute(db)
  await sql`
    create table venues (
      id uuid primary key,
      account_id uuid not null references accounts on delete cascade,
      name text not null,
      address_street text not null default '',
      address_street_number text not null default '',
      address_city text not null default '',
      notes text not null default '',
      archived_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index venues_account on venues (account_id)`.execute(db)
  await sql`
    create table forms (
      id uuid primary key,
      account_id uuid not null references accounts on delete cascade,
      name text not null,
      ask_per text not null default 'order' check (ask_per in ('order', 'ticket')),
      archived_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index forms_account on forms (account_id)`.execute(db)
  await sql`
    create table form_fields (
      id uuid primary key,
      form_id uuid not null references forms on delete cascade,
      position int not null,
      type text not null,
      name text not null,
      description text not null default '',
      advanced_name text,
      required boolean not null default false,
      settings jsonb not null default '{}',
      removed_at timestamptz
    )`.execute(db)
  await sql`create index form_fields_form on form_fields (form_id, position)`.execute(db)
  await sql`
    create table events (
      id uuid primary key,
      account_id uuid not null references accounts on delete cascade,
      slug text not null unique,
      kind text not null default 'tickets' check (kind in ('tickets', 'seats')),
      name text not null,
      description text not null default '',
      texts jsonb not null default '{}',
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      timezone text not null default 'Asia/Jerusalem',
      venue_id uuid references venues,
      address_description text not null default '',
      address_street text not null default '',
      address_street_number text not null default '',
      address_city text not null default '',
      settings jsonb not null default '{}',
      status text not null default 'draft' check (status in ('draft', 'published', 'archived')),
      published_at timestamptz,
      archived_at timestamptz,
      created_by uuid references users,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check (ends_at > starts_at)
    )`.execute(db)
  await sql`create index events_account on events (account_id, starts_at)`.execute(db)
  await sql`create index events_public on events (starts_at) where status = 'published'`.execute(db)
  await sql`
    create table event_category_links (
      event_id uuid not null references events on delete cascade,
      category_id uuid not null references event_categories,
      position int not null,
      primary key (event_id, category_id)
    )`.execute(db)
  await sql`
    create table event_artists (
      event_id uuid not null references events on delete cascade,
      position int not null,
      name text not null,
      primary key (event_id, position)
    )`.execute(db)
  await sql`
    create table event_forms (
      event_id uuid not null references events on delete cascade,
      form_id uuid not null references forms,
      position int not null,
      primary key (event_id, form_id)
    )`.execute(db)
  await sql`create index event_forms_form on event_forms (form_id)`.execute(db)
  await sql`
    create table event_visits (
      event_id uuid not null,
      day date not null,
      views int not null default 0,
      visitors int not null default 0,
      primary key (event_id, day)
    )`.execute(db)
  await sql`
    create unlogged table event_watchers (
      event_id uuid not null,
      visitor text not null,
      day date not null,
      seen_at timestamptz not null,
      primary key (event_id, visitor)
    )`.execute(db)
  await sql`
    create table ticket_types (
      event_id uuid not null references events on delete cascade,
      id uuid not null,
      account_id uuid not null,
      name text not null,
      info text not null default '',
      type text not null default 'regular' check (type in ('regular', 'producer')),
      price int not null check (price >= 0),
      purchase_limit int check (purchase_limit > 0),
      sale_starts_at timestamptz,
      sale_ends_at timestamptz,
      position int not null,
      texts jsonb not null default '{}',
      archived_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (event_id, id)
    )`.execute(db)
  await sql`create index ticket_types_id on ticket_types (id)`.execute(db)
  // The one contended row of a sale. Room is left in each page so that every update stays on it (HOT).
  await sql`
    create table stock (
      event_id uuid not null,
      ticket_type_id uuid not null,
      total int not null,
      held int not null default 0,
      sold int not null default 0,
      primary key (event_id, ticket_type_id),
      check (held >= 0 and sold >= 0 and held + sold <= total)
    ) with (fillfactor = 20)`.execute(db)
}
