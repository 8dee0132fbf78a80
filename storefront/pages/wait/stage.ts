import type { WaitingStatus } from '@kartis/contract/waiting-room.ts'
import { chanceOf, estimateWait, placeInLine } from '@kartis/domain/waiting-room.ts'
import type { Chance, Wait } from '@kartis/domain/waiting-room.ts'
import type { PlaceMemory } from '../../shared/saved-place.ts'

/** What the page shows. `in` places are called: the door is asked for a pass. */
export type Stage =
  | { readonly kind: 'loading' | 'early' | 'lobby' | 'called' | 'next' | 'elsewhere' | 'sold_out' | 'left' | 'turn' }
  | { readonly kind: 'line'; readonly line: Line }

export interface Line {
  /** People before this one. */
  readonly ahead: number
  readonly wait: Wait | null
  readonly chance: Chance | 'all_held'
}

/** A token of this line, and not of one that was closed since. */
export const isOfRound = (place: PlaceMemory | undefined, status: WaitingStatus): place is PlaceMemory =>
  place !== undefined && place.round === status.round

/** Where one stands, reckoned from the own number and what everybody is told. */
export const stageOf = (status: WaitingStatus, place: PlaceMemory | undefined): Stage => {
  if (status.state === 'early') return { kind: 'early' }
  if (!isOfRound(place, status)) return { kind: 'loading' }
  if (status.state === 'lobby') return { kind: 'lobby' }
  const at = placeInLine(place.number, { size: status.draw.size, seed: status.draw.seed ?? '' })
  if (at < status.admitted) return { kind: 'called' }
  if (status.sold_out) return { kind: 'sold_out' }
  const ahead = at - status.admitted
  const reach = { likelyUntil: status.likely_until, unlikelyFrom: status.unlikely_from }
  return {
    kind: 'line',
    line: {
      ahead,
      wait: estimateWait(ahead, status.per_minute),
      chance: status.all_held ? 'all_held' : chanceOf(at, reach),
    },
  }
}
