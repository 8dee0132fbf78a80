import type { SeatsState } from '@kartis/contract/public-seats.ts'
import { type Board, copyOf, fromBase64, fromGaps, fromStateBits, setFree } from '@kartis/seat-map/model/board.ts'
import type { SeatSale } from './seat-sale.ts'

/** What is free, as of a revision. */
export interface LiveBoard {
  readonly board: Board
  readonly rev: number
}

/** The board after a reply of the server; the same where nothing changed. Undefined: it needs all seats. */
export const boardAfter = (
  { map, numbers, placeOfNumber }: Pick<SeatSale, 'map' | 'numbers' | 'placeOfNumber'>,
  before: LiveBoard | undefined,
  { rev, bits, taken = [], freed = [] }: Pick<SeatsState, 'rev' | 'bits' | 'taken' | 'freed'>,
): LiveBoard | undefined => {
  if (bits !== undefined) {
    const board = fromStateBits(map, numbers, fromBase64(bits))
    return before && before.rev === rev ? before : { board, rev }
  }
  if (!before) return undefined
  if (taken.length + freed.length === 0) return before.rev === rev ? before : { ...before, rev }
  const board = copyOf(before.board)
  const write = (gaps: readonly number[], free: boolean): void => {
    for (const number of fromGaps([...gaps])) {
      const place = placeOfNumber[number] ?? -1
      if (place >= 0) setFree(board, map, place, free)
    }
  }
  write(taken, false)
  write(freed, true)
  return { board, rev }
}

/** The board as this buyer may choose from: the own places are free for a swap, those of categories without a price are not. */
export const ownBoard = (
  { map }: Pick<SeatSale, 'map'>,
  { board }: LiveBoard,
  { mine, isSold }: { readonly mine: readonly number[]; readonly isSold: (category: number) => boolean },
): Board => {
  const own = copyOf(board)
  for (const place of mine) setFree(own, map, place, true)
  for (let place = 0; place < map.size; place++) if (!isSold(map.category[place] ?? 0)) setFree(own, map, place, false)
  return own
}
