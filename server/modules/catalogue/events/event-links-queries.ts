import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { LocalTexts } from '../../../platform/database/schema-columns.ts'

export interface CategoryRow {
  id: string
  slug: string
  names: LocalTexts
}

export const categoryRows = async (db: Db | Tx): Promise<CategoryRow[]> =>
  db.selectFrom('event_categories').select(['id', 'slug', 'names']).orderBy('position').execute()

/** Those of `ids` that are categories. */
export const existingCategories = async (db: Db | Tx, ids: readonly string[]): Promise<string[]> =>
  (
    await db
      .selectFrom('event_categories')
      .select('id')
      .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
      .execute()
  ).map((row) => row.id)

export const categoriesOf = async (
  db: Db | Tx,
  eventIds: readonly string[],
): Promise<Array<CategoryRow & { event_id: string }>> =>
  db
    .selectFrom('event_category_links')
    .innerJoin('event_categories', 'event_categories.id', 'event_category_links.category_id')
    .where(sql<boolean>`event_category_links.event_id = any(${[...eventIds]}::uuid[])`)
    .orderBy('event_category_links.position')
    .select(['event_category_links.event_id', 'event_categories.id', 'event_categories.slug', 'event_categories.names'])
    .execute()

export const artistsOf = async (
  db: Db | Tx,
  eventIds: readonly string[],
): Promise<Array<{ event_id: string; name: string }>> =>
  db
    .selectFrom('event_artists')
    .where(sql<boolean>`event_id = any(${[...eventIds]}::uuid[])`)
    .orderBy('position')
    .select(['event_id', 'name'])
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

export const setArtists = async (tx: Tx, eventId: string, names: readonly string[]): Promise<void> => {
  await tx.deleteFrom('event_artists').where('event_id', '=', eventId).execute()
  if (names.length > 0)
    await tx
      .insertInto('event_artists')
      .values(names.map((name, position) => ({ event_id: eventId, position, name })))
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
