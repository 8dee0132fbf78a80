import { bestAvailable } from '@kartis/seat-map/model/best-available.ts'
import { type BestRequest, eachWindow, placesOf, searchOf } from '@kartis/seat-map/model/best-search.ts'
import { type Board, copyOf, isFree, setFree } from '@kartis/seat-map/model/board.ts'
import { type CompiledMap, sectionOf, WHEELCHAIR } from '@kartis/seat-map/model/compile.ts'
import { decideOrphans } from '@kartis/seat-map/model/orphans.ts'
import { dealt, type Party } from './parties.ts'
import type { SeatPlan } from './seat-plan.ts'

const middleOf = ({ x, y }: CompiledMap, places: readonly number[]): readonly [x: number, y: number] => {
  const sum = (values: Float32Array): number => places.reduce((total, place) => total + (values[place] ?? 0), 0)
  return [sum(x) / places.length, sum(y) / places.length]
}

/** Of places side by side: half way between the first and the last. */
const middleOfWindow = ({ x, y }: CompiledMap, start: number, count: number): readonly [x: number, y: number] => {
  const last = start + count - 1
  return [((x[start] ?? 0) + (x[last] ?? 0)) / 2, ((y[start] ?? 0) + (y[last] ?? 0)) / 2]
}

/** Runs by section, the best first, and around each run left, top, right and bottom. */
interface RunPositions {
  readonly ofSection: readonly (readonly number[])[]
  readonly boxes: Float32Array
}

/** A map never changes. */
const runPositions = new WeakMap<CompiledMap, RunPositions>()

const positionsOf = (map: CompiledMap): RunPositions => {
  const existing = runPositions.get(map)
  if (existing) return existing
  const ofSection: number[][] = map.sections.map(() => [])
  const boxes = new Float32Array(map.bestRuns.length * 4)
  for (const run of map.bestRuns) {
    const [from, to] = [map.runStarts[run] ?? 0, map.runStarts[run + 1] ?? 0]
    ofSection[sectionOf(map, from)]?.push(run)
    const [x, y] = [map.x.subarray(from, to), map.y.subarray(from, to)]
    boxes.set([Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)], run * 4)
  }
  const positions = { ofSection, boxes }
  runPositions.set(map, positions)
  return positions
}

/** The square of the distance of a point from the box of a run: no place of the run is nearer. */
const minDistance = ({ boxes }: RunPositions, run: number, x: number, y: number): number => {
  const [left = 0, top = 0, right = 0, bottom = 0] = boxes.subarray(run * 4, run * 4 + 4)
  return Math.max(left - x, 0, x - right) ** 2 + Math.max(top - y, 0, y - bottom) ** 2
}

/** Side by side in the same section, as near as can be, and nobody left alone where the rule asks for that. */
const nearestTogether = (
  map: CompiledMap,
  board: Board,
  requested: readonly number[],
  request: BestRequest,
): readonly number[] | undefined => {
  const section = sectionOf(map, requested[0] ?? 0)
  const search = searchOf(map, board, { ...request, sections: [section] })
  const [x, y] = middleOf(map, requested)
  const positions = positionsOf(map)
  const runs = (positions.ofSection[section] ?? [])
    .map((run) => ({ run, atLeast: minDistance(positions, run, x, y) }))
    .sort((a, b) => a.atLeast - b.atLeast)
  let nearest: { readonly start: number; readonly distance: number } | undefined
  for (const { run, atLeast } of runs) {
    if (nearest && atLeast >= nearest.distance) break
    eachWindow(search, run, requested.length, ({ start, stranded }) => {
      if (stranded > 0 && request.orphans !== 'off') return
      const [ownX, ownY] = middleOfWindow(map, start, requested.length)
      const distance = (ownX - x) ** 2 + (ownY - y) ** 2
      if (!nearest || distance < nearest.distance) nearest = { start, distance }
    })
  }
  return nearest && placesOf(nearest.start, requested.length)
}

/** As many places of the same categories, the nearest; undefined where there are not enough. */
const equalPlaces = (
  { map, rules }: SeatPlan,
  board: Board,
  { categories }: Party,
  requested: readonly number[],
): readonly number[] | undefined => {
  const wheelchairs = requested.filter((place) => ((map.flags[place] ?? 0) & WHEELCHAIR) !== 0).length
  const request: BestRequest = { seats: requested.length, wheelchairs, categories, orphans: rules.orphans }
  const near = wheelchairs === 0 ? nearestTogether(map, board, requested, request) : undefined
  if (near) return near
  const best = bestAvailable(map, board, request)
  return best && best.missing === 0 ? best.groups.flat() : undefined
}

/**
 * What to offer in place of seats of which some are taken: as many, in the order of the items. Parties that lost nothing
 * keep theirs. Empty where nothing would be accepted.
 */
export const offerInstead = (
  plan: SeatPlan,
  board: Board,
  parties: readonly (readonly [Party, readonly number[]])[],
): readonly number[] => {
  const { map, rules } = plan
  const trial = copyOf(board)
  const offered = new Map<number, readonly number[]>()
  const offer = (party: Party, places: readonly number[]): void => {
    for (const place of places) setFree(trial, map, place, false)
    for (const [item, own] of dealt(party, places)) offered.set(item.place, own)
  }
  const isWhole = ([, places]: readonly [Party, readonly number[]]): boolean =>
    places.every((place) => isFree(board, place))
  for (const [party, places] of parties.filter(isWhole)) offer(party, places)
  for (const [party, places] of parties.filter((each) => !isWhole(each))) {
    const equal = equalPlaces(plan, trial, party, places)
    if (!equal) return []
    offer(party, equal)
  }
  const all = [...offered].toSorted(([a], [b]) => a - b).flatMap(([, places]) => places)
  const better = decideOrphans(map, board, all, rules.orphans)
  if (!better) return all
  return decideOrphans(map, board, better.offer, rules.orphans) ? [] : better.offer
}
