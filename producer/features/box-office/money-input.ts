import { readPrice } from '../../shared/typed-numbers.ts'

/** A cash drawer holds less than a million shekels: more is a slip of the number pad. */
const MAX_AGOROT = 99_999_999

/** Shekels of cash, read as every price is; undefined for no amount. */
export const readShekels = (text: string): number | undefined => {
  const agorot = readPrice(text, MAX_AGOROT)
  return typeof agorot === 'number' ? agorot / 100 : undefined
}

/** Up to three likely cash amounts above a total: rounded up to 10, 50, 100 and 200, ascending. */
export const likelyNotes = (total: number): number[] => {
  const steps = [10, 50, 100, 200].map((note) => Math.ceil(total / note) * note)
  return [...new Set(steps)]
    .filter((sum) => sum > total)
    .toSorted((a, b) => a - b)
    .slice(0, 3)
}

/** Change in shekels, computed in agorot; negative if too little was received. */
export const changeOf = (received: number, total: number): number =>
  (Math.round(received * 100) - Math.round(total * 100)) / 100
