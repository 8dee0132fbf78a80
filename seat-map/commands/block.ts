import { CATEGORY_COLORS } from '../model/category-colors.ts'
import { keySource, type MapDocument, type Numbering, type Row, type Section } from '../model/document.ts'
import { generateRows, outlineAround } from '../model/generators.ts'
import { type Point, rotate, rowPositions } from '../model/row-geometry.ts'
import { type Command, placesWithCount } from './command.ts'
import { roundedPoint, updateSection } from './parts.ts'
import { namingOf, type RowNaming } from './row-naming.ts'

/** The parameters of a block of rows. Lengths in centimetres, the front row first. */
export interface Block {
  readonly counts: readonly number[]
  /** Aisles behind these places, from the audience's left. */
  readonly aisles: readonly number[]
  readonly aisleWidth: number
  readonly gap: number
  readonly depth: number
  /** Of the circle of the front row, whose centre lies in front of the rows; undefined: straight rows. */
  readonly radius: number | undefined
  /** Undefined: labels that follow no scheme, and stay as they are. */
  readonly rowLabels: RowNaming | undefined
  /** The middle of the front row, and where its audience looks in degrees. */
  readonly at: Point
  readonly facing: number
}

export const NEW_BLOCK: Omit<Block, 'at'> = {
  counts: Array.from({ length: 12 }, () => 20),
  aisles: [10],
  aisleWidth: 100,
  gap: 54,
  depth: 90,
  radius: undefined,
  rowLabels: { scheme: 'א', first: 1 },
  facing: 0,
}

/** Centimetres from the places of a section to its outline. */
const MARGIN_CM = 60

export const rowsOfSection = ({ rows }: MapDocument, section: string): Row[] =>
  rows.filter((row) => row.section === section).sort((a, b) => a.rank - b.rank)

export const lengthOf = ({ gap, count, breaks }: Row): number =>
  gap * (count - 1) + breaks.reduce((sum, [, width]) => sum + width, 0)

export const middleOfRow = (row: Row): Point => {
  const { free: _free, ...curve } = row
  return rowPositions({ ...curve, count: 3, breaks: [], gap: Math.max(1, lengthOf(row) / 2) })[1] ?? row.at
}

const WHOLE = 1e-3

/** The parameters of a section's rows, read from their geometry; undefined: it has none. */
export const blockOf = (document: MapDocument, section: string): Block | undefined => {
  const rows = rowsOfSection(document, section)
  const [front, second] = rows
  if (!front) return undefined
  const longest = rows.reduce((a, b) => (b.count > a.count ? b : a))
  const turn = (-front.bend * Math.PI) / 180
  const at = middleOfRow(front)
  const [, depth] = second
    ? rotate([middleOfRow(second)[0] - at[0], middleOfRow(second)[1] - at[1]], -front.angle)
    : [0, NEW_BLOCK.depth]
  return {
    counts: rows.map(({ count }) => count),
    aisles: longest.breaks.map(([after]) => after),
    aisleWidth: longest.breaks[0]?.[1] ?? NEW_BLOCK.aisleWidth,
    gap: front.gap,
    depth: Math.round(Math.abs(depth)) || NEW_BLOCK.depth,
    radius: turn > WHOLE ? Math.round(lengthOf(front) / turn) : undefined,
    rowLabels: namingOf(rows.map(({ label }) => label)),
    at,
    facing: front.angle,
  }
}

/** A row with another number of places. Keys that are taken away are never used again. */
export const withCount = (row: Row, count: number): Row => {
  if (count === row.count) return row
  const { keys: _keys, last_key: _last, free, guids, ...others } = row
  return {
    ...others,
    ...placesWithCount(row, count),
    breaks: row.breaks.filter(([after]) => after < count),
    ...(free && { free: Array.from({ length: count }, (_, index) => free[index] ?? continued(free, index)) }),
    ...(guids && { guids: Array.from({ length: count }, (_, index) => guids[index] ?? '') }),
  }
}

/** Beyond the end of a row whose places are stored one by one: on with its last step. */
const continued = (free: readonly Point[], index: number): [number, number] => {
  const [last, before] = [free.at(-1) ?? [0, 0], free.at(-2) ?? [-NEW_BLOCK.gap, 0]]
  const steps = index - free.length + 1
  return roundedPoint([last[0] + (last[0] - before[0]) * steps, last[1] + (last[1] - before[1]) * steps])
}

/** Fits the outline of a section to its rows, unless it was drawn by hand. */
export const withOutline = (document: MapDocument, section: string): MapDocument => {
  const rows = rowsOfSection(document, section)
  const isFixed = document.sections.some(({ id, outline_fixed }) => id === section && outline_fixed)
  return rows.length === 0 || isFixed
    ? document
    : updateSection(document, section, { outline: outlineAround(rows, MARGIN_CM) })
}

