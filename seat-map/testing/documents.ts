import * as fc from 'fast-check'
import {
  emptyDocument,
  keySource,
  type MapDocument,
  type Numbering,
  type Row,
  type Section,
} from '../model/document.ts'

export const NUMBERING: Numbering = { scheme: '1', first: 1, step: 1, from: 'right', skip: [] }

/** A hall with the stage above, one floor `1`, one section `s` and the categories `a` and `b`. */
export const hall = (change: Partial<MapDocument> = {}): MapDocument => ({
  ...emptyDocument(),
  next: 2_000_000_000,
  focus: [500, 0],
  categories: [
    { id: 'a', name: 'זהב', color: '#aa8800', rank: 0 },
    { id: 'b', name: 'כסף', color: '#8888aa', rank: 1 },
  ],
  sections: [section()],
  ...change,
})

export const section = (change: Partial<Section> = {}): Section => ({
  id: 's',
  floor: '1',
  name: 'אולם',
  short: '',
  kind: 'rows',
  outline: [],
  rank: 0,
  numbering: NUMBERING,
  ...change,
})

/** A straight row `r1` below the stage, ten places from the left of the screen to its right. */
export const row = (change: Partial<Row> = {}): Row => ({
  id: 'r1',
  section: 's',
  label: 'א׳',
  rank: 1,
  at: [275, 300],
  angle: 0,
  gap: 50,
  bend: 0,
  count: 10,
  breaks: [],
  numbering: {},
  category: 'a',
  except: {},
  ...change,
})

/** Rows one behind the other, `r1` in front; each has ten places of category `a` unless told otherwise. The section has a gate. */
export const hallOf = (rows: readonly Partial<Row>[], change: Partial<MapDocument> = {}): MapDocument =>
  hall({
    sections: [section({ gate: 'שער 5' })],
    rows: rows.map((part, index) =>
      row({ id: `r${index + 1}`, label: String(index + 1), rank: index, at: [275, 300 + 100 * index], ...part }),
    ),
    ...change,
  })

const numberings = fc.record({
  scheme: fc.constantFrom('1', 'odd', 'even', 'odd_even', 'א', 'אב', 'A') as fc.Arbitrary<Numbering['scheme']>,
  first: fc.integer({ min: 0, max: 300 }),
  step: fc.integer({ min: 1, max: 3 }),
  from: fc.constantFrom('right', 'left', 'middle') as fc.Arbitrary<Numbering['from']>,
  skip: fc.subarray(['13', '7', 'ג׳', 'B']),
})

const rows = fc.record({
  count: fc.integer({ min: 1, max: 30 }),
  angle: fc.integer({ min: -180, max: 180 }),
  bend: fc.integer({ min: -120, max: 120 }),
  gap: fc.integer({ min: 45, max: 70 }),
  at: fc.tuple(fc.integer({ min: 0, max: 9000 }), fc.integer({ min: 0, max: 9000 })),
  aisles: fc.uniqueArray(fc.integer({ min: 1, max: 29 }), { maxLength: 3 }),
  gone: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 3 }),
  wheelchairs: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 3 }),
  category: fc.constantFrom('a', 'b'),
  section: fc.constantFrom('s', 't'),
  numbering: numberings,
})

const exceptionsOf = (
  { count, gone, wheelchairs }: { count: number; gone: number[]; wheelchairs: number[] },
  id: string,
): Row['except'] => {
  const except: Row['except'] = {}
  for (const key of wheelchairs.filter((key) => key <= count)) {
    except[key] = { is: ['wheelchair'] }
    if (key < count && !wheelchairs.includes(key + 1)) except[key + 1] = { is: ['companion'], of: `${id}.${key}` }
  }
  for (const key of gone.filter((key) => key <= count && except[key] === undefined)) except[key] = { gone: true }
  return except
}

/** Halls of up to twelve rows in two sections, with aisles, gaps and accessible places. */
export const documents: fc.Arbitrary<MapDocument> = fc.array(rows, { minLength: 1, maxLength: 12 }).map((parts) => {
  const keys = keySource(100)
  const built = parts.map((part, index): Row => {
    const id = keys.take()
    const { count, aisles, angle, bend, gap, at, category, section, numbering } = part
    return row({
      id,
      count,
      angle,
      bend,
      gap,
      category,
      section,
      numbering,
      at,
      rank: index,
      label: String(index + 1),
      breaks: aisles
        .filter((after) => after < count)
        .sort((a, b) => a - b)
        .map((after): [number, number] => [after, 100]),
      except: exceptionsOf(part, id),
    })
  })
  return hall({ next: 2_000_000_000, sections: [section(), section({ id: 't', name: 'יציע', rank: 1 })], rows: built })
})
