import type { Lang } from '@kartis/i18n/lang.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { textIn } from '../../../platform/database/localized-text.ts'
import { readTypeTexts } from './ticket-type-queries.ts'

/** The name of a ticket type in the language of the reader, given the name stored in the order. */
export type TypeNames = (typeId: string, stored: string) => string

/** An order stores the Hebrew name of its time; other languages use the texts of the type, where there are any. */
export const typeNamesIn = async (db: Db | Tx, eventIds: readonly string[], lang: Lang): Promise<TypeNames> => {
  if (lang === 'he') return (_, stored) => stored
  const texts = new Map((await readTypeTexts(db, eventIds)).map((row) => [row.id, row.texts]))
  return (typeId, stored) => textIn(texts.get(typeId) ?? {}, lang, 'name') ?? stored
}
