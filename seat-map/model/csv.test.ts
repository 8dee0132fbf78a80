import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hall, row, section } from '../testing/documents.ts'
import { documents } from '../testing/random-documents.ts'
import { compile, describePlace, flagsOf, neighboursOf } from './compile.ts'
import { exportCsv, importCsv } from './csv.ts'
import type { MapDocument } from './document.ts'

const imported = (text: string) => {
  const result = importCsv(text)
  if ('error' in result) throw result.error
  return result
}

const reasons = (text: string): string[] => {
  const result = importCsv(text)
  return 'error' in result ? result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) : []
}

const LIST = `section,row,seat,category,flags
אולם,א׳,1,זהב,
אולם,א׳,2,זהב,wheelchair stairs_free
אולם,א׳,3,זהב,companion
אולם,ב׳,1,כסף,
"יציע, ימין",א׳,1,כסף,restricted
`

describe('importCsv', () => {
  it('reads sections, rows, seats, categories and flags in their order', () => {
    const { document, notes } = imported(LIST)
    const map = compile(document)
    expect(map.sections.map(({ name }) => name)).toEqual(['אולם', 'יציע, ימין'])
    expect(map.rows.map(({ label }) => label)).toEqual(['א׳', 'ב׳', 'א׳'])
    expect(map.labels).toEqual(['1', '2', '3', '1', '1'])
    expect(document.categories.map(({ name }) => name)).toEqual(['זהב', 'כסף'])
    expect(flagsOf(map.flags[1]!)).toEqual(['wheelchair', 'stairs_free'])
    expect(map.wheelchairOf[2]).toBe(1)
    expect(neighboursOf(map, 1)).toEqual([0, 2])
    expect(notes).toContainEqual({ code: 'positions_invented', count: 5 })
  })

  it('takes semicolons and tabs, columns in any order, a byte order mark and Windows line ends', () => {
    expect(compile(imported('\uFEFFseat;row;section;category\r\n7;א׳;אולם;זהב\r\n').document).labels).toEqual(['7'])
    expect(compile(imported('section\trow\tseat\tcategory\nאולם\tא׳\t7\tזהב').document).labels).toEqual(['7'])
  })

  it.each<[string, string, string[]]>([
    ['a missing column', 'section,row,seat\na,b,1\n', ['header.category: required']],
    ['an empty seat', 'section,row,seat,category\na,b,,c\n', ['lines.2.seat: required']],
    ['an empty seat below empty lines', 'section,row,seat,category\n\n,,,\na,b,,c\n', ['lines.4.seat: required']],
    [
      'a position that is no number',
      'section,row,seat,category,flags,x,y\na,b,1,c,,left,3\n',
      ['lines.2.x: not_a_number'],
    ],
    [
      'nothing',
      '',
      ['header.section: required', 'header.row: required', 'header.seat: required', 'header.category: required'],
    ],
  ])('%s is named with its line and column', (_name, text, expected) => {
    expect(reasons(text)).toEqual(expected)
  })

  it('an unknown flag is named', () => {
    expect(reasons('section,row,seat,category,flags\na,b,1,c,aisle vip\n')[0]).toMatch(/^lines\.2\.flags\.1: /)
  })

  it('more than 80,000 lines are refused', () => {
    expect(reasons(`section,row,seat,category\n${'a,b,1,c\n'.repeat(80_001)}`)).toEqual(['lines: too_big'])
  })
})

describe('exportCsv', () => {
  it('cells that a spreadsheet would calculate are text, and come back as they were', () => {
    const document = hall({ sections: [section({ name: '=1+1' })], rows: [row({ label: '"א"', count: 1 })] })
    const text = exportCsv(document)
    expect(text).toContain(`"'=1+1","""א""",1,זהב,,275,300`)
    const map = compile(imported(text).document)
    expect([map.sections[0]!.name, map.rows[0]!.label]).toEqual(['=1+1', '"א"'])
  })

  it('a hall comes back with the same places, flags and pairs', () => {
    const summary = (document: MapDocument) => {
      const map = compile(document)
      const names = new Map(document.categories.map(({ id, name }) => [id, name]))
      return Array.from({ length: map.size }, (_, place) => ({
        // A list has no gates.
        ...describePlace(map, place),
        gate: undefined,
        category: names.get(map.categories[map.category[place]!]!),
        flags: map.flags[place],
        x: Math.round(map.x[place]! / 5),
        y: Math.round(map.y[place]! / 5),
      }))
    }
    const near = (a: ReturnType<typeof summary>, b: ReturnType<typeof summary>): void => {
      const bare = (list: typeof a) => list.map(({ x: _x, y: _y, ...text }) => text)
      expect(bare(b)).toEqual(bare(a))
      expect(b.filter(({ x, y }, index) => Math.abs(x - a[index]!.x) > 1 || Math.abs(y - a[index]!.y) > 1)).toEqual([])
    }
    // Places around a table come back as a row of single ones, in whose order the notes say so.
    const named = (list: ReturnType<typeof summary>) =>
      list.toSorted((a, b) => textOf(a).localeCompare(textOf(b)) || a.x - b.x || a.y - b.y)
    const textOf = ({ section, row, number }: ReturnType<typeof summary>[number]): string =>
      [section, row, number].join('\u0000')
    fc.assert(
      fc.property(documents, (document) => {
        const { document: back, notes } = imported(exportCsv(document))
        const isReordered = notes.some(({ code }) => code === 'seats_reordered')
        expect(isReordered && document.tables.length === 0).toBe(false)
        const [before, after] = [summary(document), summary(back)]
        if (isReordered) near(named(before), named(after))
        else near(before, after)
      }),
      { numRuns: 60 },
    )
  })
})
