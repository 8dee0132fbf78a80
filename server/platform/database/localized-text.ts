import type { Lang } from '@kartis/i18n/lang.ts'

/** Texts in the languages beside Hebrew, whose texts are columns of the same row. */
export type TextsOf<Field extends string> = {
  [L in 'en' | 'ar']?: { [F in Field]?: string | undefined } | undefined
}

type Fields = Readonly<Record<string, string | readonly string[] | undefined>>
type Texts = { readonly [L in 'en' | 'ar']?: Fields | undefined }

const isFilled = (text: Fields[string]): boolean =>
  typeof text === 'string' ? text !== '' : text?.some(Boolean) === true

/** Removes empty texts, and languages without any text. */
export const tidyTexts = <T extends Texts>(texts: T): T =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([lang, fields]: [string, Fields | undefined]) => {
      const filled = Object.entries(fields ?? {}).filter(([, text]) => isFilled(text))
      return filled.length > 0 ? [[lang, Object.fromEntries(filled)]] : []
    }),
  ) as T

/** The languages beside Hebrew in which a reader is given a text, the best one first: a text that Arabic lacks is given in English. */
export const languagesFor = (lang: Lang): readonly ('en' | 'ar')[] =>
  lang === 'he' ? [] : lang === 'ar' ? ['ar', 'en'] : ['en']

/** A text in the reader's language, else in English; undefined for Hebrew, and where only the Hebrew one exists. */
export const textIn = <Field extends string>(texts: TextsOf<Field>, lang: Lang, field: Field): string | undefined =>
  languagesFor(lang)
    .map((each) => texts[each]?.[field])
    .find(Boolean)
