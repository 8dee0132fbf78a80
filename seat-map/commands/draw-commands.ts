import { keySource, LIMITS, type MapDocument, type Row, type Shape, type Table } from '../model/document.ts'
import { rankLabels } from '../model/numbering.ts'
import type { Point } from '../model/row-geometry.ts'
import { type NewNames, rowsOfSection, withCategory, withCount, withOutline, withSection } from './block.ts'
import { type Command, placesWithCount } from './command.ts'
import { boxOfParts, type Ids, mapParts, partsOf, rounded, roundedPoint } from './parts.ts'
import { addCategory, categoriesOfPlaces } from './structure-commands.ts'

const GAP_CM = 54

interface NewRow {
  readonly from: Point
  readonly to: Point
  /** Degrees by which the row turns; 0: straight. */
  readonly bend?: number
  /** Into this section, behind its last row; undefined: a section of its own. */
  readonly section?: string
}

/** The label after the last of a section's rows, where they follow a scheme; else the number of the row. */
const nextLabel = (rows: readonly Row[]): string => {
  for (const scheme of ['א', '1', 'A', 'אב'] as const) {
    const labels = rankLabels({ scheme, first: 1, step: 1, skip: [] }, 200)
    const position = labels.indexOf(rows.at(-1)?.label ?? '')
    if (position >= 0) return labels[position + 1] ?? ''
  }
  return rankLabels({ scheme: 'א', first: rows.length + 1, step: 1, skip: [] }, 1)[0] ?? ''
}

