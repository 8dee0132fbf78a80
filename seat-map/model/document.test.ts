import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hall, row } from '../testing/documents.ts'
import { documents } from '../testing/random-documents.ts'
import { countPlaces, emptyDocument, keySource, LIMITS, mapDocument, type Row } from './document.ts'

const issues = (document: unknown): string[] => {
  const result = mapDocument.safeParse(document)
  return result.success
    ? []
    : result.error.issues.map(({ path, message, code }) => `${path.join('.')}: ${code === 'custom' ? message : code}`)
}

describe('mapDocument', () => {
  it('accepts the empty document and every hall that is built in these tests', () => {
    expect(issues(emptyDocument())).toEqual([])
    fc.assert(
      fc.property(documents, (document) => {
        expect(issues(document)).toEqual([])
      }),
      { numRuns: 50 },
    )
  })

  it.each<[string, Partial<Row>, string]>([
    ['a section that does not exist', { section: 'x' }, 'rows.0.section: unknown_option'],
    ['a category that does not exist', { category: 'x' }, 'rows.0.category: unknown_option'],
    [
      'an exception of a place that does not exist',
      { except: { 11: { gone: true } } },
      'rows.0.except.11: unknown_option',
    ],
    ['the category of an exception', { except: { 2: { category: 'x' } } }, 'rows.0.except.2.category: unknown_option'],
    ['keys that are used twice', { count: 2, keys: [4, 4] }, 'rows.0.keys: duplicate'],
    ['fewer keys than places', { count: 2, keys: [4] }, 'rows.0.keys: invalid'],
    ['an aisle behind the last place', { breaks: [[10, 90]] }, 'rows.0.breaks: invalid'],
    [
      'aisles out of order',
      {
        breaks: [
          [5, 90],
          [3, 90],
        ],
      },
      'rows.0.breaks: invalid',
    ],
    ['fewer free positions than places', { free: [[0, 0]] }, 'rows.0.free: invalid'],
    ['a gap of nothing', { gap: 0 }, 'rows.0.gap: too_small'],
  ])('names the path of %s', (_name, change, issue) => {
    expect(issues(hall({ rows: [row(change)] }))).toEqual([issue])
  })

  it('refuses an id that is used twice, and one that `next` would give again', () => {
    expect(issues(hall({ rows: [row(), row()] }))).toEqual(['rows.1.id: duplicate'])
    expect(issues(hall({ next: 900, rows: [row()] }))).toContain('rows.0.id: too_big')
  })

  it('refuses unknown fields with their path', () => {
    expect(issues({ ...hall(), rows: [{ ...row(), price: 100 }] })).toEqual(['rows.0: unrecognized_keys'])
  })

  it('refuses more than 80,000 places', () => {
    const keys = keySource(1000)
    const rows = Array.from({ length: 201 }, () => row({ id: keys.take(), count: LIMITS.rowPlaces }))
    expect(issues(hall({ rows }))).toEqual(['rows: too_big'])
    expect(issues(hall({ rows: rows.slice(1) }))).toEqual([])
  })

  it('refuses more than 4,000 rows and more than 2 MB', () => {
    const keys = keySource(1000)
    expect(issues(hall({ rows: Array.from({ length: 4001 }, () => row({ id: keys.take(), count: 1 })) }))).toEqual([
      'rows: too_big',
    ])
    const names = Array.from({ length: 200 }, (_, index) => 'א'.repeat(90) + index)
    const large = Array.from({ length: 200 }, () => row({ id: keys.take(), count: 200, guids: names }))
    expect(issues(hall({ rows: large }))).toEqual([': too_big'])
  })

  it('does not count places that are gone', () => {
    expect(countPlaces(hall({ rows: [row({ except: { 3: { gone: true }, 4: { label: '4א' } } })] }))).toBe(9)
  })
})
