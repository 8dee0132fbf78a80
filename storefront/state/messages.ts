import { FALLBACK_LANG, type Lang } from '@kartis/i18n/lang.ts'
import arCheckout from '@kartis/i18n/messages/ar/checkout.json'
import arChoice from '@kartis/i18n/messages/ar/choice.json'
import arLegal from '@kartis/i18n/messages/ar/legal.json'
import arMy from '@kartis/i18n/messages/ar/my.json'
import arPass from '@kartis/i18n/messages/ar/pass.json'
import arReceipt from '@kartis/i18n/messages/ar/receipt.json'
import arSale from '@kartis/i18n/messages/ar/sale.json'
import arSignup from '@kartis/i18n/messages/ar/signup.json'
import arTransfer from '@kartis/i18n/messages/ar/transfer.json'
import arWait from '@kartis/i18n/messages/ar/wait.json'
import enCheckout from '@kartis/i18n/messages/en/checkout.json'
import enChoice from '@kartis/i18n/messages/en/choice.json'
import enLegal from '@kartis/i18n/messages/en/legal.json'
import enMy from '@kartis/i18n/messages/en/my.json'
import enPass from '@kartis/i18n/messages/en/pass.json'
import enReceipt from '@kartis/i18n/messages/en/receipt.json'
import enSale from '@kartis/i18n/messages/en/sale.json'
import enSignup from '@kartis/i18n/messages/en/signup.json'
import enTransfer from '@kartis/i18n/messages/en/transfer.json'
import enWait from '@kartis/i18n/messages/en/wait.json'
import heCheckout from '@kartis/i18n/messages/he/checkout.json'
import heChoice from '@kartis/i18n/messages/he/choice.json'
import heLegal from '@kartis/i18n/messages/he/legal.json'
import heMy from '@kartis/i18n/messages/he/my.json'
import hePass from '@kartis/i18n/messages/he/pass.json'
import heReceipt from '@kartis/i18n/messages/he/receipt.json'
import heSale from '@kartis/i18n/messages/he/sale.json'
import heSignup from '@kartis/i18n/messages/he/signup.json'
import heTransfer from '@kartis/i18n/messages/he/transfer.json'
import heWait from '@kartis/i18n/messages/he/wait.json'
import { createTranslator } from '../shared/translator.ts'
import type { Translate } from '../shared/translator.ts'

type FlatMessages = Record<string, string>

const flatten = (node: object, prefix: string, into: FlatMessages): FlatMessages => {
  for (const [name, value] of Object.entries(node)) {
    if (typeof value === 'string') into[`${prefix}.${name}`] = value
    else flatten(value as object, `${prefix}.${name}`, into)
  }
  return into
}

const flat = (spaces: Record<string, object>): FlatMessages =>
  Object.entries(spaces).reduce<FlatMessages>((all, [name, messages]) => flatten(messages, name, all), {})

const PLURAL = /_(zero|one|two|few|many|other)$/

/** Adds the English texts of the messages that a language lacks; a message is there when any of its plural forms is. */
const withFallback = (own: FlatMessages, english: FlatMessages): FlatMessages => {
  const translated = new Set(Object.keys(own).map((key) => key.replace(PLURAL, '')))
  const missing = Object.entries(english).filter(([key]) => !translated.has(key.replace(PLURAL, '')))
  return { ...own, ...Object.fromEntries(missing) }
}

const OWN: Readonly<Record<Lang, FlatMessages>> = {
  he: flat({
    sale: heSale,
    checkout: heCheckout,
    pass: hePass,
    my: heMy,
    legal: heLegal,
    wait: heWait,
    receipt: heReceipt,
    choice: heChoice,
    transfer: heTransfer,
    banks: heSignup.banks,
  }),
  en: flat({
    sale: enSale,
    checkout: enCheckout,
    pass: enPass,
    my: enMy,
    legal: enLegal,
    wait: enWait,
    receipt: enReceipt,
    choice: enChoice,
    transfer: enTransfer,
    banks: enSignup.banks,
  }),
  ar: flat({
    sale: arSale,
    checkout: arCheckout,
    pass: arPass,
    my: arMy,
    legal: arLegal,
    wait: arWait,
    receipt: arReceipt,
    choice: arChoice,
    transfer: arTransfer,
    banks: arSignup.banks,
  }),
}

const ALL: Readonly<Record<Lang, FlatMessages>> = {
  he: withFallback(OWN.he, OWN[FALLBACK_LANG]),
  en: OWN.en,
  ar: withFallback(OWN.ar, OWN[FALLBACK_LANG]),
}

const TRANSLATORS: Readonly<Record<Lang, Translate>> = {
  he: createTranslator('he', ALL.he),
  en: createTranslator('en', ALL.en),
  ar: createTranslator('ar', ALL.ar),
}

export const translatorFor = (lang: Lang): Translate => TRANSLATORS[lang]

const selections = new Map<string, FlatMessages>()

/** The messages with or under some keys: what a page's script needs of the catalogues. */
export const messagesUnder = (lang: Lang, ...prefixes: string[]): FlatMessages => {
  const key = `${lang} ${prefixes.join(' ')}`
  const cached = selections.get(key)
  if (cached) return cached
  const messages = Object.fromEntries(
    Object.entries(ALL[lang]).filter(([name]) =>
      prefixes.some((prefix) => name === prefix || name.startsWith(`${prefix}.`)),
    ),
  )
  selections.set(key, messages)
  return messages
}

/** All messages of one language, for pages that are rendered on the server alone. */
export const allMessages = (lang: Lang): FlatMessages => ALL[lang]