/** A row from one point to another, with as many places as fit. */
export const addRow =
  ({ from, to, bend = 0, section }: NewRow, names: NewNames, floor?: string): Command =>
  (document) => {
    const [categorised, category] = withCategory(document, names.category)
    const [sectioned, owner] =
      section !== undefined && document.sections.some(({ id, kind }) => id === section && kind === 'rows')
        ? [categorised, section]
        : withSection(categorised, { name: names.section, kind: 'rows', ...(floor !== undefined && { floor }) })
    const neighbours = rowsOfSection(sectioned, owner)
    const keys = keySource(sectioned.next)
    const chord = Math.hypot(to[0] - from[0], to[1] - from[1])
    const half = (Math.abs(bend) * Math.PI) / 360
    const length = half > 0 ? (chord * half) / Math.sin(half) : chord
    const row: Row = {
      id: keys.take(),
      section: owner,
      label: nextLabel(neighbours),
      rank: (neighbours.at(-1)?.rank ?? 0) + 1,
      at: roundedPoint(from),
      angle: rounded((Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI),
      gap: GAP_CM,
      bend: rounded(bend),
      count: Math.min(400, Math.max(1, Math.floor(length / GAP_CM) + 1)),
      breaks: [],
      numbering: {},
      category: neighbours.at(-1)?.category ?? category,
      except: {},
    }
    return withOutline({ ...sectioned, next: keys.next(), rows: [...sectioned.rows, row] }, owner)
  }

export interface NewTable {
  readonly at: Point
  readonly count: number
  readonly shape: Table['shape']
  readonly sold: Table['sold']
}

/** How far a table's middle is from its edge, so that its chairs do not touch. */
const roundSize = (count: number): number => Math.max(90, Math.round((count * 60) / Math.PI / 10) * 10)

/** A table; tables of one section are numbered on. */
export const addTable =
  ({ at, count, shape, sold }: NewTable, names: NewNames, section?: string, floor?: string): Command =>
  (document) => {
    const [categorised, category] = withCategory(document, names.category)
    const [sectioned, owner] =
      section !== undefined && document.sections.some(({ id, kind }) => id === section && kind === 'tables')
        ? [categorised, section]
        : withSection(categorised, { name: names.section, kind: 'tables', ...(floor !== undefined && { floor }) })
    const others = sectioned.tables.filter((table) => table.section === owner)
    const rank = others.reduce((highest, other) => Math.max(highest, other.rank), 0) + 1
    const keys = keySource(sectioned.next)
    const side = Math.max(90, Math.ceil(count / 2) * 60)
    const table: Table = {
      id: keys.take(),
      section: owner,
      label: String(rank),
      rank,
      at: roundedPoint(at),
      angle: 0,
      numbering: {},
      category: others.at(-1)?.category ?? category,
      except: {},
      count,
      shape,
      size: shape === 'round' ? [roundSize(count), roundSize(count)] : [side, 80],
      sold,
    }
    return { ...sectioned, next: keys.next(), tables: [...sectioned.tables, table] }
  }

/** Changes a table's number of places or how it is sold. */
export const changeTable =
  (ids: Ids, change: Partial<Pick<Table, 'count' | 'shape' | 'sold' | 'label'>>): Command =>
  (document) =>
    mapParts(document, ids, {
      table: (table) => {
        const next = { ...table, ...change }
        // A table that is only renamed, or sold otherwise, stays as large as it is.
        if (next.count === table.count && next.shape === table.shape) return next
        const { sides: _sides, keys: _keys, last_key: _last, ...others } = next
        const size: [number, number] =
          others.shape === 'round'
            ? [roundSize(others.count), roundSize(others.count)]
            : [Math.max(90, Math.ceil(others.count / 2) * 60), 80]
        return { ...others, size, ...placesWithCount(table, others.count) }
      },
    })

/** Places at the top, right, bottom and left of a rectangular table. */
export type Sides = NonNullable<Table['sides']>

/** Centimetres of a side by its places. */
const sideSize = (places: number, least: number): number => Math.max(least, places * 60)

/** Says which sides of rectangular tables have how many places; nothing happens where none or too many are left. */
export const setTableSides =
  (ids: Ids, sides: Sides): Command =>
  (document) => {
    const count = sides.reduce((sum, side) => sum + side, 0)
    if (count < 1 || count > LIMITS.tablePlaces) return document
    const [top, right, bottom, left] = sides
    const counted = changeTable(ids, { count, shape: 'rect' })(document)
    const size: [number, number] = [sideSize(Math.max(top, bottom), 90), sideSize(Math.max(right, left), 80)]
    return mapParts(counted, ids, { table: (table) => ({ ...table, sides, size }) })
  }

/** The sides of a rectangular table as it is: without a choice of its own, half of the places at the top and at the bottom. */
export const sidesOf = ({ sides, count }: Table): Sides => sides ?? [Math.ceil(count / 2), 0, Math.floor(count / 2), 0]

/** Changes how large tables are. */
export const resizeTables =
  (ids: Ids, size: Table['size']): Command =>
  (document) =>
    mapParts(document, ids, { table: (table) => ({ ...table, size }) })

/** Changes rows' number of places, the distance of their places or their label. */
export const changeRows =
  (ids: Ids, change: { readonly count?: number; readonly gap?: number; readonly label?: string }): Command =>
  (document) => {
    const { count, gap, label } = change
    const changed = mapParts(document, ids, {
      row: (row) => {
        const counted = count === undefined ? row : withCount(row, count)
        return { ...counted, ...(gap !== undefined && { gap }), ...(label !== undefined && { label }) }
      },
    })
    const sections = new Set(document.rows.filter(({ id }) => ids.has(id)).map(({ section }) => section))
    return [...sections].reduce(withOutline, changed)
  }

/** Sets the aisles of rows: behind these places, with this width in centimetres. */
export const setAisles =
  (ids: Ids, after: readonly number[], width: number): Command =>
  (document) => {
    const changed = mapParts(document, ids, {
      row: (row) => ({
        ...row,
        breaks: [...new Set(after)]
          .filter((position) => position >= 1 && position < row.count)
          .sort((a, b) => a - b)
          .map((position): [number, number] => [position, width]),
      }),
    })
    const sections = new Set(document.rows.filter(({ id }) => ids.has(id)).map(({ section }) => section))
    return [...sections].reduce(withOutline, changed)
  }

/** A document that has a category for areas, which places cannot share; null where there can be no more. */
export const withAreaCategory = (document: MapDocument, name: string): readonly [MapDocument, string | null] => {
  const ofPlaces = categoriesOfPlaces(document)
  const last = document.areas.findLast(({ category }) => category !== null && !ofPlaces.has(category))?.category
  const free = last ?? document.categories.find(({ id }) => !ofPlaces.has(id))?.id
  if (free) return [document, free]
  const added = addCategory(name)(document)
  return [added, added === document ? null : (added.categories.at(-1)?.id ?? null)]
}

/** A standing area with its outline. */
export const addArea =
  (outline: readonly Point[], capacity: number, names: NewNames, floor?: string): Command =>
  (document) => {
    if (outline.length < 3) return document
    const points = outline.map(roundedPoint)
    const [categorised, category] = withAreaCategory(document, names.section)
    const [sectioned, section] = withSection(categorised, {
      name: names.section,
      kind: 'area',
      outline: points,
      ...(floor !== undefined && { floor }),
    })
    const name = sectioned.sections.find(({ id }) => id === section)?.name ?? names.section
    const keys = keySource(sectioned.next)
    const area = { id: keys.take(), section, name, outline: points, capacity, category }
    return { ...sectioned, next: keys.next(), areas: [...sectioned.areas, area] }
  }

const STAGE = { width: 900, narrowest: 400, widest: 1600, shallowest: 150, deepest: 350 }
/** Of the width of what stands before it. */
const STAGE_SHARE = 0.7
/** From its front edge to the nearest places. */
const STAGE_DISTANCE = 220

const within = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value))
const inTens = (value: number): number => Math.round(value / 10) * 10

/** A new stage: narrower than what its audience sits in, in front of it. */
export const usualStage = (document: MapDocument): Pick<Shape, 'at' | 'size'> => {
  const box = boxOfParts(partsOf(document).filter(({ kind }) => kind !== 'shape'))
  const width = box ? inTens(within(STAGE.narrowest, (box[2] - box[0]) * STAGE_SHARE, STAGE.widest)) : STAGE.width
  const depth = inTens(within(STAGE.shallowest, width / 4, STAGE.deepest))
  const at: [number, number] = box
    ? [rounded((box[0] + box[2]) / 2), rounded(box[1] - STAGE_DISTANCE - depth / 2)]
    : [document.size[0] / 2, 250]
  return { at, size: [width, depth] }
}

/** A stage, a text or another shape. The first stage of a hall is what its audience faces. */
export const addShape =
  (shape: Omit<Shape, 'id' | 'floor'>, floor?: string): Command =>
  (document) => {
    const keys = keySource(document.next)
    const placed: Shape = {
      ...shape,
      id: keys.take(),
      floor: floor ?? document.floors[0]?.id ?? '1',
      at: roundedPoint(shape.at),
    }
    const result: MapDocument = { ...document, next: keys.next(), shapes: [...document.shapes, placed] }
    return shape.kind === 'stage' && !document.focus
      ? { ...result, focus: roundedPoint([shape.at[0], shape.at[1] + shape.size[1] / 2]) }
      : result
  }
