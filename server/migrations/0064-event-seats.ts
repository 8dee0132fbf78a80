import { type Kysely, sql } from 'kysely'

/**
 * Seats of events. An event takes a snapshot of an edition (`event_seating`); its places become rows of `event_seats`,
 * whose numbers are dense and never used again. Every write of seats locks the clock of the event first and stamps its
 * rows with the next `rev`, so that revisions become visible in their order and a reader who asks for later ones misses
 * none. `stock.seats` bounds what a seated ticket type offers: `total` is the lesser of it and `quota`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table event_seating (
      event_id uuid primary key references events on delete cascade,
      account_id uuid not null,
      map_id uuid not null,
      edition int not null,
      revision int not null default 1,
      seating uuid not null,
      rules jsonb not null,
      document json not null,
      places jsonb not null,
      categories jsonb not null default '[]',
      hash text not null,
      updated_at timestamptz not null
    )`.execute(db)
  await sql`create index event_seating_map on event_seating (map_id)`.execute(db)
  await sql`
    create table event_seat_prices (
      event_id uuid not null references events on delete cascade,
      category text not null,
      ticket_type_id uuid not null,
      area_capacity int check (area_capacity >= 0),
      primary key (event_id, category, ticket_type_id)
    )`.execute(db)
  await sql`
    create table event_seat_clock (
      event_id uuid primary key references events on delete cascade,
      rev bigint not null default 0
    ) with (fillfactor = 20)`.execute(db)
  await sql`
    create table event_seats (
      event_id uuid not null references event_seat_clock on delete cascade,
      seat_no int not null check (seat_no >= 0),
      place text not null,
      category text not null,
      section text not null,
      row_label text not null,
      label text not null,
      flags int not null,
      channel smallint not null default 0 check (channel between 0 and 3),
      for_sale boolean not null default true,
      note text not null default '',
      state smallint not null default 0 check (state between 0 and 2),
      order_id uuid,
      ticket_type_id uuid,
      rev bigint not null default 0,
      primary key (event_id, seat_no),
      check ((state = 0) = (order_id is null))
    ) with (fillfactor = 60)`.execute(db)
  await sql`create index event_seats_rev on event_seats (event_id, rev) where rev > 0`.execute(db)
  await sql`create index event_seats_order on event_seats (event_id, order_id) where order_id is not null`.execute(db)
  await sql`alter table stock add column quota int check (quota >= 0), add column seats int check (seats >= 0)`.execute(
    db,
  )
  await sql`alter table tickets add column seat_no int, add column seat jsonb`.execute(db)
  // A seat is sold once, whatever the code above it believes.
  await sql`
    create unique index tickets_seat on tickets (event_id, seat_no)
    where status = 'valid' and seat_no is not null`.execute(db)
}
