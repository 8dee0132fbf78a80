import type { Lang } from '@kartis/i18n/lang.ts'
import type { Db } from '../../../platform/database/db.ts'
import { textIn } from '../../../platform/database/localized-text.ts'
import { artistsOf } from './event-links-queries.ts'

/** Who appears at an event, in the reader's language. */
export const artistNamesIn = async (db: Db, eventId: string, lang: Lang): Promise<string[]> =>
  (await artistsOf(db, [eventId])).map((row) => textIn(row.texts, lang, 'name') ?? row.name)
