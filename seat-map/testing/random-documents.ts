import * as fc from 'fast-check'
import { addBlock, NEW_BLOCK } from '../commands/block.ts'
import { turnParts } from '../editor/transform-commands.ts'
import { keySource, type MapDocument, type Numbering, type Row, type Shape, type Table } from '../model/document.ts'
import type { Flag } from '../model/flags.ts'
import { hall, row, section } from './documents.ts'

const numberings = fc.record({
  scheme: fc.constantFrom('1', 'odd', 'even', 'odd_even', 'א', 'אב', 'A') as fc.Arbitrary<Numbering['scheme']>,
  first: fc.integer({ min: 0, max: 300 }),
  step: fc.integer({ min: 1, max: 3 }),
  from: fc.constantFrom('right', 'left', 'middle') as fc.Arbitrary<Numbering['from']>,
  skip: fc.subarray(['13', '7', 'ג׳', 'B']),
})

const coordinates = fc.integer({ min: 0, max: 9000 })
const points = fc.tuple(coordinates, coordinates)
const angles = fc.integer({ min: -180, max: 180 })
const outlines = fc.array(points, { minLength: 3, maxLength: 8 })
const categories = fc.constantFrom('a', 'b', 'c')

/** What is special about single places, by their position. */
const specials = fc.record({
  gone: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 3 }),
  wheelchairs: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 3 }),
  marked: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 2 }),
  mark: fc.constantFrom<Flag[]>('aisle', 'restricted', 'no_view', 'hearing', 'stairs_free', 'transfer'),
  painted: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 2 }),
  shifted: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 2 }),
  renamed: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 1 }),
})
type Specials = typeof specials extends fc.Arbitrary<infer T> ? T : never

const exceptionsOf = (
  { gone, wheelchairs, marked, mark, painted, shifted, renamed }: Specials,
  id: string,
  keys: readonly number[],
): Row['except'] => {
  const except: Row['except'] = {}
  const change = (position: number, fields: Row['except'][string]): void => {
    const key = keys[position - 1]
    if (key !== undefined) except[key] = { ...except[key], ...fields }
  }
  for (const position of wheelchairs) {
    const key = keys[position - 1]
    change(position, { is: ['wheelchair'] })
    if (key !== undefined && !wheelchairs.includes(position + 1))
      change(position + 1, { is: ['companion'], of: `${id}.${key}` })
  }
  const isFree = (position: number): boolean => except[keys[position - 1] ?? 0] === undefined
  for (const position of marked.filter(isFree)) change(position, { is: [mark] })
  for (const position of gone.filter(isFree)) change(position, { gone: true })
  for (const position of painted) change(position, { category: 'b' })
  for (const position of shifted) change(position, { dx: 12, dy: -7 })
  for (const position of renamed) change(position, { label: `${position}א` })
  return except
}

/** Keys of places as they are after seats were taken out and others were put in between. */
const keysFor = (count: number, isWorn: boolean): number[] =>
  Array.from({ length: count }, (_, index) => (isWorn ? (index % 2 === 0 ? index + 3 : 500 - index) : index + 1))

const rowParts = fc.record({
  count: fc.integer({ min: 1, max: 30 }),
  angle: angles,
  bend: fc.integer({ min: -120, max: 120 }),
  gap: fc.integer({ min: 45, max: 70 }),
  at: points,
  aisles: fc.uniqueArray(fc.integer({ min: 1, max: 29 }), { maxLength: 3 }),
  category: categories,
  section: fc.constantFrom('s', 't', 'u'),
  numbering: numberings,
  isWorn: fc.boolean(),
  /** As an imported row that fits no curve: its places stand where they stand. */
  isFree: fc.boolean(),
  specials,
})

const tableParts = fc.record({
  sides: fc.tuple(fc.nat(4), fc.nat(4), fc.nat(4), fc.nat(4)).filter((sides) => sides.some((side) => side > 0)),
  hasSides: fc.boolean(),
  shape: fc.constantFrom<Table['shape'][]>('round', 'rect'),
  sold: fc.constantFrom<Table['sold'][]>('seats', 'whole'),
  at: points,
  angle: angles,
  size: fc.tuple(fc.integer({ min: 60, max: 400 }), fc.integer({ min: 60, max: 400 })),
  category: categories,
  section: fc.constantFrom('s', 'v'),
  numbering: numberings,
  isWorn: fc.boolean(),
  specials,
})

const areaParts = fc.record({
  outline: outlines,
  capacity: fc.nat(5000),
  category: fc.constantFrom('d', null),
})

const shapeParts: fc.Arbitrary<Omit<Shape, 'id'>> = fc.record({
  floor: fc.constantFrom('1', '2'),
  kind: fc.constantFrom<Shape['kind'][]>('stage', 'wall', 'stairs', 'gate', 'bar', 'text', 'icon'),
  form: fc.constantFrom<Shape['form'][]>('rect', 'ellipse', 'polygon'),
  at: points,
  size: fc.tuple(fc.integer({ min: 10, max: 2000 }), fc.integer({ min: 10, max: 2000 })),
  angle: angles,
  outline: outlines,
  text: fc.constantFrom('', 'במה', 'שער 5'),
})

