import type { Lang } from '@kartis/i18n/lang.ts'
import type checkout from '@kartis/i18n/messages/he/checkout.json'
import type legal from '@kartis/i18n/messages/he/legal.json'
import type my from '@kartis/i18n/messages/he/my.json'
import type pass from '@kartis/i18n/messages/he/pass.json'
import type sale from '@kartis/i18n/messages/he/sale.json'
import type wait from '@kartis/i18n/messages/he/wait.json'

/** The catalogues of the sale site, by their namespace. */
export interface Catalogues {
  readonly sale: typeof sale
  readonly checkout: typeof checkout
  readonly pass: typeof pass
  readonly my: typeof my
  readonly legal: typeof legal
  readonly wait: typeof wait
}

type Singular<K extends string> = K extends `${infer Stem}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}`
  ? Stem
  : K
type Path<T> = {
  [K in keyof T & string]: T[K] extends string ? Singular<K> : `${K}.${Path<T[K]>}`
}[keyof T & string]

/** A word's full name, for example `sale.buy.title`; plural forms share the name before their suffix. */
export type Word = { [N in keyof Catalogues]: `${N}.${Path<Catalogues[N]>}` }[keyof Catalogues]

type Values = Readonly<Record<string, string | number>>
/** Says a word in the page's language. `count` chooses the plural form; `{{name}}` takes a value. */
export type Say = (word: Word, values?: Values) => string

/** The whole of i18next that a buyer's phone needs: plural forms and values, on a flat map of the page's own words. */
export const sayer = (lang: Lang, words: Readonly<Record<string, string>>): Say => {
  const plural = new Intl.PluralRules(lang)
  return (word, values = {}) => {
    const counted = values.count === undefined ? undefined : words[`${word}_${plural.select(Number(values.count))}`]
    const text = counted ?? words[`${word}_other`] ?? words[word] ?? word
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
  }
}
