import { type Board, isFree } from './board.ts'
import { COMPANION, type CompiledMap, runAround, WHEELCHAIR } from './compile.ts'

/**
 * May a party leave a single seat that nobody else can use together? `gentle`: where its own run offers no other way;
 * `strict`: where its section offers none. A party is never refused because of places of another section.
 */
export type OrphanRule = 'off' | 'gentle' | 'strict'

const PROTECTED = WHEELCHAIR | COMPANION
/** When less than this share of the places is free, the rule ends by itself: the last seats are sold as they lie. */
const LITTLE_LEFT = 0.1

/** A free place without a free neighbour, and whether it can be an orphan at all: accessible places and tables never are. */
const canBeOrphan = (map: CompiledMap, place: number): boolean =>
  ((map.flags[place] ?? 0) & PROTECTED) === 0 && map.rows[map.row[place] ?? 0]?.kind === 'row'

/** How many single places the party in `start` … `end - 1` would newly leave beside itself, on the run `from` … `to - 1`. */
export const strandedBeside = (
  map: CompiledMap,
  board: Board,
  [start, end]: readonly [start: number, end: number],
  [from, to]: readonly [from: number, to: number],
): number => {
  // A place of another price is no boundary; one in another channel, sold, held or behind an aisle is.
  const left = start > from && isFree(board, start - 1) && !(start - 1 > from && isFree(board, start - 2))
  const right = end < to && isFree(board, end) && !(end + 1 < to && isFree(board, end + 1))
  return Number(left && canBeOrphan(map, start - 1)) + Number(right && canBeOrphan(map, end))
}

/** The single places that taking `places` would newly make; one that existed before is not among them. */
export const newOrphans = (map: CompiledMap, board: Board, places: readonly number[]): number[] => {
  const taken = new Set(places)
  const orphans = new Set<number>()
  for (const place of places) {
    const [from, to] = runAround(map, place)
    const isLeft = (other: number): boolean => other >= from && other < to && isFree(board, other) && !taken.has(other)
    for (const other of [place - 1, place + 1])
      if (isLeft(other) && !isLeft(other - 1) && !isLeft(other + 1) && canBeOrphan(map, other)) orphans.add(other)
  }
  return [...orphans].sort((a, b) => a - b)
}

/** The windows of `count` free places of a run that this party could take instead and that leave nobody alone, nearest first. */
const shifted = (map: CompiledMap, board: Board, run: number, own: readonly number[], count: number): number[][] => {
  const [from, to] = [map.runStarts[run] ?? 0, map.runStarts[run + 1] ?? 0]
  const first = own[0] ?? from
  const categories = new Set(own.map((place) => map.category[place]))
  const fits = (place: number): boolean =>
    isFree(board, place) && canBeOrphan(map, place) && categories.has(map.category[place])
  const windows: number[][] = []
  for (let start = from; start + count <= to; start++) {
    const window = Array.from({ length: count }, (_, index) => start + index)
    if (window.every(fits) && strandedBeside(map, board, [start, start + count], [from, to]) === 0) windows.push(window)
  }
  const moves = (window: readonly number[]): number => Math.abs((window[0] ?? 0) - first)
  // Of two ways as short, the one that fills the end of the run: the larger part of it stays whole.
  const isInside = (window: readonly number[]): number => Number(window[0] !== from && window.at(-1) !== to - 1)
  return windows.sort((a, b) => moves(a) - moves(b) || isInside(a) - isInside(b))
}

const byRun = (map: CompiledMap, places: readonly number[]): Map<number, number[]> => {
  const groups = new Map<number, number[]>()
  for (const place of places.toSorted((a, b) => a - b)) {
    const run = map.run[place] ?? 0
    groups.set(run, [...(groups.get(run) ?? []), place])
  }
  return groups
}

const elsewhereInSection = (map: CompiledMap, board: Board, own: readonly number[]): number[] | undefined => {
  const sectionOfRun = (run: number): number | undefined => map.rows[map.row[map.runStarts[run] ?? 0] ?? 0]?.section
  const ownRun = map.run[own[0] ?? 0] ?? 0
  const section = sectionOfRun(ownRun)
  const runs = [...map.bestRuns].filter(
    (run) => run !== ownRun && sectionOfRun(run) === section && (board.runFree[run] ?? 0) >= own.length,
  )
  const distance = (run: number): number => Math.abs(run - ownRun)
  for (const run of runs.sort((a, b) => distance(a) - distance(b))) {
    const window = shifted(map, board, run, own, own.length)[0]
    if (window) return window
  }
  return undefined
}

export interface OrphanDecision {
  readonly orphans: readonly number[]
  /** What would be accepted now: as many places, the nearest. */
  readonly offer: readonly number[]
}

/**
 * Undefined: the free places may be taken. Else the single places that they would leave, and as many other places that would
 * be accepted. Where nothing better exists, whatever is taken is right.
 */
export const decideOrphans = (
  map: CompiledMap,
  board: Board,
  places: readonly number[],
  rule: OrphanRule,
): OrphanDecision | undefined => {
  if (rule === 'off' || board.free < map.size * LITTLE_LEFT) return undefined
  const orphans = newOrphans(map, board, places)
  if (orphans.length === 0) return undefined
  const groups = byRun(map, places)
  const offer: number[] = []
  let isBetter = false
  for (const [run, own] of groups) {
    // Wheelchair places and their companions stay where they are: no other place serves as well.
    const movable = own.every((place) => canBeOrphan(map, place))
    const leaves = orphans.some((orphan) => map.run[orphan] === run)
    const other =
      movable && leaves
        ? (shifted(map, board, run, own, own.length)[0] ??
          (rule === 'strict' ? elsewhereInSection(map, board, own) : undefined))
        : undefined
    offer.push(...(other ?? own))
    if (other) isBetter = true
  }
  // Two groups of one party may have been moved to the same places, or beside each other so that they leave a single
  // place between them: then it keeps its choice.
  const isAccepted = isBetter && new Set(offer).size === places.length
  return isAccepted && newOrphans(map, board, offer).length < orphans.length ? { orphans, offer } : undefined
}
