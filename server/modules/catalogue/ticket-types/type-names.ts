import type { Lang } from '@kartis/i18n/lang.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { textIn } from '../../../platform/database/localized-text.ts'
import { readTypeTexts } from './ticket-type-queries.ts'

/** What a ticket of this type is called for a reader, given the name that its order wrote down. */
export type TypeNames = (typeId: string, written: string) => string

/** An order keeps the Hebrew name that it was made with; readers of other languages get the type's own text, where it has one. */
export const typeNamesIn = async (db: Db | Tx, eventIds: readonly string[], lang: Lang): Promise<TypeNames> => {
  if (lang === 'he') return (_, written) => written
  const texts = new Map((await readTypeTexts(db, eventIds)).map((row) => [row.id, row.texts]))
  return (typeId, written) => textIn(texts.get(typeId) ?? {}, lang, 'name') ?? written
}
