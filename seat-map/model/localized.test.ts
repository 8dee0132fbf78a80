import { describe, expect, it } from 'vitest'
import { concertHall } from '../templates/concert-hall.ts'
import { park, stadium } from '../templates/stadium.ts'
import { theatre } from '../templates/theatre.ts'
import { hall, hallOf, row, section } from '../testing/documents.ts'
import { checkDocument } from './checks.ts'
import { compile } from './compile.ts'
import { upgradeDocument } from './document-versions.ts'
import { mapDocument } from './document.ts'
import { documentIn, seatIn, seatNamesOf } from './localized.ts'
import { firstNumbers } from './seat-numbers.ts'
import { fromWire, toWire } from './wire.ts'

const HEBREW = /[\u0590-\u05ff]/
const document = hall({
  floors: [{ id: '1', name: 'קרקע', texts: { en: { name: 'Ground' } } }],
  sections: [section({ short: 'אולם', texts: { en: { name: 'Stalls' }, ar: { name: 'الصالة' } } })],
  rows: [row()],
})

describe('a seat map in other languages', () => {
  it('gives each name in the language of the reader, else in English, else in Hebrew', () => {
    const read = (lang: 'he' | 'en' | 'ar') => {
      const { floors, sections, categories } = documentIn(document, lang)
      return [floors[0]!.name, sections[0]!.name, sections[0]!.short, categories[0]!.name]
    }
    expect(read('he')).toEqual(['קרקע', 'אולם', 'אולם', 'זהב'])
    expect(read('en')).toEqual(['Ground', 'Stalls', '', 'זהב'])
    expect(read('ar')).toEqual(['Ground', 'الصالة', '', 'זהב'])
  })

  it('keeps a short name that is a number, and gives a translated one', () => {
    const short = (change: Parameters<typeof section>[0]) =>
      documentIn(hall({ sections: [section(change)] }), 'en').sections[0]!.short
    expect(short({ short: '12', texts: { en: { name: 'Block 12' } } })).toBe('12')
    expect(short({ short: 'מע׳', texts: { en: { name: 'West', short: 'W' } } })).toBe('W')
    expect(short({ short: 'מע׳' })).toBe('מע׳')
  })

  it('has the same places in every language', () => {
    const map = compile(document)
    const own = fromWire(toWire(document, firstNumbers(map.size)), 'ar')
    expect(own.map.keys).toEqual(map.keys)
    expect(own.map.sections[0]!.name).toBe('الصالة')
    expect(own.map.rows.map(({ label }) => label)).toEqual(['\u200f1 (א׳)'])
    expect(own.document.rows.map(({ label: _label, ...stored }) => stored)).toEqual(
      document.rows.map(({ label: _label, ...stored }) => stored),
    )
  })

  it.each([theatre, concertHall, stadium, park])('of a template has no Hebrew name left: %o', (template) => {
    for (const lang of ['en', 'ar'] as const) {
      const { floors, categories, sections, areas, shapes } = documentIn(template(), lang)
      const names = [...floors, ...categories, ...sections, ...areas].map(({ name }) => name)
      const others = [...sections.map(({ short }) => short), ...shapes.map(({ text }) => text)]
      expect([...names, ...others].filter((text) => HEBREW.test(text))).toEqual([])
    }
  })

  it('that was saved before there were translations stays valid, and one with a wrong translation names its field', () => {
    expect(upgradeDocument({ ...hallOf([{}]) })).toEqual(hallOf([{}]))
    const wrong = mapDocument.safeParse(hall({ sections: [section({ texts: { en: { name: 'x'.repeat(61) } } })] }))
    expect(wrong.error?.issues.map(({ path }) => path.join('.'))).toEqual(['sections.0.texts.en.name'])
    const other = mapDocument.safeParse({ ...hall(), floors: [{ id: '1', name: 'א', texts: { fr: { name: 'A' } } }] })
    expect(other.error?.issues.map(({ path }) => path.join('.'))).toEqual(['floors.0.texts'])
  })

  it('warns of sections that differ in Hebrew and not in a translation', () => {
    const named = (id: string, name: string, en: string) =>
      section({ id, name, rank: Number(id === 't'), texts: { en: { name: en } } })
    const same = hall({ sections: [named('s', 'ימין', 'Side'), named('t', 'שמאל', 'Side')], rows: [row()] })
    expect(checkDocument(same)).toContainEqual({ code: 'same_translation', level: 'warn', places: ['s', 't'] })
    const other = hall({ sections: [named('s', 'ימין', 'Right'), named('t', 'שמאל', 'Left')], rows: [row()] })
    expect(checkDocument(other).map(({ code }) => code)).not.toContain('same_translation')
  })
})

describe('a printed seat in other languages', () => {
  const seat = { uuid: 'u', floor: 'קרקע', section: 'אולם', row: 'א׳', number: '7' }
  const names = seatNamesOf(document)

  it('has the section and the floor of the map in that language; the number and what has no translation stay', () => {
    expect(seatIn(seat, names, 'en')).toMatchObject({ floor: 'Ground', section: 'Stalls', number: '7' })
    expect(seatIn(seat, names, 'ar')).toMatchObject({ floor: 'Ground', section: 'الصالة', number: '7' })
    expect(seatIn({ section: 'יציע', row: '1' }, names, 'en')).toEqual({ section: 'יציע', row: '1' })
    expect(seatIn(seat, names, 'he')).toBe(seat)
  })

  it('has the number of its row beside Hebrew letters, as the map of that language has it', () => {
    expect(seatIn(seat, names, 'en').row).toBe('\u200e1 (א׳)')
    expect(seatIn(seat, undefined, 'ar').row).toBe('\u200f1 (א׳)')
    const alphabet = hall({ rows: [row(), row({ id: 'r2', label: 'כ' })] })
    expect(seatIn({ ...seat, row: 'כ' }, seatNamesOf(alphabet), 'en').row).toBe('\u200e11 (כ)')
  })
})
