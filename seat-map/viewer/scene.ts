import { type CompiledMap, compile } from '../model/compile.ts'
import type { Area, MapDocument, Section, Table } from '../model/document.ts'
import { type GridIndex, gridOf } from '../model/grid-index.ts'
import { documentIn } from '../model/localized.ts'
import { type Point, rotate } from '../model/row-geometry.ts'
import type { Box } from './camera.ts'

/** How many seat colours there are; categories beyond share them and are distinguished by name and price. */
export const SEAT_COLORS = 5
/** Of a place that nothing says the size of. */
const RADIUS_CM = 19
/** Radius by the distance of the places of a row. */
const RADIUS_SHARE = 0.36
const USUAL_GAP_CM = 54
/** A distance of this many gaps is an aisle, in which the name of the row stands in a close-up. */
const AISLE_GAPS = 1.5

export interface SceneSection {
  readonly section: Section
  /** Of the outline, else around its places. */
  readonly box: Box
  readonly middle: Point
  /** Empty: it has no ground. */
  readonly outline: readonly Point[]
  readonly area: Area | undefined
  /** Its places are `first` … `end - 1`. */
  readonly first: number
  readonly end: number
}

/** Where a row's name stands: beyond an end of it, or in an aisle. */
export interface RowName {
  readonly text: string
  /** The place at the end of the row, or the middle of an aisle. */
  readonly at: Point
  /** Away from the row, of length 1; [0, 0] in an aisle. */
  readonly outward: Point
  readonly section: number
}

/** What is computed once of a document, so that every picture of it is cheap. */
export interface Scene {
  readonly document: MapDocument
  readonly map: CompiledMap
  readonly grid: GridIndex
  readonly bounds: Box
  /** Centimetres, by the index of the row. */
  readonly radius: Float32Array
  /** The usual distance of two places in centimetres. */
  readonly gap: number
  readonly sections: readonly SceneSection[]
  readonly rowNames: readonly RowName[]
  readonly tables: readonly Table[]
}

const boxAround = (points: Iterable<Point>, margin = 0): Box | undefined => {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return left > right ? undefined : [left - margin, top - margin, right + margin, bottom + margin]
}

export const unite = (boxes: readonly Box[]): Box | undefined =>
  boxAround(boxes.flatMap(([left, top, right, bottom]): Point[] => [[left, top], [right, bottom]])) // oxfmt-ignore

export const pointOf = ({ x, y }: CompiledMap, place: number): Point => [x[place] ?? 0, y[place] ?? 0]

const distance = (map: CompiledMap, a: number, b: number): number =>
  Math.hypot((map.x[a] ?? 0) - (map.x[b] ?? 0), (map.y[a] ?? 0) - (map.y[b] ?? 0))

/** The distance of the first two places that stand side by side. */
const gapOf = (map: CompiledMap, first: number, end: number): number | undefined => {
  for (let place = first; place + 1 < end; place++)
    if (map.run[place] === map.run[place + 1]) return distance(map, place, place + 1)
  return undefined
}

function* placesIn(map: CompiledMap, first: number, end: number): Generator<Point> {
  for (let place = first; place < end; place++) yield pointOf(map, place)
}

const sectionsOf = (document: MapDocument, map: CompiledMap): SceneSection[] => {
  const ranges = map.sections.map((): [number, number] => [Infinity, 0])
  for (const { section, first, end } of map.rows) {
    const range = ranges[section]
    if (!range || first === end) continue
    range[0] = Math.min(range[0], first)
    range[1] = Math.max(range[1], end)
  }
  const areas = new Map(document.areas.map((area) => [area.section, area]))
  return map.sections.map((section, index) => {
    const [first, end] = (ranges[index]?.[1] ?? 0) > 0 ? (ranges[index] ?? [0, 0]) : [0, 0]
    const area = areas.get(section.id)
    const outline = section.outline.length > 2 ? section.outline : (area?.outline ?? [])
    const box = boxAround(outline) ?? boxAround(placesIn(map, first, end), USUAL_GAP_CM) ?? [0, 0, 0, 0]
    const middle: Point = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]
    return { section, box, middle, outline, area, first, end }
  })
}

