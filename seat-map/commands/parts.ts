import type { Area, MapDocument, Row, Section, Shape, Table } from '../model/document.ts'
import { type Point, rotate, rowPositions, tablePositions } from '../model/row-geometry.ts'

/** What can be selected, moved and deleted as one. */
export type Part =
  | { readonly kind: 'row'; readonly part: Row }
  | { readonly kind: 'table'; readonly part: Table }
  | { readonly kind: 'area'; readonly part: Area }
  | { readonly kind: 'shape'; readonly part: Shape }

/** Left, top, right and bottom in centimetres. */
export type Box = readonly [left: number, top: number, right: number, bottom: number]

/** The ids of selected parts. */
export type Ids = ReadonlySet<string>

export const partsOf = (document: MapDocument): Part[] => [
  ...document.rows.map((part): Part => ({ kind: 'row', part })),
  ...document.tables.map((part): Part => ({ kind: 'table', part })),
  ...document.areas.map((part): Part => ({ kind: 'area', part })),
  ...document.shapes.map((part): Part => ({ kind: 'shape', part })),
]

export const selectedParts = (document: MapDocument, ids: Ids): Part[] =>
  ids.size === 0 ? [] : partsOf(document).filter(({ part }) => ids.has(part.id))

/** The ids of all parts of sections. */
export const idsOfSections = (document: MapDocument, sections: Ids): string[] =>
  [...document.rows, ...document.tables, ...document.areas]
    .filter(({ section }) => sections.has(section))
    .map(({ id }) => id)

const shapeCorners = ({ form, at, size, angle, outline }: Shape): Point[] => {
  const corners: readonly Point[] =
    form === 'polygon' && outline.length > 0
      ? outline
      : [
          [-size[0] / 2, -size[1] / 2],
          [size[0] / 2, -size[1] / 2],
          [size[0] / 2, size[1] / 2],
          [-size[0] / 2, size[1] / 2],
        ]
  return corners.map((corner) => {
    const [x, y] = rotate(corner, angle)
    return [at[0] + x, at[1] + y]
  })
}

/** The points that a part covers: its places, or the corners of its outline. */
export const pointsOf = ({ kind, part }: Part): readonly Point[] => {
  if (kind === 'row') return rowPositions(part)
  if (kind === 'table') return [...tablePositions(part), part.at]
  return kind === 'area' ? part.outline : shapeCorners(part)
}

export const boxOf = (points: readonly Point[]): Box | undefined => {
  const [first] = points
  if (!first) return undefined
  let [left, top, right, bottom] = [first[0], first[1], first[0], first[1]]
  for (const [x, y] of points) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return [left, top, right, bottom]
}

export const boxOfParts = (parts: readonly Part[]): Box | undefined => boxOf(parts.flatMap(pointsOf))

export const middleOf = ([left, top, right, bottom]: Box): Point => [(left + right) / 2, (top + bottom) / 2]

/** A tenth of a millimetre; more digits would only make the document longer. */
export const rounded = (value: number): number => Math.round(value * 100) / 100 || 0
export const roundedPoint = ([x, y]: Point): [number, number] => [rounded(x), rounded(y)]

/** The parts whose points all lie in the box. */
export const partsWithin = (document: MapDocument, [left, top, right, bottom]: Box): string[] =>
  partsOf(document)
    .filter((part) => {
      const box = boxOfParts([part])
      return box && box[0] >= left && box[1] >= top && box[2] <= right && box[3] <= bottom
    })
    .map(({ part }) => part.id)

/** Where something new is placed: behind everything that exists, at the middle of the hall. */
export const freeSpot = (document: MapDocument): Point => {
  const box = boxOfParts(partsOf(document))
  const x = document.focus?.[0] ?? (box ? middleOf(box)[0] : document.size[0] / 2)
  return [x, box ? box[3] + 250 : 600]
}

/** Replaces every part that the function changes; lists without a change stay the same object. */
export const mapParts = (
  document: MapDocument,
  ids: Ids,
  change: {
    readonly row?: (part: Row) => Row
    readonly table?: (part: Table) => Table
    readonly area?: (part: Area) => Area
    readonly shape?: (part: Shape) => Shape
  },
): MapDocument => {
  const mapped = <P extends { id: string }>(list: P[], map: ((part: P) => P) | undefined): P[] =>
    map && list.some(({ id }) => ids.has(id)) ? list.map((part) => (ids.has(part.id) ? map(part) : part)) : list
  return {
    ...document,
    rows: mapped(document.rows, change.row),
    tables: mapped(document.tables, change.table),
    areas: mapped(document.areas, change.area),
    shapes: mapped(document.shapes, change.shape),
  }
}

export const updateSection = (document: MapDocument, id: string, change: Partial<Section>): MapDocument => ({
  ...document,
  sections: document.sections.map((section) => (section.id === id ? { ...section, ...change } : section)),
})
