import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compile } from '../model/compile.ts'
import { type Row, SCHEMES } from '../model/document.ts'
import { hall, NUMBERING, row, section } from '../testing/documents.ts'
import { insertPlaceAfter, newRow, withOneMore } from './append-place.ts'

const placesOf = (part: Row, numbering = NUMBERING) => {
  const map = compile(hall({ rows: [part], sections: [section({ numbering })] }))
  return new Map(
    map.keys.map((key, index) => [key, { label: map.labels[index], x: map.x[index] ?? 0, y: map.y[index] ?? 0 }]),
  )
}

const grow = (part: Row, numbering = NUMBERING) => withOneMore(part, section({ numbering }), [500, 0])

describe('one more place in a row', () => {
  it.each([
    ['right', 11, 225],
    ['left', 11, 775],
  ] as const)('that counts from the %s is its next number, at the end where the numbers go on', (from, number, x) => {
    const numbering = { ...NUMBERING, from }
    const grown = grow(row(), numbering)
    const added = placesOf(grown.row, numbering).get(grown.place)
    expect(added).toEqual({ label: String(number), x, y: 300 })
    expect(grown.row.except).toEqual({})
  })

  it('gets a key that no place had, also after places were taken away', () => {
    expect(grow(row({ count: 2, last_key: 9 })).place).toBe('r1.10')
    expect(grow(row({ count: 2, keys: [7, 3] })).place).toBe('r1.8')
  })

  it('moves no other place of the row and changes no label, whatever the row is like', () => {
    const rows = fc.record({
      bend: fc.integer({ min: -60, max: 60 }),
      angle: fc.integer({ min: -180, max: 180 }),
      count: fc.integer({ min: 2, max: 30 }),
      aisle: fc.boolean(),
      free: fc.boolean(),
      scheme: fc.constantFrom(...SCHEMES),
      from: fc.constantFrom('right' as const, 'left' as const, 'middle' as const),
    })
    fc.assert(
      fc.property(rows, ({ aisle, free, scheme, from, ...fields }) => {
        const numbering = { ...NUMBERING, scheme, from }
        const before = row({
          ...fields,
          breaks: aisle ? [[1, 80]] : [],
          ...(free && { free: Array.from({ length: fields.count }, (_, index): [number, number] => [index * 50, 5]) }),
        })
        const after = grow(before, numbering)
        const [old, now] = [placesOf(before, numbering), placesOf(after.row, numbering)]
        expect(now.size).toBe(old.size + 1)
        expect(old.has(after.place)).toBe(false)
        for (const [key, { label, x, y }] of old) {
          const place = now.get(key)
          expect(place?.label, key).toBe(label)
          expect(Math.hypot((place?.x ?? 0) - x, (place?.y ?? 0) - y), key).toBeLessThan(0.05)
        }
        const [added, ...others] = [now.get(after.place), ...old.values()]
        for (const { x, y } of others) expect(Math.hypot((added?.x ?? 0) - x, (added?.y ?? 0) - y)).toBeGreaterThan(20)
      }),
    )
  })
})

describe('a new row of one place', () => {
  it('stands behind the last one, as far as that from the row before it', () => {
    const rows = [row(), row({ id: 'r2', rank: 2, at: [275, 380] })]
    const added = newRow(hall({ rows }), { id: 'r3', label: 'ג׳', category: 'a', section: section() })
    expect(added).toMatchObject({ at: [275, 460], rank: 3, count: 1, section: 's' })
  })

  it('stands away from the stage behind a single row', () => {
    const document = hall({ rows: [row()], focus: [500, 900] })
    const added = newRow(document, { id: 'r3', label: 'ב׳', category: 'a', section: section() })
    expect(added.at).toEqual([275, 210])
  })
})

describe('a place between two of a row', () => {
  const rows = fc.record({
    count: fc.integer({ min: 2, max: 30 }),
    at: fc.integer({ min: 0, max: 29 }),
    bend: fc.integer({ min: -60, max: 60 }),
    aisle: fc.boolean(),
    free: fc.boolean(),
    scheme: fc.constantFrom(...SCHEMES),
    from: fc.constantFrom('right' as const, 'left' as const, 'middle' as const),
  })

  it('is called as the one beside it with a Hebrew sign behind; everybody else is called as before, and what stands before it stays', () => {
    fc.assert(
      fc.property(rows, ({ count, at, aisle, free, scheme, from, bend }) => {
        const numbering = { ...NUMBERING, scheme, from }
        const before = row({
          count,
          bend,
          breaks: aisle ? [[1, 80]] : [],
          ...(free && { free: Array.from({ length: count }, (_, index): [number, number] => [index * 50, 5]) }),
        })
        const index = at % count
        const document = hall({ rows: [before], sections: [section({ numbering })] })
        const changed = insertPlaceAfter(`r1.${index + 1}`)(document).rows[0] ?? before
        const [old, now] = [placesOf(before, numbering), placesOf(changed, numbering)]
        expect(now.size).toBe(count + 1)
        expect([...now.keys()][index + 1]).toBe(`r1.${count + 1}`)
        // א, or the next that no seat of the row has: אא is the 23rd of an alphabet.
        const [beside = '', added = ''] = [old.get(`r1.${index + 1}`)?.label, now.get(`r1.${count + 1}`)?.label]
        expect([added.slice(0, -1), /[א-ת]$/u.test(added)]).toEqual([beside, true])
        ;[...old].forEach(([key, { label, x, y }], place) => {
          expect(now.get(key)?.label, key).toBe(label)
          if (place > index) return
          expect(Math.hypot((now.get(key)?.x ?? 0) - x, (now.get(key)?.y ?? 0) - y), key).toBeLessThan(0.05)
        })
        expect(new Set([...now.values()].map(({ label }) => label)).size).toBe(count + 1)
      }),
    )
  })

  it('is called with ב where another one was inserted there, and stays on its side of an aisle', () => {
    const document = hall({
      rows: [row({ count: 4, breaks: [[2, 80]] })],
      sections: [section({ numbering: NUMBERING })],
    })
    const twice = insertPlaceAfter('r1.2')(insertPlaceAfter('r1.2')(document)).rows[0]
    const labels = twice ? [...placesOf(twice).values()].map(({ label }) => label) : []
    expect(labels.toSorted()).toEqual(['1', '2', '3', '3א', '3ב', '4'])
    expect(twice?.breaks).toEqual([[4, 80]])
  })

  it('is not where there is no such row', () => {
    const document = hall({ rows: [row()], sections: [section()] })
    expect(insertPlaceAfter('none.1')(document)).toBe(document)
  })
})
