import type { MapOutline } from '@kartis/contract/venue-maps.ts'
import { countPlaces, type MapDocument, type Row, type Shape } from '@kartis/seat-map/model/document.ts'
import { type Point, rotate, rowPositions } from '@kartis/seat-map/model/row-geometry.ts'

/** What the list of seat maps shows of a document without reading it. */
export interface MapSummary {
  readonly seats: number
  readonly areas: number
  readonly outline: MapOutline
}

/** A map with more rows is recognized by its sections. */
const MAX_ROWS = 250
const MAX_SHAPES = 100
const ELLIPSE_CORNERS = 16
const NEUTRAL = '#94a3b8'

const flat = (points: readonly Point[]): number[] => points.flatMap(([x, y]) => [Math.round(x), Math.round(y)])

/** The corners of a shape. */
const cornersOf = ({ form, at, size, angle, outline }: Shape): Point[] => {
  const [width, height] = [size[0] / 2, size[1] / 2]
  const relative: readonly Point[] =
    form === 'polygon'
      ? outline
      : form === 'rect'
        ? [
            [-width, -height],
            [width, -height],
            [width, height],
            [-width, height],
          ]
        : Array.from({ length: ELLIPSE_CORNERS }, (_, index): Point => {
            const turn = (index / ELLIPSE_CORNERS) * 2 * Math.PI
            return [Math.cos(turn) * width, Math.sin(turn) * height]
          })
  return relative.map((corner): Point => {
    const [x, y] = rotate(corner, angle)
    return [at[0] + x, at[1] + y]
  })
}

/** The ends of a row and what lies between them, so that an arc is one. */
const lineOf = (row: Row): Point[] => {
  const points = rowPositions(row)
  const last = points.length - 1
  const indexes = row.bend === 0 && !row.free ? [0, last] : [0, last >> 2, last >> 1, last - (last >> 2), last]
  return [...new Set(indexes)].flatMap((index) => (points[index] ? [points[index]] : []))
}

const boundsOf = (points: readonly Point[]): Point[] => {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
}

/** The numbers and the small picture of a valid document. */
export const summaryOf = (document: MapDocument): MapSummary => {
  const colors = new Map(document.categories.map(({ id, color }) => [id, color]))
  const colorOf = (category: string | null | undefined): string => colors.get(category ?? '') ?? NEUTRAL
  const rowsOf = (section: string): Row[] => document.rows.filter((row) => row.section === section)
  const sections = document.sections.flatMap(({ id, outline }) => {
    const rows = rowsOf(id)
    const area = document.areas.find(({ section }) => section === id)
    const tables = document.tables.filter(({ section }) => section === id).map(({ at }): Point => at)
    const rendered = outline.length > 2 ? outline : (area?.outline ?? [])
    const points: readonly Point[] = rendered.length > 2 ? rendered : boundsOf([...rows.flatMap(lineOf), ...tables])
    const color = colorOf(rows[0]?.category ?? area?.category)
    return points.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y)) ? [{ color, points: flat(points) }] : []
  })
  const shapes = document.shapes.filter(({ kind }) => kind !== 'text' && kind !== 'icon').slice(0, MAX_SHAPES)
  const rows = document.rows.length > MAX_ROWS ? [] : document.rows
  return {
    seats: countPlaces(document),
    areas: document.areas.length,
    outline: {
      size: [Math.round(document.size[0]), Math.round(document.size[1])],
      shapes: shapes.map((shape) => flat(cornersOf(shape))),
      shape_colors: shapes.map(({ color }) => color ?? null),
      sections,
      rows: rows.map((row) => ({ color: colorOf(row.category), points: flat(lineOf(row)) })),
    },
  }
}
