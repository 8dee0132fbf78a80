import type { Agorot } from './money.ts'
import { percentOf } from './money.ts'

/** A rate and the first day it holds for, `YYYY-MM-DD` in the country's own calendar day. */
export interface VatRate {
  readonly from: string
  readonly bp: number
}

/** The rate in basis points on a day, from rows in any order. A day before the first row is a fault of the table. */
export const vatBpAt = (rates: readonly VatRate[], day: string): number => {
  const held = rates.filter((rate) => rate.from <= day).toSorted((a, b) => a.from.localeCompare(b.from))
  const rate = held.at(-1)
  if (rate === undefined) throw new RangeError(`no VAT rate is known for ${day}`)
  return rate.bp
}

/** VAT to add to a net sum. */
export const vatOn = (net: Agorot, bp: number): Agorot => percentOf(net, bp)