const awayFrom = (map: CompiledMap, end: number, inner: number): Point => {
  const length = distance(map, end, inner)
  if (length === 0) return [-1, 0]
  return [((map.x[end] ?? 0) - (map.x[inner] ?? 0)) / length, ((map.y[end] ?? 0) - (map.y[inner] ?? 0)) / length]
}

const rowNamesOf = (map: CompiledMap): RowName[] =>
  map.rows.flatMap(({ label, section, first, end, kind }) => {
    if (label === '' || first === end || kind !== 'row') return []
    const gap = gapOf(map, first, end) ?? USUAL_GAP_CM
    const nameAt = (place: number, inner: number): RowName => ({
      text: label,
      section,
      at: pointOf(map, place),
      outward: awayFrom(map, place, inner),
    })
    const names = [nameAt(first, Math.min(first + 1, end - 1))]
    if (end - first > 1) names.push(nameAt(end - 1, end - 2))
    for (let place = first; place + 1 < end; place++) {
      if (map.run[place] === map.run[place + 1] || distance(map, place, place + 1) < gap * AISLE_GAPS) continue
      const [[ax, ay], [bx, by]] = [pointOf(map, place), pointOf(map, place + 1)]
      names.push({ text: label, section, at: [(ax + bx) / 2, (ay + by) / 2], outward: [0, 0] })
    }
    return names
  })

const shapeBoxes = ({ shapes }: MapDocument): Box[] =>
  shapes.map(({ form, at: [x, y], size, angle, outline }) => {
    const corner = (offset: Point): Point => {
      const [dx, dy] = rotate(offset, angle)
      return [x + dx, y + dy]
    }
    const own = form === 'polygon' ? boxAround(outline.map(corner)) : undefined
    // Whatever way it is turned, it lies within its diagonal; a small one may be cut and a straight one is exact.
    return own ?? [x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2]
  })

/** Computes what the pictures of a document share. About as long as compiling it. */
export const sceneOf = (document: MapDocument, map: CompiledMap = compile(document)): Scene => {
  const sections = sectionsOf(document, map)
  const own = new Map(document.rows.map(({ id, radius }) => [id, radius]))
  const gaps = map.rows.map(({ first, end }) => gapOf(map, first, end))
  const radius = Float32Array.from(map.rows, ({ id }, row) => {
    const gap = gaps[row]
    return own.get(id) ?? (gap === undefined ? RADIUS_CM : Math.max(8, Math.min(40, gap * RADIUS_SHARE)))
  })
  const usualGaps = gaps.filter((gap) => gap !== undefined).sort((a, b) => a - b)
  return {
    document,
    map,
    grid: gridOf(map),
    radius,
    gap: usualGaps[usualGaps.length >> 1] ?? USUAL_GAP_CM,
    sections,
    rowNames: rowNamesOf(map),
    tables: document.tables,
    bounds: unite([...sections.map(({ box }) => box), ...shapeBoxes(document)]) ?? [0, 0, ...document.size],
  }
}

/** The scene with its texts in the language of who looks at it; what is computed of it stays. */
export const sceneIn = (scene: Scene, lang: 'he' | 'en' | 'ar'): Scene => {
  if (lang === 'he') return scene
  const document = documentIn(scene.document, lang)
  const sections = new Map(document.sections.map((section) => [section.id, section]))
  const areas = new Map(document.areas.map((area) => [area.id, area]))
  const names = new Map(scene.document.rows.map(({ label }, row) => [label, document.rows[row]?.label]))
  return {
    ...scene,
    document,
    tables: document.tables,
    sections: scene.sections.map((part) => ({
      ...part,
      section: sections.get(part.section.id) ?? part.section,
      area: part.area && (areas.get(part.area.id) ?? part.area),
    })),
    rowNames: scene.rowNames.map((name) => ({ ...name, text: names.get(name.text) ?? name.text })),
  }
}

/** Of the places themselves, with space for the names of their rows. */
export const boxOfPlaces = ({ map, gap }: Scene, places: readonly number[], margin = gap * 2): Box | undefined =>
  boxAround(
    places.map((place) => pointOf(map, place)),
    margin,
  )
