import { bestAccessibleOf } from './best-accessible.ts'
import { bestAvailable } from './best-available.ts'
import { type BestOffer, searchOf } from './best-search.ts'
import { type Board, copyOf, isFree, setFree } from './board.ts'
import {
  COMPANION,
  type CompiledMap,
  type CompiledRow,
  isProtected,
  isWheelchair,
  runAround,
  sectionOf,
  wholeTableOf,
} from './compile.ts'
import { strandedBeside } from './orphans.ts'

export interface Party {
  readonly people: number
  /** Of them in wheelchairs. */
  readonly wheelchairs: number
}

/**
 * What a click on a place means for the party: the places that it takes, or why not. `near`: nowhere around the place does
 * the party fit together, and this is the best of the section.
 */
export type GroupAt =
  | { readonly kind: 'group'; readonly places: readonly number[] }
  | { readonly kind: 'near'; readonly places: readonly number[] }
  | { readonly kind: 'taken' | 'for_wheelchair' | 'for_companion' | 'accessible_first' | 'none' }
  | { readonly kind: 'whole_table'; readonly seats: number }

const flat = ({ groups }: BestOffer): number[] => groups.flat().sort((a, b) => a - b)

const everyCategory = ({ categories }: CompiledMap): number[] => categories.map((_, index) => index)

const bestOfSection = (map: CompiledMap, board: Board, place: number, party: Party): GroupAt => {
  const offer = bestAvailable(map, board, {
    seats: party.people,
    wheelchairs: party.wheelchairs,
    categories: everyCategory(map),
    sections: [sectionOf(map, place)],
  })
  return offer && offer.missing === 0 ? { kind: 'near', places: flat(offer) } : { kind: 'none' }
}

/**
 * What each wheelchair place means for a party: the free ones nearest to it, with the places that belong to them. What is the
 * same for all places of a hall is computed once.
 */
export const accessibleAround = (
  map: CompiledMap,
  board: Board,
  { people: seats, wheelchairs }: Party,
): ((place: number) => GroupAt) => {
  const free: number[] = []
  // The search takes whatever wheelchair places are free: only the chosen ones are, for as long as it lasts.
  const trial = copyOf(board)
  for (let place = 0; place < map.size; place++)
    if (isWheelchair(map, place) && isFree(board, place)) {
      // A table that is sold whole is no place beside others.
      if (!wholeTableOf(map, place)) free.push(place)
      setFree(trial, map, place, false)
    }
  const search = searchOf(map, trial, { seats, wheelchairs, categories: everyCategory(map) })
  return (place) => {
    const table = wholeTableOf(map, place)
    if (table) return tableAt(map, board, table, { people: seats, wheelchairs })
    if (free.length < wheelchairs || wheelchairs > seats) return { kind: 'none' }
    const distance = (other: number): number =>
      Math.hypot((map.x[other] ?? 0) - (map.x[place] ?? 0), (map.y[other] ?? 0) - (map.y[place] ?? 0))
    const chosen = free
      .map((other) => ({ other, distance: distance(other) }))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, wheelchairs)
      .map(({ other }) => other)
      .sort((a, b) => a - b)
    for (const each of chosen) setFree(trial, map, each, true)
    const offer = bestAccessibleOf(search, wheelchairs, chosen)
    for (const each of chosen) setFree(trial, map, each, false)
    return offer && offer.missing === 0 ? { kind: 'group', places: flat(offer) } : { kind: 'none' }
  }
}

/** A table that is sold whole is taken by a party of its size, which has as many wheelchairs as it needs places for them. */
const tableAt = (
  map: CompiledMap,
  board: Board,
  { first, end }: CompiledRow,
  { people, wheelchairs }: Party,
): GroupAt => {
  const places = Array.from({ length: end - first }, (_, index) => first + index)
  if (places.length !== people) return { kind: 'whole_table', seats: places.length }
  if (!places.every((place) => isFree(board, place))) return { kind: 'none' }
  const accessible = places.filter((place) => isWheelchair(map, place)).length
  if (wheelchairs === 0 && accessible > 0) return { kind: 'for_wheelchair' }
  return wheelchairs > accessible ? { kind: 'accessible_first' } : { kind: 'group', places }
}

const accessibleAt = (map: CompiledMap, board: Board, place: number, party: Party): GroupAt =>
  accessibleAround(map, board, party)(place)

/** The window around a place that leaves fewest single seats and has the place nearest to its middle. */
const windowAt = (map: CompiledMap, board: Board, place: number, people: number): number[] | undefined => {
  const [from, to] = runAround(map, place)
  const fits = (other: number): boolean => isFree(board, other) && !isProtected(map, other)
  let best: { readonly start: number; readonly cost: number } | undefined
  for (let start = Math.max(from, place - people + 1); start <= place && start + people <= to; start++) {
    const places = Array.from({ length: people }, (_, index) => start + index)
    if (!places.every(fits)) continue
    const stranded = strandedBeside(map, board, [start, start + people], [from, to])
    // Of another price only where nothing else fits: the buyer clicked on this one.
    const others = places.filter((other) => map.category[other] !== map.category[place]).length
    const cost = stranded * 100 + others * 10 + Math.abs(start + (people - 1) / 2 - place)
    if (!best || cost < best.cost) best = { start, cost }
  }
  return best && Array.from({ length: people }, (_, index) => (best?.start ?? 0) + index)
}

/** What taking the place means. `board`: what this buyer may take, the own places among it. */
export const groupAt = (map: CompiledMap, board: Board, place: number, party: Party): GroupAt => {
  if (!isFree(board, place)) return { kind: 'taken' }
  const { people, wheelchairs } = party
  const table = wholeTableOf(map, place)
  if (table) return tableAt(map, board, table, party)
  if (isWheelchair(map, place))
    return wheelchairs === 0 ? { kind: 'for_wheelchair' } : accessibleAt(map, board, place, party)
  if (wheelchairs > 0) {
    const own = map.wheelchairOf[place] ?? -1
    return own >= 0 && isFree(board, own) ? accessibleAt(map, board, own, party) : { kind: 'accessible_first' }
  }
  const own = map.wheelchairOf[place] ?? -1
  if (((map.flags[place] ?? 0) & COMPANION) !== 0 && (own < 0 || isFree(board, own))) return { kind: 'for_companion' }
  if (isProtected(map, place)) return people === 1 ? { kind: 'group', places: [place] } : { kind: 'for_companion' }
  const places = windowAt(map, board, place, people)
  return places ? { kind: 'group', places } : bestOfSection(map, board, place, party)
}
