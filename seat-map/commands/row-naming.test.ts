import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyDocument, mapDocument } from '../model/document.ts'
import { hall, row, section } from '../testing/documents.ts'
import { addBlock, blockOf, NEW_BLOCK, reshapeBlock, rowsOfSection } from './block.ts'
import { nameRows, namesOf, namingOf, namingOfRows, ROW_SCHEMES, type RowNaming } from './row-naming.ts'

const namings = fc.record({
  scheme: fc.constantFrom(...ROW_SCHEMES),
  first: fc.integer({ min: 1, max: 120 }),
  step: fc.integer({ min: 1, max: 9 }),
  from: fc.constantFrom('front' as const, 'back' as const),
})

/** Rows of two sections, stored in no order: their ranks alone say which one is in front. */
const rows = [
  row({ id: 'r3', rank: 3, label: 'x' }),
  row({ id: 'r1', rank: 1, label: 'ב׳' }),
  row({ id: 'r2', rank: 2, label: '7' }),
  row({ id: 'b1', section: 't', rank: 1, label: '' }),
  row({ id: 'b2', section: 't', rank: 2, label: '' }),
]
const document = hall({ sections: [section({ id: 't', name: 'יציע', rank: 5 }), section({ rank: 1 })], rows })
const all = new Set(rows.map(({ id }) => id))
const labels = (naming: RowNaming, ids = all, across?: 'each' | 'on') =>
  Object.fromEntries(nameRows(ids, naming, across)(document).rows.map(({ id, label }) => [id, label]))

describe('names of rows', () => {
  it('any naming is read back from the names that it gave, in every scheme, step and direction', () => {
    fc.assert(
      fc.property(namings, fc.integer({ min: 2, max: 40 }), (naming, count) => {
        const names = namesOf(naming, count)
        const found = namingOf(names)
        expect(found && namesOf(found, count)).toEqual(names)
        expect(new Set(names).size).toBe(count)
      }),
    )
  })

  it('names without a scheme are read as none', () => {
    expect(namingOf(['א׳', 'ב׳', 'ד׳'])).toBeUndefined()
    expect(namingOf(['VIP'])).toBeUndefined()
    expect(namingOf(['1', '1'])).toBeUndefined()
    expect(namingOf(['1', '3', '5'])).toEqual({ scheme: '1', first: 1, step: 2 })
    expect(namingOf(['C', 'B', 'A'])).toEqual({ scheme: 'A', first: 1, from: 'back' })
  })

  it('selected rows that are no block are named from the front to the back, each section from the first name', () => {
    expect(labels({ scheme: 'א', first: 1 })).toEqual({ r1: 'א׳', r2: 'ב׳', r3: 'ג׳', b1: 'א׳', b2: 'ב׳' })
    expect(labels({ scheme: '1', first: 10, step: 5, from: 'back' })).toEqual({ r3: '10', r2: '15', r1: '20', b2: '10', b1: '15' }) // oxfmt-ignore
  })

  it('on from section to section, where the balcony goes on', () => {
    const on = nameRows(all, { scheme: 'A', first: 1 }, 'on')(document)
    expect(Object.fromEntries(on.rows.map(({ id, label }) => [id, label]))).toEqual({ r1: 'A', r2: 'B', r3: 'C', b1: 'D', b2: 'E' }) // oxfmt-ignore
    expect(namingOfRows(on, all)).toEqual({ naming: { scheme: 'A', first: 1 }, across: 'on', sections: 2 })
  })

  it('rows that are not selected keep their names', () => {
    expect(labels({ scheme: '1', first: 4 }, new Set(['r1', 'r3']))).toEqual({ r1: '4', r2: '7', r3: '5', b1: '', b2: '' }) // oxfmt-ignore
  })
})

describe('a block whose rows are named with a step or from the back', () => {
  it.each<RowNaming>([
    { scheme: '1', first: 2, step: 2 },
    { scheme: 'א', first: 1, from: 'back' },
  ])('is read so, and a row that is added is named on', (naming) => {
    const built = addBlock({ ...NEW_BLOCK, counts: [5, 5, 5], aisles: [], at: [0, 0], rowLabels: naming }, { section: 'אולם', category: 'רגיל' })(emptyDocument()) // oxfmt-ignore
    const id = built.sections[0]!.id
    const block = blockOf(built, id)!
    expect(block.rowLabels).toEqual(naming)
    const longer = reshapeBlock(id, { ...block, counts: [5, 5, 5, 5] }, 'unused')(built)
    expect(rowsOfSection(longer, id).map(({ label }) => label)).toEqual(namesOf(naming, 4))
    expect(mapDocument.safeParse(longer).success).toBe(true)
  })
})
