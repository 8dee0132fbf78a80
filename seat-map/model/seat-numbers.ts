/**
 * The numbers of an event's seats by the index of the place in the compiled map. They are dense, a place keeps its own when
 * the map changes, and a number is never used for another place: it is the bit of the seat in every state that is sent.
 */
export interface SeatNumbers {
  readonly byIndex: Uint32Array
  /** The number of the next new seat; also how many bits a state has. */
  readonly next: number
}

/** Of an event's first map: the places in their order. */
export const firstNumbers = (size: number): SeatNumbers => ({
  byIndex: Uint32Array.from({ length: size }, (_, index) => index),
  next: size,
})

/** After a change of the map. `numberOf`: the number of every place that the event ever had. */
export const continuedNumbers = (
  numberOf: ReadonlyMap<string, number>,
  next: number,
  keys: readonly string[],
): SeatNumbers => {
  let following = next
  const byIndex = Uint32Array.from(keys, (key) => numberOf.get(key) ?? following++)
  return { byIndex, next: following }
}

/** The index of each number; -1: the place no longer exists. */
export const indexByNumber = ({ byIndex, next }: SeatNumbers): Int32Array => {
  const result = new Int32Array(next).fill(-1)
  byIndex.forEach((number, index) => {
    result[number] = index
  })
  return result
}

/** Stretches of consecutive numbers as [first number, how many], in the order of the index. */
export type NumberStretches = [first: number, count: number][]

export const stretchesOf = ({ byIndex }: SeatNumbers): NumberStretches => {
  const stretches: NumberStretches = []
  for (const number of byIndex) {
    const last = stretches.at(-1)
    if (last && last[0] + last[1] === number) last[1]++
    else stretches.push([number, 1])
  }
  return stretches
}

export const numbersOf = (stretches: NumberStretches, next: number): SeatNumbers => ({
  byIndex: Uint32Array.from(
    stretches.flatMap(([first, count]) => Array.from({ length: count }, (_, index) => first + index)),
  ),
  next,
})
