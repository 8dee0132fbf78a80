import type { ShownMap, VenueMap } from '@kartis/contract/venue-maps.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { type RelationReader, withRelations } from '../../../../platform/http/relations.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { attachmentsOf } from '../../../people/attachments/index.ts'
import { readDraft } from './drafts-queries.ts'
import { listEditions } from './editions-queries.ts'
import { viewEdition, viewMap } from './map-view.ts'
import { mapRow } from './maps-queries.ts'
import { currentText, readDocument } from './stored-document.ts'

/** What the list of maps and one map have on request: their pictures. The venue is in every reply. */
export const ofMaps = (platform: Platform, db: Db): Readonly<Record<string, RelationReader<VenueMap>>> => ({
  attachments: async (maps) => {
    const ids = maps.map(({ uuid }) => uuid)
    const files = await attachmentsOf(platform, 'seat_map', ids, db)
    return ids.map((id) => ({ attachments: files.get(id) ?? [] }))
  },
})

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
  platform: Platform,
  accountId: string,
  id: string,
  related: { readonly outline: boolean; readonly with: readonly string[] },
): Promise<string | Refusal> => {
  const { db } = platform
  const shown = await readShown(db, accountId, id, related.outline)
  if (isRefusal(shown)) return shown
  const [map = shown.map] = await withRelations([shown.map], related.with, ofMaps(platform, db))
  const { version, text } = shown.draft
  const draft = `{"version":${version},"document":${currentText(text)}}`
  return `{"data":${JSON.stringify(map).slice(0, -1)},"draft":${draft}}}`
}
