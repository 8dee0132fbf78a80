import type { Lang } from '@kartis/i18n/lang.ts'
import type { EventTexts } from './schema-columns.ts'

type Field = 'name' | 'description' | 'info'

/** Texts as they are kept: without empty ones, and without a language that has none. */
export const tidyTexts = (texts: EventTexts): EventTexts =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([lang, own]) => {
      const said = Object.entries(own ?? {}).filter(([, text]) => text)
      return said.length > 0 ? [[lang, Object.fromEntries(said)]] : []
    }),
  )

/** A text in the reader's language, where there is one. */
export const textIn = (texts: EventTexts, lang: Lang, field: Field): string | undefined =>
  (lang === 'he' ? undefined : texts[lang]?.[field]) || undefined
