import type { CompiledMap } from './compile.ts'
import type { SeatNumbers } from './seat-numbers.ts'

/** Which places a buyer of one channel could take now: a bit for each place, by index. */
export interface Board {
  readonly bits: Uint8Array
  /** Free places of each run of the map. */
  readonly runFree: Uint16Array
  /** The lowest quality of a free place of each run; infinite where none is free. */
  readonly runBest: Float32Array
  free: number
}

export const isFree = ({ bits }: Board, place: number): boolean => (((bits[place >> 3] ?? 0) >> (place & 7)) & 1) === 1

type Runs = Pick<CompiledMap, 'run' | 'runStarts' | 'quality'>

const bestFree = (board: Board, { runStarts, quality }: Runs, run: number): number => {
  let best = Number.POSITIVE_INFINITY
  for (let place = runStarts[run] ?? 0; place < (runStarts[run + 1] ?? 0); place++)
    if (isFree(board, place) && (quality[place] ?? 0) < best) best = quality[place] ?? 0
  return best
}

/** Takes or gives back a place; what is so already stays so. */
export const setFree = (board: Board, map: Runs, place: number, free: boolean): void => {
  if (isFree(board, place) === free) return
  board.bits[place >> 3] = (board.bits[place >> 3] ?? 0) ^ (1 << (place & 7))
  const run = map.run[place] ?? 0
  board.runFree[run] = (board.runFree[run] ?? 0) + (free ? 1 : -1)
  board.free += free ? 1 : -1
  const [quality, best] = [map.quality[place] ?? 0, board.runBest[run] ?? 0]
  if (free && quality < best) board.runBest[run] = quality
  if (!free && quality === best) board.runBest[run] = bestFree(board, map, run)
}

/** A board on which the places that `free` names are free. */
export const boardOf = (map: CompiledMap, free: (place: number) => boolean): Board => {
  const board: Board = {
    bits: new Uint8Array((map.size + 7) >> 3),
    runFree: new Uint16Array(map.runStarts.length - 1),
    runBest: new Float32Array(map.runStarts.length - 1).fill(Number.POSITIVE_INFINITY),
    free: 0,
  }
  for (let place = 0; place < map.size; place++) if (free(place)) setFree(board, map, place, true)
  return board
}

/** To try on what taking places would lead to. */
export const copyOf = (board: Board): Board => ({
  ...board,
  bits: board.bits.slice(),
  runFree: board.runFree.slice(),
  runBest: board.runBest.slice(),
})

/** The state as it is sent: bit n is seat number n. */
export const toStateBits = (board: Board, { byIndex, next }: SeatNumbers): Uint8Array => {
  const bits = new Uint8Array((next + 7) >> 3)
  byIndex.forEach((number, index) => {
    if (isFree(board, index)) bits[number >> 3] = (bits[number >> 3] ?? 0) | (1 << (number & 7))
  })
  return bits
}

export const fromStateBits = (map: CompiledMap, { byIndex }: SeatNumbers, bits: Uint8Array): Board =>
  boardOf(map, (place) => {
    const number = byIndex[place] ?? 0
    return (((bits[number >> 3] ?? 0) >> (number & 7)) & 1) === 1
  })

/** Ascending seat numbers as the first and the distances to the next: short in JSON, shorter compressed. */
export const toGaps = (numbers: readonly number[]): number[] =>
  numbers.toSorted((a, b) => a - b).map((number, index, sorted) => number - (sorted[index - 1] ?? 0))

export const fromGaps = (gaps: readonly number[]): number[] => {
  let number = 0
  return gaps.map((gap) => (number += gap))
}

/** `btoa` takes characters: a part at a time, because a call has a limited number of arguments. */
const PART = 8192

export const toBase64 = (bytes: Uint8Array): string => {
  let text = ''
  for (let start = 0; start < bytes.length; start += PART)
    text += String.fromCharCode(...bytes.subarray(start, start + PART))
  return btoa(text)
}

export const fromBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
