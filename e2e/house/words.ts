import type { Lang } from '@kartis/i18n/lang.ts'
import { wordsFor } from '@kartis/i18n/server.ts'

type Params = Readonly<Record<string, unknown>>

/** The words that a screen shows, from the same catalogues; a key that no catalogue has fails the test. */
export const wordsIn =
  (lang: Lang) =>
  (key: string, params?: Params): string => {
    const said = wordsFor(lang)(key, params)
    if (said === key || said === key.split(':').at(-1)) throw new Error(`there is no word for ${key} (${lang})`)
    return said
  }

export const say = wordsIn('he')

/** A word as a pattern: placeholders match anything, tags nothing. */
export const pattern = (key: string, params: Params = {}): RegExp => {
  const text = say(key, { ...params, skipInterpolation: true }).replaceAll(/<[^>]+>/gu, '')
  const pieces = text.split(/\{\{.*?\}\}/u).map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`))
  return new RegExp(pieces.join('.*'), 'u')
}
