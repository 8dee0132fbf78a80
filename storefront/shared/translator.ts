import type { Lang } from '@kartis/i18n/lang.ts'
import type choice from '@kartis/i18n/messages/he/choice.json'
import type checkout from '@kartis/i18n/messages/he/checkout.json'
import type legal from '@kartis/i18n/messages/he/legal.json'
import type my from '@kartis/i18n/messages/he/my.json'
import type pass from '@kartis/i18n/messages/he/pass.json'
import type receipt from '@kartis/i18n/messages/he/receipt.json'
import type sale from '@kartis/i18n/messages/he/sale.json'
import type signup from '@kartis/i18n/messages/he/signup.json'
import type transfer from '@kartis/i18n/messages/he/transfer.json'
import type wait from '@kartis/i18n/messages/he/wait.json'

/** The catalogues of the storefront by namespace. */
export interface Catalogues {
  readonly sale: typeof sale
  readonly checkout: typeof checkout
  readonly pass: typeof pass
  readonly my: typeof my
  readonly legal: typeof legal
  readonly wait: typeof wait
  readonly receipt: typeof receipt
  readonly choice: typeof choice
  readonly transfer: typeof transfer
  /** Names of banks, which the forms of producers have too. */
  readonly banks: (typeof signup)['banks']
}

type Singular<K extends string> = K extends `${infer Stem}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}`
  ? Stem
  : K
type Path<T> = {
  [K in keyof T & string]: T[K] extends string ? Singular<K> : `${K}.${Path<T[K]>}`
}[keyof T & string]

/** A full message key, for example `sale.buy.title`; plural forms share the key before their suffix. */
export type MessageKey = { [N in keyof Catalogues]: `${N}.${Path<Catalogues[N]>}` }[keyof Catalogues]

type Values = Readonly<Record<string, string | number>>
/** Translates a key into the page's language. `count` chooses the plural form; `{{name}}` takes a value. */
export type Translate = (key: MessageKey, values?: Values) => string

/** The part of i18next that the storefront needs, without its weight: plural forms and values on a flat map of messages. */
export const createTranslator = (lang: Lang, messages: Readonly<Record<string, string>>): Translate => {
  const plural = new Intl.PluralRules(lang)
  return (key, values = {}) => {
    const counted = values.count === undefined ? undefined : messages[`${key}_${plural.select(Number(values.count))}`]
    const text = counted ?? messages[`${key}_other`] ?? messages[key] ?? key
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
  }
}
