export { languagesFor, textIn, type TextsOf } from '@kartis/domain/localized-text.ts'

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
