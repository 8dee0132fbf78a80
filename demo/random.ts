/** A seeded random generator: the demo looks alike on every machine. */
export interface Dice {
  /** From 0 up to, not including, 1. */
  readonly next: () => number
  /** A whole number, both ends included. */
  readonly whole: (from: number, to: number) => number
  readonly chance: (share: number) => boolean
  readonly pick: <T>(from: readonly [T, ...T[]]) => T
  /** A random index, in proportion to the weights. */
  readonly weighed: (weights: readonly number[]) => number
}

/** Mulberry32, seeded. */
export const dice = (seed: number): Dice => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    whole,
    chance: (share) => next() < share,
    pick: (from) => from[whole(0, from.length - 1)] ?? from[0],
    weighed: (weights) => {
      let left = next() * weights.reduce((sum, weight) => sum + weight, 0)
      const found = weights.findIndex((weight) => (left -= weight) < 0)
      return found < 0 ? weights.length - 1 : found
    },
  }
}

/** A UUID version 7 of a past instant, so that ids sort by time. */
export const idAt = (random: Dice, at: Date): string => {
  const digits = (count: number): string =>
    Array.from({ length: count }, () => random.whole(0, 15).toString(16)).join('')
  const time = at.getTime().toString(16).padStart(12, '0')
  const variant = (8 + random.whole(0, 3)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits(3)}-${variant}${digits(3)}-${digits(12)}`
}
