import type { Lang } from '@kartis/i18n/lang.ts'
import arCheckout from '@kartis/i18n/messages/ar/checkout.json'
import arLegal from '@kartis/i18n/messages/ar/legal.json'
import arMy from '@kartis/i18n/messages/ar/my.json'
import arPass from '@kartis/i18n/messages/ar/pass.json'
import arSale from '@kartis/i18n/messages/ar/sale.json'
import arWait from '@kartis/i18n/messages/ar/wait.json'
import enCheckout from '@kartis/i18n/messages/en/checkout.json'
import enLegal from '@kartis/i18n/messages/en/legal.json'
import enMy from '@kartis/i18n/messages/en/my.json'
import enPass from '@kartis/i18n/messages/en/pass.json'
import enSale from '@kartis/i18n/messages/en/sale.json'
import enWait from '@kartis/i18n/messages/en/wait.json'
import heCheckout from '@kartis/i18n/messages/he/checkout.json'
import heLegal from '@kartis/i18n/messages/he/legal.json'
import heMy from '@kartis/i18n/messages/he/my.json'
import hePass from '@kartis/i18n/messages/he/pass.json'
import heSale from '@kartis/i18n/messages/he/sale.json'
import heWait from '@kartis/i18n/messages/he/wait.json'
import { sayer } from '../shared/messages.ts'
import type { Say } from '../shared/messages.ts'

type Flat = Record<string, string>

const flatten = (node: object, prefix: string, into: Flat): Flat => {
  for (const [name, value] of Object.entries(node)) {
    if (typeof value === 'string') into[`${prefix}.${name}`] = value
    else flatten(value as object, `${prefix}.${name}`, into)
  }
  return into
}

const flat = (spaces: Record<string, object>): Flat =>
  Object.entries(spaces).reduce<Flat>((all, [name, words]) => flatten(words, name, all), {})

const ALL: Readonly<Record<Lang, Flat>> = {
  he: flat({ sale: heSale, checkout: heCheckout, pass: hePass, my: heMy, legal: heLegal, wait: heWait }),
  en: flat({ sale: enSale, checkout: enCheckout, pass: enPass, my: enMy, legal: enLegal, wait: enWait }),
  ar: flat({ sale: arSale, checkout: arCheckout, pass: arPass, my: arMy, legal: arLegal, wait: arWait }),
}

const SAYERS: Readonly<Record<Lang, Say>> = {
  he: sayer('he', ALL.he),
  en: sayer('en', ALL.en),
  ar: sayer('ar', ALL.ar),
}

export const sayIn = (lang: Lang): Say => SAYERS[lang]

const picked = new Map<string, Flat>()

/** The words under some prefixes: all that a page's script needs to know of the catalogues. */
export const wordsUnder = (lang: Lang, ...prefixes: string[]): Flat => {
  const key = `${lang} ${prefixes.join(' ')}`
  const known = picked.get(key)
  if (known) return known
  const words = Object.fromEntries(
    Object.entries(ALL[lang]).filter(([name]) => prefixes.some((prefix) => name.startsWith(`${prefix}.`))),
  )
  picked.set(key, words)
  return words
}

/** Every word in one language: for what is drawn on the server alone. */
export const allWords = (lang: Lang): Flat => ALL[lang]
