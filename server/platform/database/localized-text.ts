import type { Lang } from '@kartis/i18n/lang.ts'
import type { EventTexts } from './schema-columns.ts'

type Field = 'name' | 'description' | 'info'

/** Removes empty texts, and languages without any text. */
export const tidyTexts = (texts: EventTexts): EventTexts =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([lang, fields]) => {
      const texts = Object.entries(fields ?? {}).filter(([, text]) => text)
      return texts.length > 0 ? [[lang, Object.fromEntries(texts)]] : []
    }),
  )

/** A text in the reader's language, else in English; undefined for Hebrew, and where only the Hebrew one exists. */
export const textIn = (texts: EventTexts, lang: Lang, field: Field): string | undefined =>
  (lang === 'he' ? undefined : texts[lang]?.[field] || texts.en?.[field]) || undefined
