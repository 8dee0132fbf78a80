import type { BestOffer, Search } from './best-search.ts'
import { isFree } from './board.ts'
import { WHEELCHAIR } from './compile.ts'

const squaredDistance = ({ map }: Search, a: number, b: number): number => {
  const [dx, dy] = [(map.x[a] ?? 0) - (map.x[b] ?? 0), (map.y[a] ?? 0) - (map.y[b] ?? 0)]
  return dx * dx + dy * dy
}

/** Places in the order of their distance from the nearest wheelchair place of the party. */
const nearestTo = (search: Search, chosen: readonly number[], places: readonly number[]): number[] => {
  const distances = new Map(
    places.map((place) => [place, Math.min(...chosen.map((wheelchair) => squaredDistance(search, wheelchair, place)))]),
  )
  return places.toSorted((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0) || a - b)
}

/** A companion's place stays with its wheelchair place as long as that is free. */
const servesAsCompanion = (search: Search, chosen: readonly number[], place: number): boolean => {
  const { map, board, inPool, inCategories } = search
  if (inPool(place)) return map.rows[map.row[place] ?? 0]?.kind !== 'whole_table'
  const wheelchair = map.wheelchairOf[place] ?? -1
  return inCategories(place) && wheelchair >= 0 && (chosen.includes(wheelchair) || !isFree(board, wheelchair))
}

const placesBetween = (first: number, end: number): number[] =>
  Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index)

/** Companions from the same rows and those before and behind: first the places that belong to the wheelchair places. */
const companionsNear = (search: Search, chosen: readonly number[], count: number): number[] => {
  const { map } = search
  const rows = new Set(
    chosen.flatMap((place) => {
      const row = map.row[place] ?? 0
      return [row - 1, row, row + 1].filter((index) => map.rows[index]?.section === map.rows[row]?.section)
    }),
  )
  const near = [...rows].flatMap((row) => placesBetween(map.rows[row]?.first ?? 0, map.rows[row]?.end ?? 0))
  const candidates = near.filter((place) => servesAsCompanion(search, chosen, place))
  const own = candidates.filter((place) => chosen.includes(map.wheelchairOf[place] ?? -1))
  const sameRow = candidates.filter(
    (place) => !own.includes(place) && chosen.some((other) => map.row[other] === map.row[place]),
  )
  const others = candidates.filter((place) => !own.includes(place) && !sameRow.includes(place))
  return [own, sameRow, others].flatMap((group) => nearestTo(search, chosen, group)).slice(0, count)
}

/** Where nothing near is free: the nearest of the section, then of the hall. */
const companionsAnywhere = (
  search: Search,
  chosen: readonly number[],
  found: readonly number[],
  count: number,
): number[] => {
  const { map } = search
  const section = map.rows[map.row[chosen[0] ?? 0] ?? 0]?.section
  const candidates = placesBetween(0, map.size).filter(
    (place) => !found.includes(place) && servesAsCompanion(search, chosen, place),
  )
  const isInside = (place: number): boolean => map.rows[map.row[place] ?? 0]?.section === section
  const inside = candidates.filter(isInside)
  const outside = candidates.filter((place) => !isInside(place))
  return [...found, ...nearestTo(search, chosen, inside), ...nearestTo(search, chosen, outside)].slice(0, count)
}

const groupsOf = ({ map }: Search, places: readonly number[]): number[][] => {
  const groups: number[][] = []
  for (const place of places.toSorted((a, b) => a - b)) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    if (last && before === place - 1 && map.run[before] === map.run[place]) last.push(place)
    else groups.push([place])
  }
  return groups
}

const kindOf = ({ map }: Search, groups: readonly (readonly number[])[]): BestOffer['kind'] => {
  if (groups.length === 1) return 'together'
  const rows = groups.flat().map((place) => map.row[place] ?? 0)
  const sections = new Set(rows.map((row) => map.rows[row]?.section))
  if (sections.size > 1) return 'apart'
  return Math.max(...rows) - Math.min(...rows) <= 1 ? 'adjacent_rows' : 'same_section'
}

/**
 * Places for a party with wheelchairs: as long as enough accessible places are free it gets an offer, and `missing` says
 * how many companions have none. Undefined: too few accessible places are free.
 */
export const bestAccessible = (search: Search, wheelchairs: number): BestOffer | undefined => {
  const { map, request, inCategories } = search
  const free = placesBetween(0, map.size).filter(
    (place) => ((map.flags[place] ?? 0) & WHEELCHAIR) !== 0 && inCategories(place),
  )
  if (free.length < wheelchairs) return undefined
  const count = request.seats - wheelchairs
  let best: { readonly chosen: number[]; readonly near: number[]; readonly cost: number } | undefined
  for (const seed of free) {
    const chosen = nearestTo(search, [seed], free).slice(0, wheelchairs)
    const near = companionsNear(search, chosen, count)
    const party = [...chosen, ...near]
    const spread = Math.max(...party.map((place) => Math.sqrt(squaredDistance(search, seed, place)))) / 100
    const quality = party.reduce((sum, place) => sum + (map.quality[place] ?? 0), 0) / party.length
    // A party that sits together before one with a better view: a companion far away counts as much as the length of a hall.
    const cost = (count - near.length) * 1000 + spread * 3 + quality
    if (!best || cost < best.cost) best = { chosen, near, cost }
  }
  if (!best) return undefined
  const companions = best.near.length < count ? companionsAnywhere(search, best.chosen, best.near, count) : best.near
  const groups = groupsOf(search, [...best.chosen, ...companions])
  return { kind: kindOf(search, groups), groups, missing: count - companions.length }
}
