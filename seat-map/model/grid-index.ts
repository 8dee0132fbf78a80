import type { CompiledMap } from './compile.ts'

const CELL_CM = 150

/** Places by their position: cell n holds the places `places[starts[n]]` … `places[starts[n + 1] - 1]`. */
export interface GridIndex {
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

/** Cells of a metre and a half: an index of 60,000 places is built in about a millisecond, so it is rebuilt and never changed. */
export const gridOf = ({ x, y, size }: Pick<CompiledMap, 'x' | 'y' | 'size'>): GridIndex => {
  const [left, right] = extentOf(x)
  const [top, bottom] = extentOf(y)
  const columns = Math.floor((right - left) / CELL_CM) + 1
  const lines = Math.floor((bottom - top) / CELL_CM) + 1
  const cellOf = (place: number): number =>
    Math.floor(((y[place] ?? 0) - top) / CELL_CM) * columns + Math.floor(((x[place] ?? 0) - left) / CELL_CM)
  const starts = new Uint32Array(columns * lines + 1)
  for (let place = 0; place < size; place++) starts[cellOf(place) + 1] = (starts[cellOf(place) + 1] ?? 0) + 1
  for (let cell = 1; cell < starts.length; cell++) starts[cell] = (starts[cell] ?? 0) + (starts[cell - 1] ?? 0)
  const filled = starts.slice()
  const places = new Uint32Array(size)
  for (let place = 0; place < size; place++) {
    const cell = cellOf(place)
    const slot = filled[cell] ?? 0
    places[slot] = place
    filled[cell] = slot + 1
  }
  return { left, top, columns, lines, starts, places }
}

/** The places within a rectangle, in no order. */
export const placesWithin = (
  map: Pick<CompiledMap, 'x' | 'y'>,
  grid: GridIndex,
  [left, top, right, bottom]: readonly [left: number, top: number, right: number, bottom: number],
): number[] => {
  const clamp = (value: number, max: number): number => Math.max(0, Math.min(max, value))
  const firstColumn = clamp(Math.floor((left - grid.left) / CELL_CM), grid.columns - 1)
  const lastColumn = clamp(Math.floor((right - grid.left) / CELL_CM), grid.columns - 1)
  const firstLine = clamp(Math.floor((top - grid.top) / CELL_CM), grid.lines - 1)
  const lastLine = clamp(Math.floor((bottom - grid.top) / CELL_CM), grid.lines - 1)
  const found: number[] = []
  for (let line = firstLine; line <= lastLine; line++) {
    // The cells of one line lie one behind the other.
    const from = grid.starts[line * grid.columns + firstColumn] ?? 0
    const to = grid.starts[line * grid.columns + lastColumn + 1] ?? 0
    for (let slot = from; slot < to; slot++) {
      const place = grid.places[slot] ?? 0
      const [x, y] = [map.x[place] ?? 0, map.y[place] ?? 0]
      if (x >= left && x <= right && y >= top && y <= bottom) found.push(place)
    }
  }
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