/** The rows of a section as the block says; existing rows retain their names, categories and what is special in them. */
export const reshapeBlock =
  (section: string, block: Block, category: string): Command =>
  (document) => {
    const before = rowsOfSection(document, section)
    const keys = keySource(document.next)
    let index = 0
    const generated = generateRows(
      {
        section,
        category,
        counts: block.counts,
        at: block.at,
        facing: block.facing,
        gap: block.gap,
        depth: block.depth,
        aisles: block.aisles,
        aisleWidth: block.aisleWidth,
        ...(block.radius !== undefined && { radius: block.radius }),
        ...(block.rowLabels && { rowLabels: block.rowLabels }),
        firstRank: before[0]?.rank ?? 1,
      },
      { take: () => before[index++]?.id ?? keys.take() },
    )
    const rows = generated.map((row, position): Row => {
      const existing = before[position]
      const template = before.at(-1)
      if (!existing) return template ? { ...row, category: template.category, numbering: template.numbering } : row
      const { free: _free, ...counted } = withCount(existing, row.count)
      const { at, angle, gap, bend, breaks, rank } = row
      return { ...counted, at, angle, gap, bend, breaks, rank, ...(block.rowLabels && { label: row.label }) }
    })
    const removed = new Set(before.map(({ id }) => id))
    const others = document.rows.filter(({ id }) => !removed.has(id))
    return withOutline({ ...document, next: keys.next(), rows: [...others, ...rows] }, section)
  }

export interface NewNames {
  readonly section: string
  readonly category: string
}

/** A document that has a category: the first that exists, or a new one. */
export const withCategory = (document: MapDocument, name: string): readonly [MapDocument, string] => {
  const [first] = document.categories.toSorted((a, b) => a.rank - b.rank)
  if (first) return [document, first.id]
  const keys = keySource(document.next)
  const id = keys.take()
  const categories = [{ id, name, color: CATEGORY_COLORS[0], rank: 0 }]
  return [{ ...document, next: keys.next(), categories }, id]
}

const DEFAULT_NUMBERING: Numbering = { scheme: '1', first: 1, step: 1, from: 'right', skip: [] }

/** A name that no section has: the base, else with a number. */
const uniqueName = (document: MapDocument, base: string): string => {
  const names = new Set(document.sections.map(({ name }) => name))
  if (!names.has(base)) return base
  for (let number = 2; ; number++) if (!names.has(`${base} ${number}`)) return `${base} ${number}`
}

/** A document with a new section on its floor, and the section's id. */
export const withSection = (
  document: MapDocument,
  fields: Pick<Section, 'name' | 'kind'> & Partial<Section>,
): readonly [MapDocument, string] => {
  const keys = keySource(document.next)
  const id = keys.take()
  const section: Section = {
    floor: document.floors[0]?.id ?? '1',
    short: '',
    outline: [],
    rank: document.sections.reduce((rank, other) => Math.max(rank, other.rank + 1), 0),
    numbering: DEFAULT_NUMBERING,
    ...fields,
    id,
    name: uniqueName(document, fields.name),
  }
  return [{ ...document, next: keys.next(), sections: [...document.sections, section] }, id]
}

/** A new section with the rows of a block. */
export const addBlock =
  (block: Block, names: NewNames, numbering: Partial<Numbering> = {}, floor?: string): Command =>
  (document) => {
    const [categorised, category] = withCategory(document, names.category)
    const [sectioned, section] = withSection(categorised, {
      name: names.section,
      kind: 'rows',
      numbering: { ...DEFAULT_NUMBERING, ...numbering },
      ...(floor !== undefined && { floor }),
    })
    return reshapeBlock(section, block, category)(sectioned)
  }

/** Centimetres by which a row may differ from the block that its section is read as. */
const BLOCK_TOLERANCE = 12

/** Whether a section's rows are those of its parameters: others were drawn or imported row by row. */
export const isBlock = (document: MapDocument, section: string): boolean => {
  const block = blockOf(document, section)
  if (!block) return false
  const rows = rowsOfSection(document, section)
  const generated = rowsOfSection(reshapeBlock(section, block, rows[0]?.category ?? '')(document), section)
  return rows.every((row, index) => {
    const [before, after] = [rowPositions(row), rowPositions(generated[index] ?? row)]
    return [0, before.length - 1].every((place) => {
      const [[ax, ay], [bx, by]] = [before[place] ?? [0, 0], after[place] ?? [0, 0]]
      return Math.hypot(ax - bx, ay - by) <= BLOCK_TOLERANCE
    })
  })
}
