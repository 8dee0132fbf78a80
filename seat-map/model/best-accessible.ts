import type { BestOffer, Search } from './best-search.ts'
import { WHEELCHAIR, wholeTableOf } from './compile.ts'

const squaredDistance = ({ map }: Search, a: number, b: number): number => {
  const [dx, dy] = [(map.x[a] ?? 0) - (map.x[b] ?? 0), (map.y[a] ?? 0) - (map.y[b] ?? 0)]
  return dx * dx + dy * dy
}

/** The `count` places that are nearest to the wheelchair places of the party, nearest first; of equal ones the lower first. */
const nearestTo = (search: Search, chosen: readonly number[], places: Iterable<number>, count: number): number[] => {
  // A party is small and a hall large: nothing is sorted but what is taken.
  const nearest: { readonly place: number; readonly distance: number }[] = []
  if (count < 1) return []
  for (const place of places) {
    const distance = Math.min(...chosen.map((wheelchair) => squaredDistance(search, wheelchair, place)))
    const last = nearest[count - 1]
    if (last && (distance > last.distance || (distance === last.distance && place > last.place))) continue
    const at = nearest.findIndex(
      (each) => distance < each.distance || (distance === each.distance && place < each.place),
    )
    nearest.splice(at < 0 ? nearest.length : at, 0, { place, distance })
    if (nearest.length > count) nearest.pop()
  }
  return nearest.map(({ place }) => place)
}

/** A companion's place is for whoever comes with its wheelchair place, also while somebody else has that. */
const servesAsCompanion = (search: Search, chosen: readonly number[], place: number): boolean => {
  const { map, inPool, inCategories } = search
  if (wholeTableOf(map, place)) return false
  if (inPool(place)) return true
  const wheelchair = map.wheelchairOf[place] ?? -1
  return inCategories(place) && wheelchair >= 0 && chosen.includes(wheelchair)
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
  return [own, sameRow, others].flatMap((group) => nearestTo(search, chosen, group, count)).slice(0, count)
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
  const candidates = function* (isInside: boolean) {
    for (const row of map.rows) {
      if ((row.section === section) !== isInside) continue
      for (let place = row.first; place < row.end; place++)
        if (!found.includes(place) && servesAsCompanion(search, chosen, place)) yield place
    }
  }
  const inside = nearestTo(search, chosen, candidates(true), count - found.length)
  const left = count - found.length - inside.length
  return [...found, ...inside, ...nearestTo(search, chosen, candidates(false), left)]
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

const isForWheelchair = ({ map }: Search, place: number): boolean => ((map.flags[place] ?? 0) & WHEELCHAIR) !== 0

/** Those at tables that are sold whole are left out: such a table goes to a party of its size. */
const freeWheelchairPlaces = (search: Search): number[] => {
  const { map, inCategories } = search
  const free: number[] = []
  for (let place = 0; place < map.size; place++)
    if (isForWheelchair(search, place) && inCategories(place) && !wholeTableOf(map, place)) free.push(place)
  return free
}

/** The best table that is sold whole, has the size of the party and places for its wheelchairs. */
const bestWholeTable = (search: Search, wheelchairs: number): BestOffer | undefined => {
  const { map, request, inCategories } = search
  let best: { readonly places: number[]; readonly quality: number } | undefined
  for (const { kind, first, end } of map.rows) {
    if (kind !== 'whole_table' || end - first !== request.seats) continue
    const places = placesBetween(first, end)
    const fits =
      places.every(inCategories) && places.filter((place) => isForWheelchair(search, place)).length >= wheelchairs
    if (!fits) continue
    const quality = places.reduce((sum, place) => sum + (map.quality[place] ?? 0), 0)
    if (!best || quality < best.quality) best = { places, quality }
  }
  return best && { kind: 'together', groups: [best.places], missing: 0 }
}

/**
 * Places for a party with wheelchairs: as long as enough accessible places are free it gets an offer, and `missing` says
 * how many companions have none. Undefined: too few accessible places are free.
 */
export const bestAccessible = (search: Search, wheelchairs: number): BestOffer | undefined => {
  const offer = bestAccessibleOf(search, wheelchairs, freeWheelchairPlaces(search))
  // Who finds no place for everybody may still fill a table.
  return offer?.missing === 0 ? offer : (bestWholeTable(search, wheelchairs) ?? offer)
}

/** The same with the wheelchair places to choose from. */
export const bestAccessibleOf = (
  search: Search,
  wheelchairs: number,
  free: readonly number[],
): BestOffer | undefined => {
  const { map, request } = search
  if (free.length < wheelchairs) return undefined
  const count = request.seats - wheelchairs
  let best: { readonly chosen: number[]; readonly near: number[]; readonly cost: number } | undefined
  for (const seed of free) {
    const chosen = nearestTo(search, [seed], free, wheelchairs)
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
