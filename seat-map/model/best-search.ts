import { type Board, isFree } from './board.ts'
import { COMPANION, type CompiledMap, WHEELCHAIR } from './compile.ts'
import { type OrphanRule, strandedBeside } from './orphans.ts'

export interface BestRequest {
  /** The whole party. */
  readonly seats: number
  /** Of them on places for wheelchairs. */
  readonly wheelchairs?: number
  /** Indexes of the categories whose ticket types the party buys. */
  readonly categories: readonly number[]
  /** Indexes of the sections; absent: all. */
  readonly sections?: readonly number[]
  readonly orphans?: OrphanRule
}

export interface BestOffer {
  /**
   * `together`: side by side, nobody is left alone; `last_resort`: side by side, a single seat is left; `adjacent_rows`: one
   * behind the other; `same_section`, `apart`: the reply says where the parts are.
   */
  readonly kind: 'together' | 'last_resort' | 'adjacent_rows' | 'same_section' | 'apart'
  readonly groups: readonly (readonly number[])[]
  /** Places for companions that could not be found. */
  readonly missing: number
}

/** What a search needs to decide about one place. */
export interface Search {
  readonly map: CompiledMap
  readonly board: Board
  readonly request: BestRequest
  /** Whether a run has places of the categories and sections. */
  readonly hasPlaces: (run: number) => boolean
  /** Whether a general party may take the place: free, of the categories and sections, not accessible. */
  readonly inPool: (place: number) => boolean
  /** The same without the question whether it is accessible. */
  readonly inCategories: (place: number) => boolean
}

export interface Window {
  readonly start: number
  readonly score: number
  readonly stranded: number
}

const PROTECTED = WHEELCHAIR | COMPANION

export const searchOf = (map: CompiledMap, board: Board, request: BestRequest): Search => {
  const categories = new Uint8Array(map.categories.length)
  for (const category of request.categories) categories[category] = 1
  const sections = request.sections && new Set(request.sections)
  const mask = request.categories.reduce((bits, category) => bits | (1 << category), 0)
  const sectionOfRun = (run: number): number => map.rows[map.row[map.runStarts[run] ?? 0] ?? 0]?.section ?? 0
  const hasPlaces = (run: number): boolean =>
    ((map.runCategories[run] ?? 0) & mask) !== 0 && (!sections || sections.has(sectionOfRun(run)))
  const inCategories = (place: number): boolean =>
    isFree(board, place) &&
    categories[map.category[place] ?? 0] === 1 &&
    (!sections || sections.has(map.rows[map.row[place] ?? 0]?.section ?? 0))
  const inPool = (place: number): boolean => inCategories(place) && ((map.flags[place] ?? 0) & PROTECTED) === 0
  return { map, board, request, hasPlaces, inCategories, inPool }
}

/** A table that is sold as a whole goes to a party of its size only. */
const isOtherTable = ({ map }: Search, from: number, count: number): boolean => {
  const row = map.rows[map.row[from] ?? 0]
  return row?.kind === 'whole_table' && row.end - row.first !== count
}

/** Calls `visit` for every window of `count` places of the pool side by side in a run. */
export const eachWindow = (search: Search, run: number, count: number, visit: (window: Window) => void): void => {
  const { map, board, hasPlaces, inPool } = search
  const [from, to] = [map.runStarts[run] ?? 0, map.runStarts[run + 1] ?? 0]
  if ((board.runFree[run] ?? 0) < count || !hasPlaces(run) || isOtherTable(search, from, count)) return
  let [length, sum] = [0, 0]
  for (let place = from; place < to; place++) {
    if (!inPool(place)) {
      ;[length, sum] = [0, 0]
      continue
    }
    sum += map.quality[place] ?? 0
    if (++length > count) sum -= map.quality[place - count] ?? 0
    if (length < count) continue
    const start = place - count + 1
    visit({ start, score: sum / count, stranded: strandedBeside(map, board, [start, place + 1], [from, to]) })
  }
}

export const placesOf = (start: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => start + index)
