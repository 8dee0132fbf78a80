import type { CompiledMap } from './compile.ts'

const CELL_CM = 150
/** A map whose places are kilometres apart has larger cells. */
const MAX_CELLS = 1_000_000

/** Places by their position: cell n holds the places `places[starts[n]]` … `places[starts[n + 1] - 1]`. */
export interface GridIndex {
  /** The side of a cell in centimetres. */
  readonly cell: number
  readonly left: number
  readonly top: number
  readonly columns: number
  readonly lines: number
  readonly starts: Uint32Array
  readonly places: Uint32Array
}

const extentOf = (values: Float32Array): readonly [number, number] => {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return low > high ? [0, 0] : [low, high]
}

/** The side of the cells of a map of this size. */
const sideFor = (width: number, height: number): number =>
  Math.max(CELL_CM, Math.sqrt((width * height) / MAX_CELLS), width / MAX_CELLS, height / MAX_CELLS)

/** Cells of a metre and a half: an index of 60,000 places is built in about a millisecond, so it is rebuilt and never changed. */
export const gridOf = ({ x, y, size }: Pick<CompiledMap, 'x' | 'y' | 'size'>): GridIndex => {
  const [left, right] = extentOf(x)
  const [top, bottom] = extentOf(y)
  const cell = sideFor(right - left, bottom - top)
  const columns = Math.floor((right - left) / cell) + 1
  const lines = Math.floor((bottom - top) / cell) + 1
  const cellOf = (place: number): number =>
    Math.floor(((y[place] ?? 0) - top) / cell) * columns + Math.floor(((x[place] ?? 0) - left) / cell)
  const starts = new Uint32Array(columns * lines + 1)
  for (let place = 0; place < size; place++) starts[cellOf(place) + 1] = (starts[cellOf(place) + 1] ?? 0) + 1
  for (let index = 1; index < starts.length; index++) starts[index] = (starts[index] ?? 0) + (starts[index - 1] ?? 0)
  const filled = starts.slice()
  const places = new Uint32Array(size)
  for (let place = 0; place < size; place++) {
    const index = cellOf(place)
    const slot = filled[index] ?? 0
    places[slot] = place
    filled[index] = slot + 1
  }
  return { cell, left, top, columns, lines, starts, places }
}

type Rectangle = readonly [left: number, top: number, right: number, bottom: number]

/** Whether a place within a rectangle fits; reads no further than the first that does. */
export const someWithin = (
  map: Pick<CompiledMap, 'x' | 'y'>,
  grid: GridIndex,
  [left, top, right, bottom]: Rectangle,
  fits: (place: number) => boolean,
): boolean => {
  const clamp = (value: number, max: number): number => Math.max(0, Math.min(max, value))
  const firstColumn = clamp(Math.floor((left - grid.left) / grid.cell), grid.columns - 1)
  const lastColumn = clamp(Math.floor((right - grid.left) / grid.cell), grid.columns - 1)
  const firstLine = clamp(Math.floor((top - grid.top) / grid.cell), grid.lines - 1)
  const lastLine = clamp(Math.floor((bottom - grid.top) / grid.cell), grid.lines - 1)
  for (let line = firstLine; line <= lastLine; line++) {
    // The cells of one line lie one behind the other.
    const from = grid.starts[line * grid.columns + firstColumn] ?? 0
    const to = grid.starts[line * grid.columns + lastColumn + 1] ?? 0
    for (let slot = from; slot < to; slot++) {
      const place = grid.places[slot] ?? 0
      const [x, y] = [map.x[place] ?? 0, map.y[place] ?? 0]
      if (x >= left && x <= right && y >= top && y <= bottom && fits(place)) return true
    }
  }
  return false
}

/** The places within a rectangle, in no order. */
export const placesWithin = (map: Pick<CompiledMap, 'x' | 'y'>, grid: GridIndex, rectangle: Rectangle): number[] => {
  const found: number[] = []
  someWithin(map, grid, rectangle, (place) => {
    found.push(place)
    return false
  })
  return found
}

/** The place nearest to a point, not further than `reach` centimetres; -1: none. */
export const placeAt = (
  map: Pick<CompiledMap, 'x' | 'y'>,
  grid: GridIndex,
  [x, y]: readonly [number, number],
  reach: number,
): number => {
  let [nearest, best] = [-1, reach * reach]
  for (const place of placesWithin(map, grid, [x - reach, y - reach, x + reach, y + reach])) {
    const [dx, dy] = [(map.x[place] ?? 0) - x, (map.y[place] ?? 0) - y]
    const distance = dx * dx + dy * dy
    if (distance <= best) [nearest, best] = [place, distance]
  }
  return nearest
}
