import type { WaitingStatus } from '@kartis/contract/waiting-room.ts'
import { chanceOf, estimateWait, placeInLine } from '@kartis/domain/waiting-room.ts'
import type { Chance, Wait } from '@kartis/domain/waiting-room.ts'
import type { SavedPlace } from '../../shared/saved-place.ts'

/** What the page shows. `in` places are called: the queue is asked for a pass. */
export type Stage =
  | { readonly kind: 'loading' | 'early' | 'lobby' | 'called' | 'next' | 'elsewhere' | 'sold_out' | 'left' | 'turn' }
  | { readonly kind: 'line'; readonly line: Line }

export interface Line {
  /** People before this one. */
  readonly ahead: number
  readonly wait: Wait | null
  readonly chance: Chance | 'all_held'
}

/** Whether the place belongs to the current queue and not to one that was closed since. */
export const isOfRound = (place: SavedPlace | undefined, status: WaitingStatus): place is SavedPlace =>
  place !== undefined && place.round === status.round

/** The stage of one place, from its number and the status that everyone receives. */
export const stageOf = (status: WaitingStatus, place: SavedPlace | undefined): Stage => {
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
