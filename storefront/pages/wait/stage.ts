import type { WaitingStatus } from '@kartis/contract/waiting-room.ts'
import { chanceOf, estimateWait, placeInLine } from '@kartis/domain/waiting-room.ts'
import type { Chance, Wait } from '@kartis/domain/waiting-room.ts'
import type { SavedPlace } from '../../shared/saved-place.ts'

/**
 * What the page shows:
 * - `loading`: the device has no place in this round yet;
 * - `early`: the waiting room is not open yet;
 * - `lobby`: the sale has not started; the order of places is not drawn yet;
 * - `line`: the place is not admitted yet;
 * - `admitted`: the place may enter; the page requests a pass while it is visible;
 * - `next`: the place was admitted while the page was hidden and waits for the next free pass;
 * - `has_pass`: the device has a pass and may enter the sale;
 * - `other_device`: another device of the same phone has the pass;
 * - `sold_out`: no ticket is left for this place;
 * - `left`: the visitor left the queue.
 */
export type Stage =
  | {
      readonly kind:
        | 'loading'
        | 'early'
        | 'lobby'
        | 'admitted'
        | 'next'
        | 'has_pass'
        | 'other_device'
        | 'sold_out'
        | 'left'
    }
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
  if (at < status.admitted) return { kind: 'admitted' }
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
