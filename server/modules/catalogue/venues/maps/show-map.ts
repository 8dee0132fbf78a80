import type { ShownMap } from '@kartis/contract/venue-maps.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { readDraft } from './drafts-queries.ts'
import { listEditions } from './editions-queries.ts'
import { viewEdition, viewMap } from './map-view.ts'
import { mapRow } from './maps-queries.ts'
import { currentText, readDocument } from './stored-document.ts'

/** A map without its document, and the document's stored text. */
const readShown = async (db: Db, accountId: string, id: string, outline: boolean) => {
  const [row, draft, editions] = await Promise.all([
    mapRow(db, accountId, id, outline),
    readDraft(db, accountId, id),
    listEditions(db, accountId, id),
  ])
  return row && draft ? { map: { ...viewMap(row), editions: editions.map(viewEdition) }, draft } : refuse('not_found')
}

/** A map with its draft and its editions. Refusal: `not_found`. */
export const showMap = async (db: Db, accountId: string, id: string): Promise<{ data: ShownMap } | Refusal> => {
  const shown = await readShown(db, accountId, id, false)
  if (isRefusal(shown)) return shown
  const { version, text } = shown.draft
  return { data: { ...shown.map, draft: { version, document: readDocument(text) } } }
}

/**
 * The same as JSON. The stored document is a part of it as it is: reading and writing two megabytes would delay other
 * requests.
 */
export const shownMapText = async (
  db: Db,
  accountId: string,
  id: string,
  outline: boolean,
): Promise<string | Refusal> => {
  const shown = await readShown(db, accountId, id, outline)
  if (isRefusal(shown)) return shown
  const { version, text } = shown.draft
  const draft = `{"version":${version},"document":${currentText(text)}}`
  return `{"data":${JSON.stringify(shown.map).slice(0, -1)},"draft":${draft}}}`
}
