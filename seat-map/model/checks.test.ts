import { describe, expect, it } from 'vitest'
import { hall, row, section } from '../testing/documents.ts'
import { accessibleRequired } from './accessible-count.ts'
import { checkDocument, isPublishable } from './checks.ts'
import { emptyDocument, type MapDocument } from './document.ts'

const accessibleRow = row({
  except: { 1: { is: ['wheelchair'] }, 2: { is: ['wheelchair'] }, 3: { is: ['wheelchair'] } },
})
const categories = hall().categories.slice(0, 1)
const sound = (change: Partial<MapDocument> = {}): MapDocument => hall({ categories, rows: [accessibleRow], ...change })
const found = (change: Partial<MapDocument>): string[] =>
  checkDocument(sound(change)).map(({ code, level }) => `${level} ${code}`)
const placesOf = (code: string, change: Partial<MapDocument>) =>
  checkDocument(sound(change)).find((each) => each.code === code)?.places

describe('checkDocument', () => {
  it('finds nothing in a sound hall', () => {
    expect(checkDocument(sound())).toEqual([])
  })

  it('an empty map cannot be published', () => {
    expect(checkDocument(emptyDocument()).map(({ code }) => code)).toEqual(['empty_map'])
    expect(isPublishable(checkDocument(emptyDocument()))).toBe(false)
  })

  it('outlines that were drawn across themselves are warned of, those that are fitted to rows are not', () => {
    const eight: [number, number][] = [[0, 0], [900, 900], [900, 0], [0, 900]] // oxfmt-ignore
    expect(placesOf('crossed_outline', { sections: [section({ outline: eight, outline_fixed: true })] })).toEqual(['s'])
    expect(placesOf('crossed_outline', { sections: [section({ outline: eight })] })).toBeUndefined()
  })

  it('places that read alike are named, in one section or in two of one name', () => {
    const twin = row({ id: 'r2', rank: 2, at: [275, 400], count: 2 })
    expect(placesOf('duplicate_label', { rows: [accessibleRow, twin] })).toEqual(['r1.9', 'r2.1', 'r1.10', 'r2.2'])
    const sections = [section(), section({ id: 't' })]
    expect(found({ sections, rows: [accessibleRow, { ...twin, section: 't' }] })).toEqual(['block duplicate_label'])
    expect(
      found({
        sections: [section(), section({ id: 't', name: 'יציע' })],
        rows: [accessibleRow, { ...twin, section: 't' }],
      }),
    ).toEqual([])
  })

  it('sections and categories that still have the names of the editor are warned of, numbers of a stadium are not', () => {
    const named = (...names: string[]) => names.map((name, index) => section({ id: `s${index}`, name }))
    const priced = (...names: string[]) => names.map((name, rank) => ({ id: `c${rank}`, name, color: '#6d4aff', rank }))
    expect(placesOf('default_name', { sections: named('אזור', 'אזור 2', 'יציע') })).toEqual(['s0', 's1'])
    expect(placesOf('default_name', { sections: named('אזור 101', 'אזור 102') })).toBeUndefined()
    expect(placesOf('default_name', { categories: priced('רגיל', 'קטגוריה 2') })).toEqual(['c1'])
    expect(placesOf('default_name', { categories: priced('קטגוריה 1', 'קטגוריה 2') })).toBeUndefined()
    expect(found({ sections: [section({ name: 'אזור' })] })).toEqual(['warn default_name'])
  })

  it('a hall that faces nothing cannot be published', () => {
    expect(found({ focus: null })).toEqual(['block no_focus'])
  })

  it('an area needs a capacity and a category', () => {
    const area = { id: 'g1', section: 's', name: 'עמידה', outline: [], capacity: 0, category: null }
    expect(found({ areas: [area] })).toEqual(['block area_without_capacity', 'block area_without_category'])
    const priced = hall().categories.slice(0, 2)
    expect(found({ categories: priced, areas: [{ ...area, capacity: 10, category: 'b' }] })).toEqual([])
  })

  it('a category of places and of areas cannot be sold', () => {
    const area = { id: 'g1', section: 's', name: 'עמידה', outline: [], capacity: 10, category: 'a' }
    expect(found({ areas: [area] })).toEqual(['block mixed_category'])
    expect(placesOf('mixed_category', { areas: [area] })).toEqual(['a'])
  })

  it('a companion belongs to a wheelchair place', () => {
    const unattended = {
      ...accessibleRow,
      except: {
        ...accessibleRow.except,
        4: { is: ['companion' as const] },
        5: { is: ['companion' as const], of: 'r1.9' },
      },
    }
    expect(placesOf('companion_alone', { rows: [unattended] })).toEqual(['r1.4', 'r1.5'])
  })

  it('overlapping places and places outside their outline are warned of', () => {
    const near = row({ id: 'r2', label: 'ב׳', rank: 2, at: [285, 310], count: 1 })
    expect(placesOf('overlap', { rows: [accessibleRow, near] })).toEqual(['r1.1', 'r2.1'])
    const outline: [number, number][] = [
      [250, 250],
      [570, 250],
      [570, 350],
      [250, 350],
    ]
    expect(placesOf('outside_outline', { sections: [section({ outline })] })).toEqual(['r1.9', 'r1.10'])
    expect(isPublishable(checkDocument(sound({ sections: [section({ outline })] })))).toBe(true)
  })

  it('places above each other on two floors do not overlap', () => {
    const floors = [...hall().floors, { id: '2', name: 'יציע' }]
    const balcony = section({ id: 't', floor: '2', name: 'יציע' })
    expect(
      found({ floors, sections: [section(), balcony], rows: [accessibleRow, row({ id: 'r2', section: 't' })] }),
    ).toEqual([])
  })

  it('a row of more than 40 seats between two aisles is warned of', () => {
    const rows = (count: number, breaks: [number, number][]) => [{ ...accessibleRow, count, breaks }]
    expect(found({ rows: rows(41, []) })).toEqual(['warn long_row'])
    expect(found({ rows: rows(41, [[20, 120]]) })).toEqual([])
    expect(found({ rows: rows(40, []) })).toEqual([])
  })

  it('too few places for wheelchairs are counted', () => {
    expect(checkDocument(sound({ rows: [row()] }))).toEqual([
      { code: 'few_accessible', level: 'warn', places: [], params: { existing: 0, required: 3 } },
    ])
  })

  it('categories, sections and floors without a place are warned of', () => {
    const floors = [...hall().floors, { id: '2', name: 'יציע' }]
    const change = {
      categories: hall().categories,
      floors,
      sections: [section(), section({ id: 't', floor: '2', name: 'יציע' })],
    }
    expect(found(change)).toEqual(['warn empty_category', 'warn empty_section', 'warn empty_floor'])
    expect(placesOf('empty_category', change)).toEqual(['b'])
  })

  it('what blocks comes first', () => {
    expect(found({ focus: null, categories: hall().categories })).toEqual(['block no_focus', 'warn empty_category'])
  })
})

describe('accessibleRequired', () => {
  it.each([
    [0, 0],
    [80, 3],
    [600, 4],
    [1000, 7],
    [2350, 13],
    [29_000, 119],
  ])('%i seats of an old building need %i', (seats, required) => {
    expect(accessibleRequired(seats, 'old_buildings')).toBe(required)
  })

  it('the table of new buildings has more', () => {
    expect([600, 601, 2350, 29_000].map((seats) => accessibleRequired(seats, 'new_buildings'))).toEqual([
      4, 13, 28, 136,
    ])
  })

  it('80,000 places on one spot are checked within seconds', () => {
    const rows = Array.from({ length: 200 }, (_, index) =>
      row({ id: `${index}z`, label: String(index), count: 400, gap: 1 }),
    )
    const began = performance.now()
    const problems = checkDocument(hall({ rows }))
    expect(problems.find(({ code }) => code === 'overlap')?.places).toHaveLength(80_000)
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})
