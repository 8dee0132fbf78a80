/** Money is an integer number of agorot; shekels exist only on the wire and on screens. */
export type Agorot = number

const WHOLE_BASIS_POINTS = 10_000

/** Shekels with at most two decimal places to agorot; throws a RangeError for anything finer (19.99 → 1999). */
export const toAgorot = (shekels: number): Agorot => {
  const agorot = Math.round(shekels * 100)
  // 19.99 * 100 is 1998.9999…: binary rounding is tolerated, a third decimal place is not.
  if (!Number.isSafeInteger(agorot) || Math.abs(shekels * 100 - agorot) > Math.max(1e-6, Math.abs(agorot) * 1e-12)) {
    throw new RangeError('shekels have at most two decimal places')
  }
  return agorot === 0 ? 0 : agorot
}

/** Agorot to shekels, for the API and screens. */
export const toShekels = (agorot: Agorot): number => agorot / 100

const floorDiv = (num: bigint, den: bigint): bigint => {
  const quotient = num / den
  return num % den < 0n ? quotient - 1n : quotient
}

const halfUp = (num: bigint, den: bigint): number => {
  const result = Number(floorDiv(2n * num + den, 2n * den))
  if (!Number.isSafeInteger(result)) throw new RangeError('sum of money out of range')
  return result
}

/** `agorot · num / den`, exact until one half-up rounding at the end. */
export const ratioOf = (agorot: Agorot, num: number, den: number): Agorot => {
  if (den <= 0) throw new RangeError('a divisor is positive')
  return halfUp(BigInt(agorot) * BigInt(num), BigInt(den))
}

/** A percentage in basis points (500 = 5%), rounded half up. */
export const percentOf = (agorot: Agorot, basisPoints: number): Agorot =>
  ratioOf(agorot, basisPoints, WHOLE_BASIS_POINTS)

/** Basis points as a percentage, for the API and screens: 500 is 5. */
export const toPercent = (basisPoints: number): number => basisPoints / 100

/** The sum of amounts; 0 for none. */
export const sum = (amounts: readonly Agorot[]): Agorot => amounts.reduce((total, amount) => total + amount, 0)

/**
 * Splits a total by weights; the parts always sum to the total, each within one agora of its exact share.
 * Left-over agorot go to the largest remainders, the earlier part first. Weights are non-negative integers, not all zero
 * unless the total is zero.
 */
export const split = (total: Agorot, weights: readonly number[]): Agorot[] => {
  const whole = sum(weights)
  if (weights.some((weight) => weight < 0)) throw new RangeError('a weight is not negative')
  if (whole === 0) {
    if (total !== 0) throw new RangeError('a total cannot be split without a positive weight')
    return weights.map(() => 0)
  }
  if (total < 0) return split(-total, weights).map((part) => (part === 0 ? 0 : -part))
  const shares = weights.map((weight, index) => {
    const exact = BigInt(total) * BigInt(weight)
    return { index, part: Number(exact / BigInt(whole)), remainder: Number(exact % BigInt(whole)) }
  })
  const leftOver = total - sum(shares.map((share) => share.part))
  const roundedUp = new Set(
    shares
      .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)
      .slice(0, leftOver)
      .map((share) => share.index),
  )
  return shares.map((share) => share.part + (roundedUp.has(share.index) ? 1 : 0))
}
