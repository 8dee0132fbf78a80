import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeQuality } from '../model/place-quality.ts'
import { compile } from '../model/compile.ts'
import { emptyDocument, mapDocument, type MapDocument } from '../model/document.ts'
import { tablePositions } from '../model/row-geometry.ts'
import { hall, row, section } from '../testing/documents.ts'
import { addShape, addTable, changeTable, resizeTables, setTableSides, sidesOf } from './draw-commands.ts'
import { frontOfStage, setFocus, setSectionFocus } from './focus-commands.ts'
import { moveInOrder, orderFromFocus, placeInOrder } from './order-commands.ts'

const order = (list: readonly { readonly id: string; readonly rank: number }[]): string =>
  list
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ id }) => id)
    .join()

describe('the order of parts', () => {
  const sections = ['s', 't', 'u'].map((id, index) => section({ id, name: id, rank: index * 10 }))
  const document = hall({ sections, rows: [row({ id: 'r1', rank: 4 }), row({ id: 'r2', rank: 9 }), row({ id: 'r3', rank: 9, section: 't' })] }) // oxfmt-ignore

  it('a section goes up and down in lists, and no further than to the ends', () => {
    expect(order(moveInOrder('sections', 'u', -1)(document).sections)).toBe('s,u,t')
    expect(order(moveInOrder('sections', 's', 1)(document).sections)).toBe('t,s,u')
    expect(moveInOrder('sections', 's', -1)(document)).toBe(document)
    expect(placeInOrder(document, 'sections', 't')).toEqual({ place: 2, count: 3 })
  })

  it('a row goes only within its section', () => {
    const moved = moveInOrder('rows', 'r1', 1)(document)
    expect(order(moved.rows.filter(({ section: own }) => own === 's'))).toBe('r2,r1')
    expect(moved.rows.find(({ id }) => id === 'r3')).toBe(document.rows[2])
    expect(moveInOrder('rows', 'r3', 1)(document)).toBe(document)
  })

  it('parts whose ranks were equal get an order of their own', () => {
    const equal: MapDocument = { ...document, sections: sections.map((each) => ({ ...each, rank: 0 })) }
    const moved = moveInOrder('sections', 's', 1)(equal)
    expect(order(moved.sections)).toBe('t,s,u')
    expect(new Set(moved.sections.map(({ rank }) => rank)).size).toBe(3)
    expect(mapDocument.safeParse(moved).success).toBe(true)
  })

  it('rows are ordered by how far they are from what they face, wherever that is', () => {
    const cases = fc.record({
      ys: fc.uniqueArray(fc.integer({ min: 100, max: 5000 }), { minLength: 2, maxLength: 8 }),
      isAbove: fc.boolean(),
    })
    fc.assert(
      fc.property(cases, ({ ys, isAbove }) => {
        const rows = ys.map((y, index) => row({ id: `r${index}`, rank: index, at: [275, y] }))
        const facing = setFocus([500, isAbove ? 0 : 6000])(hall({ rows }))
        const ordered = orderFromFocus(new Set(rows.map(({ id }) => id)))(facing).rows
        const ranked = ordered.toSorted((a, b) => a.rank - b.rank).map(({ at }) => at[1])
        expect(ranked).toEqual([...ys].sort((a, b) => (isAbove ? a - b : b - a)))
        expect(new Set(ordered.map(({ rank }) => rank))).toEqual(new Set(rows.map(({ rank }) => rank)))
      }),
    )
    const blind = hall({ focus: null, rows: [row(), row({ id: 'r2', rank: 0 })] })
    expect(orderFromFocus(new Set(['r1', 'r2']))(blind).rows).toEqual(blind.rows)
  })
})

describe('what the audience faces', () => {
  it('is the front of the stage until it is set, of the hall and of a section alone', () => {
    const stage = { kind: 'stage', form: 'rect', at: [500, 200], size: [400, 100], angle: 0, outline: [], text: '' } as const // oxfmt-ignore
    const document = addShape({ ...stage, at: [500, 200], size: [400, 100], outline: [] })(hall({ next: 1000, focus: null })) // oxfmt-ignore
    expect(frontOfStage(document)).toEqual([500, 250])
    expect(document.focus).toEqual([500, 250])
    expect(frontOfStage(hall())).toBeUndefined()
    const own = setSectionFocus('s', [10.123, 20])(document)
    expect(own.sections[0]?.focus).toEqual([10.12, 20])
    expect(setSectionFocus('s', null)(own).sections[0]).toEqual(document.sections[0])
  })

  it('decides what the best places of the section are', () => {
    const best = (document: MapDocument): number => {
      const map = compile(document)
      const quality = placeQuality(document, map)
      return quality.indexOf(Math.min(...quality))
    }
    const document = hall({ rows: [row()] })
    expect(best(setSectionFocus('s', [275, 0])(document))).toBeLessThan(4)
    expect(best(setSectionFocus('s', [725, 0])(document))).toBeGreaterThan(5)
  })
})

describe('the sides of a table', () => {
  const document = addTable({ at: [0, 0], count: 8, shape: 'rect', sold: 'seats' }, { section: 'שולחנות', category: 'רגיל' })(emptyDocument()) // oxfmt-ignore
  const ids = new Set(document.tables.map(({ id }) => id))
  const table = (of: MapDocument) => of.tables[0]!

  it('have as many seats as is said, and the table is as large as they need', () => {
    expect(sidesOf(table(document))).toEqual([4, 0, 4, 0])
    const oneSided = setTableSides(ids, [0, 0, 5, 2])(document)
    expect(table(oneSided)).toMatchObject({ count: 7, sides: [0, 0, 5, 2], size: [300, 120] })
    const places = tablePositions(table(oneSided))
    expect(places.every(([x, y]) => y > 60 || x < -150)).toBe(true)
    expect(mapDocument.safeParse(oneSided).success).toBe(true)
    expect(setTableSides(ids, [0, 0, 0, 0])(document)).toBe(document)
    expect(setTableSides(ids, [30, 31, 0, 0])(document)).toBe(document)
  })

  it('stay when the table is renamed or resized, and go when it becomes round', () => {
    const sided = setTableSides(ids, [3, 1, 3, 1])(document)
    const renamed = resizeTables(ids, [400, 200])(changeTable(ids, { label: 'VIP' })(sided))
    expect(table(renamed)).toMatchObject({ sides: [3, 1, 3, 1], size: [400, 200], label: 'VIP' })
    expect(table(changeTable(ids, { shape: 'round' })(sided)).sides).toBeUndefined()
  })

  it('a seat that comes back to a table is another seat', () => {
    const again = changeTable(ids, { count: 8 })(changeTable(ids, { count: 6 })(document))
    expect(table(again).keys).toEqual([1, 2, 3, 4, 5, 6, 9, 10])
    expect(mapDocument.safeParse(again).success).toBe(true)
  })
})
