import type { Db, Tx } from '../../../../platform/database/db.ts'
import { sql } from 'kysely'
import { asJson } from '../../../../platform/http/listing.ts'
import type { NewEdition } from './map-tasks.ts'

const editions = (db: Db | Tx, accountId: string, mapId: string) =>
  db
    .selectFrom('venues_map_editions as e')
    .innerJoin('venues_maps as m', 'm.id', 'e.map_id')
    .leftJoin('users as u', 'u.id', 'e.published_by')
    .where('m.account_id', '=', accountId)
    .where('m.archived_at', 'is', null)
    .where('e.map_id', '=', mapId)
    .select(['e.edition', 'e.published_at', 'e.seats', 'e.areas', 'e.categories', 'u.first_name', 'u.last_name'])
    .select('u.phone')

/** The editions of a map, the newest first, without their documents. */
export const listEditions = (db: Db | Tx, accountId: string, mapId: string) =>
  editions(db, accountId, mapId).orderBy('e.edition', 'desc').execute()

export type EditionRow = Awaited<ReturnType<typeof listEditions>>[number]

/** An edition with its document as it is stored; the newest, unless one is named. */
export const editionText = (db: Db | Tx, accountId: string, mapId: string, edition?: number) =>
  editions(db, accountId, mapId)
    .select(sql<string>`e.document::text`.as('text'))
    .$if(edition !== undefined, (q) => q.where('e.edition', '=', edition ?? 0))
    .orderBy('e.edition', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Writes an edition; the map names it as its newest. The map is locked. */
export const insertEdition = async (
  tx: Tx,
  { mapId, version, number }: { readonly mapId: string; readonly version: number; readonly number: number },
  edition: NewEdition,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<void> => {
  await tx
    .insertInto('venues_map_editions')
    .values({
      map_id: mapId,
      edition: number,
      document: edition.text,
      seats: edition.seats,
      areas: edition.areas,
      categories: asJson(edition.categories),
      published_by: userId,
      published_at: now,
    })
    .execute()
  await tx
    .updateTable('venues_maps')
    .set({ edition: number, published_draft: version, updated_at: now })
    .where('id', '=', mapId)
    .execute()
}
