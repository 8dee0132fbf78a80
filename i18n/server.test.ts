import { REFUSAL_CODES } from '@kartis/domain/refusal.ts'
import { readFileSync } from 'node:fs'
import { createInstance } from 'i18next'
import type { ResourceKey } from 'i18next'
import { describe, expect, it } from 'vitest'
import { asLang, LANGS } from './lang.ts'
import { pickLang } from './lang.ts'
import { type Translate, translatorFor } from './server.ts'

describe('the language of a reply', () => {
  it('is the supported language that the caller prefers, English where Kartis has none of them, or Hebrew', () => {
    expect(pickLang(undefined)).toBe('he')
    expect(pickLang('')).toBe('he')
    expect(pickLang('*')).toBe('he')
    expect(pickLang('fr-FR,fr;q=0.9')).toBe('en')
    expect(pickLang('fr, *;q=0.5')).toBe('en')
    expect(pickLang('fr;q=0, *')).toBe('he')
    expect(pickLang('ru, he;q=0.4')).toBe('he')
    expect(pickLang('en-US,en;q=0.9,he;q=0.8')).toBe('en')
    expect(pickLang('fr, ar;q=0.5, en;q=0.7')).toBe('en')
    expect(pickLang('iw-IL')).toBe('he')
    expect(pickLang('en;q=0, ar;q=0.1')).toBe('ar')
    expect(pickLang('en;q=abc;;,,;q=')).toBe('en')
  })

  it('reads the spellings that user settings carry', () => {
    expect(asLang('he_IL')).toBe('he')
    expect(asLang('AR')).toBe('ar')
    expect(asLang('de')).toBeUndefined()
    expect(asLang(null)).toBeUndefined()
  })
})

type Tree = { readonly [name: string]: string | Tree }

/** The keys of a catalogue, without the endings of plural forms. */
const keysOf = (tree: Tree, before: string): string[] =>
  Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [`${before}${name.replace(/_(zero|one|two|few|many|other)$/, '')}`]
      : keysOf(value, `${before}${name}.`),
  )

/** The library without anything kept, and every key of the texts that the server sends. */
const libraryOf = (lang: (typeof LANGS)[number]) => {
  const folder = new URL(`./messages/${lang}/`, import.meta.url)
  const trees = ['messages', 'errors', 'states'].map(
    (name) => [name, JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Tree] as const,
  )
  const instance = createInstance()
  void instance.init({
    lng: lang,
    ns: trees.map(([name]) => name),
    resources: { [lang]: Object.fromEntries(trees) as Record<string, ResourceKey> },
    initAsync: false,
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  const library = (key: string, params: Readonly<Record<string, unknown>>): string =>
    (instance.t as unknown as Translate)(key, params)
  return { library, keys: [...new Set(trees.flatMap(([name, tree]) => keysOf(tree, `${name}:`)))] }
}

describe('translatorFor', () => {
  it('has a text of its own for every refusal in every language', () => {
    for (const code of REFUSAL_CODES) {
      const texts = LANGS.map((lang) => translatorFor(lang)(`errors:${code}`, { days: 3 }))
      expect(new Set(texts).size, code).toBe(3)
      for (const text of texts) expect(text).not.toBe(code)
    }
  })

  it('inserts values unescaped', () => {
    expect(translatorFor('en')('errors:N3', { days: 15 })).toContain('15 days')
  })

  it('gives the same text as the library for every key, count and value, the first time and after', () => {
    for (const lang of LANGS) {
      const { library, keys } = libraryOf(lang)
      const different = keys.flatMap((key) =>
        [1, 2, 3, 11, 100]
          .filter((count) => {
            const names = [...library(key, { count, skipInterpolation: true }).matchAll(/\{\{\s*(\w+)\s*\}\}/g)]
            const values = names.map(
              ([, name = ''], place) => [name, place % 2 ? place : `$& <${name}> {{x}}`] as const,
            )
            const params = { ...Object.fromEntries(values), count }
            const expected = library(key, params)
            const first = translatorFor(lang)(key, params)
            return first !== expected || translatorFor(lang)(key, params) !== expected
          })
          .map((count) => `${lang} ${key} ${count}`),
      )
      expect(keys.length).toBeGreaterThan(100)
      expect(different).toEqual([])
    }
  })

  it('leaves a missing value and an unknown key to the library', () => {
    const { library } = libraryOf('en')
    expect(translatorFor('en')('errors:N3')).toBe(library('errors:N3', {}))
    expect(translatorFor('en')('errors:no_such_key', { days: 1 })).toBe(library('errors:no_such_key', { days: 1 }))
  })
})
