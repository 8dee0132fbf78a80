import { type Kysely, sql } from 'kysely'

/**
 * Sections and elements that calls changed in the draft of a seat map stand beside those of its newest edition, with their
 * state. `edition_capacity` is what the edition says of a section whose row shows the draft.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const table of ['venues_maps_sections', 'venues_maps_elements']) {
    await sql`
      alter table ${sql.table(table)} add column status text not null default 'published'
        check (status in ('draft', 'published', 'changed', 'removed'))`.execute(db)
    // Few rows are none of an edition, and every save of a draft looks for them.
    await sql`
      create index ${sql.ref(`${table}_unpublished`)} on ${sql.table(table)} (map_id) where status <> 'published'`.execute(
      db,
    )
  }
  await sql`alter table venues_maps_sections add column edition_capacity int check (edition_capacity >= 0)`.execute(db)
}
