import { describe, expect, it } from 'vitest'
import { mapDocument } from '../model/document.ts'
import { stadium } from '../templates/stadium.ts'
import { theatre } from '../templates/theatre.ts'
import { hall, section } from '../testing/documents.ts'
import { groupParts } from '../commands/structure-commands.ts'
import { namesToTranslate, translateName } from './translate-commands.ts'

const namesOf = (document: Parameters<typeof namesToTranslate>[0]) => namesToTranslate(document).map(({ name }) => name)

describe('the names of a hall in other languages', () => {
  it('are listed once, however many parts have them, and numbers are left out', () => {
    const document = hall({ sections: [section({ short: 'אולם' }), section({ id: 't', name: '12', short: 'א׳' })] })
    expect(namesOf(document)).toEqual(['זהב', 'כסף', 'אולם', 'א׳'])
  })

  it('of a template are all translated, and the blocks of a stadium are one name with a number', () => {
    expect(namesToTranslate(theatre()).every(({ texts }) => texts.en && texts.ar)).toBe(true)
    const blocks = namesToTranslate(stadium())
    expect(blocks.find(({ name }) => name === 'גוש #')).toMatchObject({ texts: { en: 'Block #', ar: 'بلوك #' } })
    expect(blocks.every(({ texts }) => texts.en && texts.ar)).toBe(true)
    expect(blocks.length).toBeLessThan(12)
  })

  it('are written to every part of the name, and taken away by an empty text', () => {
    const document = hall({ floors: [{ id: '1', name: 'אולם' }, { id: '2', name: 'יציע' }] }) // oxfmt-ignore
    const translated = translateName('אולם', 'en', 'Stalls')(document)
    expect(translated.sections[0]!.texts).toEqual({ en: { name: 'Stalls' } })
    expect(translated.floors[0]).toEqual({ id: '1', name: 'אולם', texts: { en: { name: 'Stalls' } } })
    expect(mapDocument.safeParse(translated).success).toBe(true)
    const both = translateName('אולם', 'ar', 'الصالة')(translated)
    expect(both.sections[0]!.texts).toEqual({ en: { name: 'Stalls' }, ar: { name: 'الصالة' } })
    expect(translateName('אולם', 'ar', '')(translateName('אולם', 'en', '')(both))).toEqual(document)
  })

  it('of a pattern put the number of each name into its own place', () => {
    const document = hall({ sections: [section({ name: 'גוש 1' }), section({ id: 't', name: 'גוש 22' })] })
    const translated = translateName('גוש #', 'en', 'Block #')(document)
    expect(translated.sections.map(({ texts }) => texts?.en?.name)).toEqual(['Block 1', 'Block 22'])
    expect(translateName('גוש #', 'en', 'Block')(document).sections[1]!.texts).toEqual({ en: { name: 'Block' } })
  })

  it('do not pass to a section that was made of some rows of another', () => {
    const document = theatre()
    const [row] = document.rows
    const grouped = groupParts(new Set([row!.id]), 'תאים')(document)
    expect(grouped.sections.at(-1)).not.toHaveProperty('texts')
  })
})
