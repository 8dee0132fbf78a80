import { REFUSAL_CODES } from '@kartis/domain/refusal.ts'
import { describe, expect, it } from 'vitest'
import { asLang, LANGS } from './lang.ts'
import { pickLang } from './lang.ts'
import { translatorFor } from './server.ts'

describe('the language of a reply', () => {
  it('is the supported language that the caller prefers, or Hebrew', () => {
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
})
