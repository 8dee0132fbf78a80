import type { ShownMap } from '@kartis/contract/venue-maps.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { readDraft } from './drafts-queries.ts'
import { listEditions } from './editions-queries.ts'
import { viewEdition, viewMap } from './map-view.ts'
import { mapRow } from './maps-queries.ts'
import { currentText, readDocument } from './stored-document.ts'

interface MapRequest {
  readonly accountId: string
  readonly id: string
  readonly lang: Lang
}

/** A map without its document, and the document's stored text. */
const readShown = async (db: Db, { accountId, id, lang }: MapRequest, outline: boolean) => {
  const [row, draft, editions] = await Promise.all([
    mapRow(db, accountId, id, outline),
    readDraft(db, accountId, id),
    listEditions(db, accountId, id),
  ])
  if (!row || !draft) return refuse('not_found')
  return { map: { ...viewMap(row), editions: editions.map((edition) => viewEdition(edition, lang)) }, draft }
}

/** A map with its draft and its editions. Refusal: `not_found`. */
export const showMap = async (db: Db, request: MapRequest): Promise<{ data: ShownMap } | Refusal> => {
  const shown = await readShown(db, request, false)
  if (isRefusal(shown)) return shown
  const { version, text } = shown.draft
  return { data: { ...shown.map, draft: { version, document: readDocument(text) } } }
}

/**
 * The same as JSON. The stored document is a part of it as it is: reading and writing two megabytes would delay other
 * requests.
 */
export const shownMapText = async (db: Db, request: MapRequest, outline: boolean): Promise<string | Refusal> => {
  const shown = await readShown(db, request, outline)
  if (isRefusal(shown)) return shown
  const { version, text } = shown.draft
  const draft = `{"version":${version},"document":${currentText(text)}}`
  return `{"data":${JSON.stringify(shown.map).slice(0, -1)},"draft":${draft}}}`
}
