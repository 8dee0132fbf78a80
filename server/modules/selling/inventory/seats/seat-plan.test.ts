import { hall, row } from '@kartis/seat-map/testing/documents.ts'
import { compile } from '@kartis/seat-map/model/compile.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import { firstNumbers, stretchesOf } from '@kartis/seat-map/model/seat-numbers.ts'
import { describe, expect, it } from 'vitest'
import { placeOf, planOf, uuidOf } from './seat-plan.ts'

const stored = (document: MapDocument, seating: string) => {
  const numbers = firstNumbers(compile(document).size)
  return planOf({
    version: seating,
    seating,
    rules: { orphans: 'off', pick: 'both' },
    // As the database gives it: another object each time.
    document: structuredClone(document),
    places: { stretches: stretchesOf(numbers), next: numbers.next },
    prices: [{ category: document.categories[0]?.id ?? '', type_id: seating }],
  } as Parameters<typeof planOf>[0])
}

const FIRST = '01900000-0000-7000-8000-000000000000'
const SECOND = '01900000-0000-7000-9000-000000000000'

describe('the plans of two events', () => {
  it('of one hall share its map, and nothing else: seats, prices and uuids are their own', () => {
    const document = hall({ rows: [row()] })
    const [first, second] = [stored(document, FIRST), stored(document, SECOND)]
    expect(second.map).toBe(first.map)
    expect([placeOf(first, uuidOf(first, 2)), placeOf(second, uuidOf(first, 2))]).toEqual([2, undefined])
    expect([[...first.types], [...second.types]]).toEqual([[FIRST], [SECOND]])
  })

  it('of halls that differ in one seat have maps of their own', () => {
    const [first, second] = [
      stored(hall({ rows: [row()] }), FIRST),
      stored(hall({ rows: [row({ count: 3 })] }), SECOND),
    ]
    expect(second.map).not.toBe(first.map)
    expect([first.map.size, second.map.size]).toEqual([first.indexOf.length, 3])
  })
})
