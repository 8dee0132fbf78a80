import { type BestRequest, eachWindow, placesOf, searchOf } from './best-search.ts'
import type { Board } from './board.ts'
import { type CompiledMap, isWheelchair } from './compile.ts'

const middleOf = ({ x, y }: CompiledMap, places: readonly number[]): readonly [number, number] => {
  const sum = (values: Float32Array): number => places.reduce((total, place) => total + (values[place] ?? 0), 0)
  return [sum(x) / places.length, sum(y) / places.length]
}

/** How many offers are made. */
const OFFERS = 3

/**
 * The nearest places side by side for some holders, none of them twice. Places for wheelchairs are offered to none: who has
 * one is moved by hand.
 */
export const moveOffers = (
  map: CompiledMap,
  board: Board,
  from: readonly number[],
  categories: BestRequest['categories'],
): (readonly number[])[] => {
  if (from.length === 0 || from.some((place) => isWheelchair(map, place))) return []
  const search = searchOf(map, board, { seats: from.length, categories })
  const [x, y] = middleOf(map, from)
  const found: { readonly start: number; readonly cost: number }[] = []
  for (const run of map.bestRuns)
    eachWindow(search, run, from.length, ({ start, stranded }) => {
      const [ownX, ownY] = middleOf(map, placesOf(start, from.length))
      found.push({ start, cost: Math.hypot(ownX - x, ownY - y) + stranded * 100 })
    })
  const offers: (readonly number[])[] = []
  const used = new Set<number>()
  for (const { start } of found.sort((a, b) => a.cost - b.cost)) {
    const places = placesOf(start, from.length)
    if (places.some((place) => used.has(place))) continue
    for (const place of places) used.add(place)
    if (offers.push(places) === OFFERS) break
  }
  return offers
}
