import { bestAccessible } from './best-accessible.ts'
import {
  type BestOffer,
  type BestRequest,
  eachWindow,
  placesOf,
  type Search,
  searchOf,
  type Window,
} from './best-search.ts'
import { adjacentRows, splitWithin } from './best-split.ts'
import type { Board } from './board.ts'
import type { CompiledMap } from './compile.ts'

/** The best windows that leave nobody alone, and that do. */
const bestTogether = (search: Search, count: number) => {
  const { map, board } = search
  let clean: Window | undefined
  let stranding: Window | undefined
  for (const run of map.bestRuns) {
    // No window of this run or of a later one can be better than its best place.
    if (clean && (map.runLowest[run] ?? 0) >= clean.score) break
    if (clean && (board.runBest[run] ?? 0) >= clean.score) continue
    eachWindow(search, run, count, (window) => {
      if (window.stranded === 0) {
        if (!clean || window.score < clean.score) clean = window
      } else if (!stranding || window.score < stranding.score) stranding = window
    })
  }
  return { clean, stranding }
}

const together = (kind: BestOffer['kind'], { start }: Window, count: number): BestOffer => ({
  kind,
  groups: [placesOf(start, count)],
  missing: 0,
})

/**
 * The best places for a party, or undefined where the pool has fewer than it needs. Together before apart; without leaving
 * a single seat before leaving one. General parties never get places for wheelchairs or their companions.
 */
export const bestAvailable = (map: CompiledMap, board: Board, request: BestRequest): BestOffer | undefined => {
  const { seats, wheelchairs = 0, orphans = 'gentle' } = request
  if (seats < 1 || wheelchairs > seats) return undefined
  const search = searchOf(map, board, request)
  if (wheelchairs > 0) return bestAccessible(search, wheelchairs)
  const { clean, stranding } = bestTogether(search, seats)
  if (clean) return together('together', clean, seats)
  const rows = (): BestOffer | undefined => {
    const groups = adjacentRows(search, seats)
    return groups && { kind: 'adjacent_rows', groups, missing: 0 }
  }
  if (stranding) return (orphans === 'strict' && rows()) || together('last_resort', stranding, seats)
  return rows() ?? splitWithin(search, seats)
}
