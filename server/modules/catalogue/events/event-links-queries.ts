import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { asJson } from '../../../platform/http/listing.ts'
import type { ArtistTexts } from './tables.ts'

export interface CategoryRow {
  id: string
  slug: string
}

export const categoryRows = async (db: Db | Tx): Promise<CategoryRow[]> =>
  db.selectFrom('event_categories').select(['id', 'slug']).orderBy('position').execute()

export interface EventCounts {
  readonly categories_count: number
  readonly artists_count: number
  readonly forms_count: number
  readonly events_tickets_count: number
}

/** How many categories, artists, forms and ticket types each event has. */
export const countsOf = async (db: Db | Tx, eventIds: readonly string[]): Promise<Map<string, EventCounts>> => {
  const rows = await db
    .selectFrom('events as e')
    .where(sql<boolean>`e.id = any(${[...eventIds]}::uuid[])`)
    .select([
      'e.id',
      sql<number>`(select count(*) from event_category_links l where l.event_id = e.id)::int`.as('categories_count'),
      sql<number>`(select count(*) from event_artists a where a.event_id = e.id)::int`.as('artists_count'),
      sql<number>`(select count(*) from event_forms f where f.event_id = e.id)::int`.as('forms_count'),
      sql<number>`(select count(*) from ticket_types t
        where t.event_id = e.id and t.archived_at is null)::int`.as('events_tickets_count'),
    ])
    .execute()
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** Those of `ids` that are categories. */
export const existingCategories = async (db: Db | Tx, ids: readonly string[]): Promise<string[]> =>
  (
    await db
      .selectFrom('event_categories')
      .select('id')
      .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
      .execute()
  ).map((row) => row.id)

/** All ticket types of an event, archived ones too. */
export const ticketTypeIds = async (db: Db | Tx, eventId: string): Promise<string[]> =>
  (await db.selectFrom('ticket_types').select('id').where('event_id', '=', eventId).execute()).map((row) => row.id)

export const categoriesOf = async (
  db: Db | Tx,
  eventIds: readonly string[],
): Promise<Array<CategoryRow & { event_id: string }>> =>
  db
    .selectFrom('event_category_links')
    .innerJoin('event_categories', 'event_categories.id', 'event_category_links.category_id')
    .where(sql<boolean>`event_category_links.event_id = any(${[...eventIds]}::uuid[])`)
    .orderBy('event_category_links.position')
    .select(['event_category_links.event_id', 'event_categories.id', 'event_categories.slug'])
    .execute()

export interface ArtistRow {
  readonly name: string
  readonly texts: ArtistTexts
}

export const artistsOf = async (
  db: Db | Tx,
  eventIds: readonly string[],
): Promise<Array<ArtistRow & { event_id: string }>> =>
  db
    .selectFrom('event_artists')
    .where(sql<boolean>`event_id = any(${[...eventIds]}::uuid[])`)
    .orderBy('position')
    .select(['event_id', 'name', 'texts'])
    .execute()

export const formIdsOf = async (
  db: Db | Tx,
  eventIds: readonly string[],
): Promise<Array<{ event_id: string; form_id: string }>> =>
  db
    .selectFrom('event_forms')
    .where(sql<boolean>`event_id = any(${[...eventIds]}::uuid[])`)
    .orderBy('position')
    .select(['event_id', 'form_id'])
    .execute()

export const setCategories = async (tx: Tx, eventId: string, ids: readonly string[]): Promise<void> => {
  await tx.deleteFrom('event_category_links').where('event_id', '=', eventId).execute()
  if (ids.length > 0)
    await tx
      .insertInto('event_category_links')
      .values(ids.map((category_id, position) => ({ event_id: eventId, category_id, position })))
      .execute()
}

export const setArtists = async (tx: Tx, eventId: string, artists: readonly ArtistRow[]): Promise<void> => {
  await tx.deleteFrom('event_artists').where('event_id', '=', eventId).execute()
  if (artists.length > 0)
    await tx
      .insertInto('event_artists')
      .values(artists.map(({ name, texts }, position) => ({ event_id: eventId, position, name, texts: asJson(texts) })))
      .execute()
}

export const setForms = async (tx: Tx, eventId: string, ids: readonly string[]): Promise<void> => {
  await tx.deleteFrom('event_forms').where('event_id', '=', eventId).execute()
  if (ids.length > 0)
    await tx
      .insertInto('event_forms')
      .values(ids.map((form_id, position) => ({ event_id: eventId, form_id, position })))
      .execute()
}
