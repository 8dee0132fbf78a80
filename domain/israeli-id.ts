/**
 * Israeli identity and company numbers share one check digit: weights 1,2,1,2…, the digits of each product added up,
 * and the whole divisible by ten.
 */
const DIGITS = 9

/** A short number with its leading zeros put back, as people leave them out; anything else comes back as typed, trimmed. */
export const padIsraeliId = (text: string): string => {
  const digits = text.trim()
  return /^\d{5,8}$/.test(digits) ? digits.padStart(DIGITS, '0') : digits
}

export const isNineDigits = (text: string): boolean => /^\d{9}$/.test(text)

const weighed = (digit: number, place: number): number => {
  const product = digit * (place % 2 === 0 ? 1 : 2)
  return product > 9 ? product - 9 : product
}

/** Nine digits whose check digit is right: a person's ID, a company's or a non-profit's number. */
export const isIsraeliId = (text: string): boolean => {
  if (!isNineDigits(text) || text === '000000000') return false
  const total = Array.from(text, Number).reduce((sum, digit, place) => sum + weighed(digit, place), 0)
  return total % 10 === 0
}

/** `032794562` → `******562`: enough for its owner to recognise. */
export const maskedId = (text: string): string => '*'.repeat(Math.max(0, text.length - 3)) + text.slice(-3)
