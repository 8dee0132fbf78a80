import { readdirSync, readFileSync } from 'node:fs'
import { REASONS } from '@kartis/domain/reason.ts'
import { REFUSAL_CODES } from '@kartis/domain/refusal.ts'
import { describe, expect, it } from 'vitest'
import { LANGS } from './lang.ts'
import type { Lang } from './lang.ts'

type Catalogue = Map<string, string>

const folder = new URL('./messages/', import.meta.url)
const SUFFIX = /_(zero|one|two|few|many|other)$/

const flatten = (node: unknown, path: string, into: Catalogue): Catalogue => {
  if (typeof node === 'string') into.set(path, node)
  else if (typeof node === 'object' && node !== null && !Array.isArray(node))
    for (const [key, child] of Object.entries(node)) flatten(child, path ? `${path}.${key}` : key, into)
  else throw new Error(`${path}: a message must be a string`)
  return into
}

const read = (lang: Lang, namespace: string): Catalogue =>
  flatten(JSON.parse(readFileSync(new URL(`${lang}/${namespace}.json`, folder), 'utf8')), '', new Map())

const namespacesOf = (lang: Lang): string[] =>
  readdirSync(new URL(`${lang}/`, folder))
    .map((file) => file.replace(/\.json$/, ''))
    .sort()

/** The key without its plural suffix: `count_one` and `count_other` are `count`. */
const baseOf = (key: string, all: Catalogue): string => {
  const base = key.replace(SUFFIX, '')
  return base !== key && all.has(`${base}_other`) ? base : key
}

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*-?\s*([\w.]+)[^}]*\}\}/g)].map((found) => found[1] ?? '')

/** Placeholders of a message over all its forms; a form may leave `count` out ("one ticket"). */
const placeholdersOf = (catalogue: Catalogue): Map<string, string> => {
  const found = new Map<string, Set<string>>()
  for (const [key, text] of catalogue) {
    const base = baseOf(key, catalogue)
    const names = found.get(base) ?? new Set()
    for (const name of placeholders(text)) names.add(name)
    found.set(base, names)
  }
  return new Map([...found].map(([key, names]) => [key, [...names].sort().join(' ')]))
}

const categoriesOf = (lang: Lang): string[] => new Intl.PluralRules(lang).resolvedOptions().pluralCategories

const namespaces = namespacesOf('he')

describe('the catalogues', () => {
  it('are the same files in every language', () => {
    for (const lang of LANGS) expect(namespacesOf(lang), lang).toEqual(namespaces)
  })

  it('name every refusal', () => {
    for (const lang of LANGS) expect([...read(lang, 'errors').keys()], lang).toEqual([...REFUSAL_CODES])
  })

  it('name every reason of a field', () => {
    for (const lang of LANGS) {
      const named = read(lang, 'validation')
      expect(
        REASONS.filter((reason) => !named.has(reason)),
        lang,
      ).toEqual([])
    }
  })
})

describe.each(namespaces)('the messages of %s', (namespace) => {
  const languages = LANGS.filter((lang) => namespacesOf(lang).includes(namespace))
  const hebrew = read('he', namespace)
  const hebrewKeys = [...placeholdersOf(hebrew).keys()].sort()

  it.each(languages)('in %s are the same as in Hebrew, with the same placeholders', (lang) => {
    const catalogue = placeholdersOf(read(lang, namespace))
    expect([...catalogue.keys()].sort()).toEqual(hebrewKeys)
    expect(Object.fromEntries(catalogue)).toEqual(Object.fromEntries(placeholdersOf(hebrew)))
  })

  it.each(languages)('in %s have every plural form of the language and no other', (lang) => {
    const catalogue = read(lang, namespace)
    const wrong: string[] = []
    for (const key of catalogue.keys()) {
      const base = key.replace(SUFFIX, '')
      if (base === key || !catalogue.has(`${base}_other`)) continue
      const suffix = key.slice(base.length + 1)
      if (!categoriesOf(lang).includes(suffix)) wrong.push(`${key}: ${lang} has no such form`)
      for (const category of categoriesOf(lang))
        if (!catalogue.has(`${base}_${category}`)) wrong.push(`${base}_${category} is missing`)
    }
    expect([...new Set(wrong)]).toEqual([])
  })

  it.each(languages)('in %s are never empty', (lang) => {
    const empty = [...read(lang, namespace)].filter(([, text]) => text.trim() === '').map(([key]) => key)
    expect(empty).toEqual([])
  })

  it.each(languages.filter((lang) => lang !== 'he'))('in %s are translated: no Hebrew is left', (lang) => {
    const left = [...read(lang, namespace)].filter(
      ([key, text]) => /\p{Script=Hebrew}/u.test(text) && !namesLanguage(key),
    )
    expect(left).toEqual([])
  })

  it.each(languages.filter((lang) => lang === 'ar'))('in %s are written in Arabic', (lang) => {
    const left = [...read(lang, namespace)].filter(([, text]) => {
      const withoutPlaceholders = text.replace(/\{\{[^}]*\}\}/g, '')
      return (
        /\p{Script=Latin}{4,}(?:\s+\p{Script=Latin}{2,}){2,}/u.test(withoutPlaceholders) &&
        !/\p{Script=Arabic}/u.test(withoutPlaceholders)
      )
    })
    expect(left).toEqual([])
  })
})

/** The name of a language is written in itself everywhere (`languages.he`: עברית). */
function namesLanguage(key: string): boolean {
  return /(^|\.)languages?\.(he|en|ar)$/.test(key)
}
