import type { SeatsState } from '@kartis/contract/public-seats.ts'
import { fromBase64, fromGaps } from '@kartis/seat-map/model/board.ts'

/** Who looks at the seats of an event and remembers nothing but what it was sent, as a page does. */
export interface SeatViewer {
  /** The revision that it asks with; undefined before its first reply. */
  readonly since: () => number | undefined
  readonly free: () => ReadonlySet<number>
  /** Whether the last reply was all seats. */
  readonly hadAll: () => boolean
  readonly apply: (state: SeatsState) => void
}

/** `seats`: how many numbers the event has. */
export const seatViewer = (seats: number): SeatViewer => {
  const free = new Set<number>()
  let since: number | undefined
  let hadAll = false
  return {
    since: () => since,
    free: () => free,
    hadAll: () => hadAll,
    apply: ({ rev, bits, taken, freed }) => {
      since = rev
      hadAll = bits !== undefined
      if (bits !== undefined) {
        const bytes = fromBase64(bits)
        free.clear()
        for (let seat = 0; seat < seats; seat++) if (((bytes[seat >> 3] ?? 0) >> (seat & 7)) & 1) free.add(seat)
      }
      for (const seat of fromGaps([...(taken ?? [])])) free.delete(seat)
      for (const seat of fromGaps([...(freed ?? [])])) free.add(seat)
    },
  }
}
