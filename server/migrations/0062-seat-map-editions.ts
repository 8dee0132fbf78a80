import { type Kysely, sql } from 'kysely'

/**
 * Drafts that are saved by several people, and numbered editions. Documents are `json`: kept as they were written, read as
 * one text. An edition is never changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table venues_maps
      alter column draft type json using draft::json,
      add column draft_saved_by uuid references users,
      add column draft_saved_at timestamptz,
      add column draft_seats int not null default 0,
      add column draft_areas int not null default 0,
      add column outline json,
      add column published_draft int`.execute(db)
  await sql`alter table venues_maps rename column published_version to edition`.execute(db)
  await sql`alter table venues_map_editions rename column version to edition`.execute(db)
  await sql`
    alter table venues_map_editions
      alter column document type json using document::json,
      add column seats int not null default 0,
      add column areas int not null default 0,
      add column categories jsonb not null default '[]'`.execute(db)
  await sql`
    create function venues_map_editions_never_change() returns trigger language plpgsql as $$
    begin
      raise exception 'an edition of a seat map never changes';
    end $$`.execute(db)
  await sql`
    create trigger venues_map_editions_never_change
      before update of map_id, edition, document, seats, areas, categories on venues_map_editions
      for each row execute function venues_map_editions_never_change()`.execute(db)
}
