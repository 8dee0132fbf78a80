import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import type { Db, Tx } from '../../../../platform/database/db.ts'
import { editionText } from './editions-queries.ts'
import { readDocument } from './stored-document.ts'

/**
 * A published edition of an account's seat map: the newest, unless one is named. Undefined where there is none, or where
 * the map is archived or of another account.
 */
export const readEdition = async (
  db: Db | Tx,
  accountId: string,
  mapId: string,
  edition?: number,
): Promise<{ readonly edition: number; readonly document: MapDocument } | undefined> => {
  const row = await editionText(db, accountId, mapId, edition)
  return row && { edition: row.edition, document: readDocument(row.text) }
}
