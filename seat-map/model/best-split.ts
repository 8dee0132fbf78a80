import { type BestOffer, eachWindow, placesOf, type Search, type Window } from './best-search.ts'
import { copyOf, isFree, setFree } from './board.ts'

/** Parts of a party in adjacent rows can talk to each other. */
const NEAR_CM = 250

interface Part extends Window {
  readonly count: number
}

const runsOfRow = ({ map }: Search, row: number): number[] => {
  const { first = 0, end = 0 } = map.rows[row] ?? {}
  if (end === first) return []
  const [from, to] = [map.run[first] ?? 0, map.run[end - 1] ?? 0]
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

const windowsOfRow = (search: Search, row: number, count: number): Window[] => {
  const windows: Window[] = []
  for (const run of runsOfRow(search, row)) eachWindow(search, run, count, (window) => windows.push(window))
  return windows
}

/** Nobody is left alone before the better view. */
const isBetter = (a: Window, b: Window | undefined): boolean =>
  !b || a.stranded < b.stranded || (a.stranded === b.stranded && a.score < b.score)

const areNear = ({ map }: Search, a: Part, b: Part): boolean => {
  for (let first = a.start; first < a.start + a.count; first++)
    for (let other = b.start; other < b.start + b.count; other++) {
      const [dx, dy] = [(map.x[first] ?? 0) - (map.x[other] ?? 0), (map.y[first] ?? 0) - (map.y[other] ?? 0)]
      if (dx * dx + dy * dy <= NEAR_CM * NEAR_CM) return true
    }
  return false
}

/** Of each row: the most places of the pool side by side, and its best quality. So most pairs of rows are passed over at once. */
const boundsOf = (search: Search): { readonly longest: Uint16Array; readonly lowest: Float32Array } => {
  const { map, inPool } = search
  const longest = new Uint16Array(map.rows.length)
  const lowest = new Float32Array(map.rows.length).fill(Number.POSITIVE_INFINITY)
  map.rows.forEach((_, row) => {
    for (const run of runsOfRow(search, row)) {
      lowest[row] = Math.min(lowest[row] ?? 0, map.runLowest[run] ?? 0)
      const [from, to] = [map.runStarts[run] ?? 0, map.runStarts[run + 1] ?? 0]
      if ((search.board.runFree[run] ?? 0) < 2) continue
      let length = 0
      for (let place = from; place < to; place++) {
        length = inPool(place) ? length + 1 : 0
        if (length > (longest[row] ?? 0)) longest[row] = length
      }
    }
  })
  return { longest, lowest }
}

/** Two parts of two places and more, one behind the other in rows of one section. */
export const adjacentRows = (search: Search, seats: number): number[][] | undefined => {
  const { map } = search
  if (seats < 4) return undefined
  const { longest, lowest } = boundsOf(search)
  let best: { readonly parts: readonly [Part, Part]; readonly window: Window } | undefined
  const consider = (a: Part, b: Part): void => {
    const window = {
      start: a.start,
      stranded: a.stranded + b.stranded,
      score: (a.score * a.count + b.score * b.count) / seats,
    }
    if (isBetter(window, best?.window) && areNear(search, a, b)) best = { parts: [a, b], window }
  }
  const pair = (anchorRow: number, otherRow: number, count: number): void => {
    let anchor: Window | undefined
    for (const window of windowsOfRow(search, anchorRow, count)) if (isBetter(window, anchor)) anchor = window
    if (!anchor) return
    for (const window of windowsOfRow(search, otherRow, seats - count))
      consider({ ...anchor, count }, { ...window, count: seats - count })
  }
  for (let row = 0; row + 1 < map.rows.length; row++) {
    const [long, otherLong] = [longest[row] ?? 0, longest[row + 1] ?? 0]
    if (map.rows[row]?.section !== map.rows[row + 1]?.section || long + otherLong < seats) continue
    if (best?.window.stranded === 0 && Math.min(lowest[row] ?? 0, lowest[row + 1] ?? 0) >= best.window.score) continue
    for (let count = Math.max(2, seats - otherLong); count <= Math.min(long, seats - 2); count++) {
      pair(row, row + 1, count)
      pair(row + 1, row, seats - count)
    }
  }
  return best?.parts.map(({ start, count }) => placesOf(start, count)).sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
}

/** The best window of the longest length that fits, of at most `seats` places; the length leaves no part below `minPart`. */
const longestWindow = (search: Search, runs: readonly number[], seats: number, minPart: number): Part | undefined => {
  for (let count = seats; count >= minPart; count--) {
    if (seats - count > 0 && seats - count < minPart) continue
    let best: Window | undefined
    for (const run of runs)
      eachWindow(search, run, count, (window) => {
        if (isBetter(window, best)) best = window
      })
    if (best) return { ...best, count }
  }
  return undefined
}

/** As few parts as a greedy search finds, or undefined where the runs have too few places. */
const partsOf = (search: Search, runs: readonly number[], seats: number, minPart: number): number[][] | undefined => {
  const { map } = search
  // Takes on a copy of the board, so that the next part is searched on what is left.
  const board = copyOf(search.board)
  const inPool = (place: number): boolean => isFree(board, place) && search.inPool(place)
  const trial: Search = { ...search, board, inPool }
  const groups: number[][] = []
  for (let left = seats; left > 0;) {
    const part = longestWindow(trial, runs, left, minPart)
    if (!part) return undefined
    const group = placesOf(part.start, part.count)
    for (const place of group) setFree(board, map, place, false)
    groups.push(group)
    left -= part.count
  }
  return groups
}

/** Parts of two and more in one section, then single places in one section, then wherever the pool has any. */
export const splitWithin = (search: Search, seats: number): BestOffer | undefined => {
  const { map, board, inPool } = search
  const bySection = new Map<number, number[]>()
  const pool = new Map<number, number>()
  for (const run of map.bestRuns) {
    if (board.runFree[run] === 0) continue
    const row = map.rows[map.row[map.runStarts[run] ?? 0] ?? 0]
    const section = row?.section ?? 0
    if (row?.kind === 'whole_table') continue
    const [from, to] = [map.runStarts[run] ?? 0, map.runStarts[run + 1] ?? 0]
    let count = 0
    for (let place = from; place < to; place++) if (inPool(place)) count++
    if (count === 0) continue
    bySection.set(section, [...(bySection.get(section) ?? []), run])
    pool.set(section, (pool.get(section) ?? 0) + count)
  }
  for (const minPart of [2, 1])
    for (const [section, runs] of bySection) {
      const groups = (pool.get(section) ?? 0) >= seats ? partsOf(search, runs, seats, minPart) : undefined
      if (groups) return { kind: 'same_section', groups, missing: 0 }
    }
  const total = [...pool.values()].reduce((sum, count) => sum + count, 0)
  if (total < seats) return undefined
  const groups = partsOf(search, [...bySection.values()].flat(), seats, 1)
  return groups && { kind: 'apart', groups, missing: 0 }
}
