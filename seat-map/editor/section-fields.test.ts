import { describe, expect, it } from 'vitest'
import { mapDocument } from '../model/document.ts'
import { hall, row, section } from '../testing/documents.ts'
import { changeSection } from '../commands/structure-commands.ts'

const VIEW = '01900000-0000-7000-8000-0000000000aa'
const document = hall({ sections: [section({ gate: '3' })], rows: [row()] })
const { id } = document.sections[0]!

describe('the details of a section', () => {
  it('a picture is set, replaced and taken away, and a name beside it keeps it', () => {
    const set = changeSection(id, { view: VIEW })(document)
    expect(set.sections[0]).toMatchObject({ view: VIEW, gate: '3' })
    expect(changeSection(id, { name: 'יציע' })(set).sections[0]).toMatchObject({ view: VIEW, name: 'יציע' })
    const without = changeSection(id, { view: null })(set)
    expect(without).toEqual(document)
    expect(mapDocument.safeParse(without).success).toBe(true)
  })

  it('a gate is trimmed, and taken away by an empty text', () => {
    expect(changeSection(id, { gate: ' 5 ' })(document).sections[0]!.gate).toBe('5')
    expect(changeSection(id, { gate: ' ' })(document).sections[0]).not.toHaveProperty('gate')
  })
})