const blockParts = fc.record({
  counts: fc.array(fc.integer({ min: 1, max: 14 }), { minLength: 1, maxLength: 4 }),
  aisles: fc.uniqueArray(fc.integer({ min: 1, max: 13 }), { maxLength: 2 }),
  radius: fc.option(fc.integer({ min: 1500, max: 4000 }), { nil: undefined }),
  at: points,
  facing: angles,
  floor: fc.constantFrom('1', '2'),
  /** By which it is turned once it is chosen. */
  turn: angles,
})

const rowFrom = (part: typeof rowParts extends fc.Arbitrary<infer T> ? T : never, id: string, index: number): Row => {
  const { aisles, isWorn, isFree, specials: own, ...fields } = part
  const keys = keysFor(fields.count, isWorn)
  const { at, count } = fields
  return row({
    ...fields,
    id,
    rank: index,
    label: String(index + 1),
    breaks: aisles
      .filter((after) => after < count)
      .sort((a, b) => a - b)
      .map((after): [number, number] => [after, 100]),
    ...(isWorn && { keys }),
    ...(isFree && {
      free: keys.map((_, place): [number, number] => [at[0] + place * 52, at[1] + ((place * place) % 30)]),
    }),
    except: exceptionsOf(own, id, keys),
  })
}

const tableFrom = (
  part: typeof tableParts extends fc.Arbitrary<infer T> ? T : never,
  id: string,
  index: number,
): Table => {
  const { sides, hasSides, isWorn, specials: own, ...fields } = part
  const count = sides.reduce((sum, side) => sum + side, 0)
  const keys = keysFor(count, isWorn)
  return {
    ...fields,
    id,
    count,
    rank: 100 + index,
    label: `שולחן ${index + 1}`,
    ...(isWorn && { keys }),
    ...(hasSides && fields.shape === 'rect' && { sides }),
    except: exceptionsOf(own, id, keys),
  }
}

const parts = fc.record({
  rows: fc.array(rowParts, { maxLength: 10 }),
  tables: fc.array(tableParts, { maxLength: 4 }),
  areas: fc.array(areaParts, { maxLength: 2 }),
  shapes: fc.array(shapeParts, { maxLength: 3 }),
  blocks: fc.array(blockParts, { maxLength: 2 }),
  numbering: numberings,
  outline: outlines,
  focus: fc.option(points, { nil: null }),
  ownFocus: points,
})

/** The first keys that commands take in these halls. */
const NEXT = 10_000

/**
 * Halls of two floors with everything that can be chosen: rows that are straight, bent or imported, blocks that were turned,
 * tables of both shapes, standing areas, shapes; with aisles, places that are gone, were moved or have their own name, price
 * or mark, and accessible pairs. The first section has the numbering of its rows, another one faces its own way.
 */
export const documents: fc.Arbitrary<MapDocument> = parts
  .filter(({ rows, tables, blocks }) => rows.length + tables.length + blocks.length > 0)
  .map((chosen) => {
    const keys = keySource(100)
    const shared = hall().categories
    const drawing = hall({
      next: NEXT,
      focus: chosen.focus,
      floors: [
        { id: '1', name: 'אולם' },
        { id: '2', name: 'יציע' },
      ],
      categories: [
        ...shared,
        { id: 'c', name: 'ארד', color: '#aa5533', rank: 2 },
        { id: 'd', name: 'עמידה', color: '#33aa55', rank: 3 },
      ],
      sections: [
        section({ outline: chosen.outline }),
        section({ id: 't', name: 'יציע', floor: '2', rank: 1, gate: '5', focus: chosen.ownFocus }),
        section({ id: 'u', name: 'גוש 3', rank: 2, numbering: chosen.numbering }),
        section({ id: 'v', name: 'שולחנות', rank: 3, kind: 'tables' }),
        section({ id: 'w', name: 'רחבה', rank: 4, kind: 'area' }),
      ],
      rows: chosen.rows.map((part, index) => rowFrom(part, keys.take(), index)),
      tables: chosen.tables.map((part, index) => tableFrom(part, keys.take(), index)),
      areas: chosen.areas.map((part, index) => ({ ...part, id: keys.take(), section: 'w', name: `רחבה ${index + 1}` })),
      shapes: chosen.shapes.map((part) => ({ ...part, id: keys.take() })),
    })
    const built = chosen.blocks.reduce((document, { turn, floor, aisles, radius, ...block }) => {
      const names = { section: 'בלוק', category: '' }
      const sorted = aisles.toSorted((a, b) => a - b)
      const added = addBlock({ ...NEW_BLOCK, ...block, aisles: sorted, radius }, names, {}, floor)(document)
      const last = added.sections.at(-1)?.id
      return turnParts(new Set(added.rows.filter((each) => each.section === last).map(({ id }) => id)), turn)(added)
    }, drawing)
    return { ...built, next: 2_000_000_000 }
  })
