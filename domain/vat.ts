import type { Agorot } from './money.ts'
import { percentOf } from './money.ts'

/** A rate and the first day that it applies to, `YYYY-MM-DD`, an Israeli calendar day. */
export interface VatRate {
  readonly from: string
  readonly bp: number
}

/** The rate in basis points on a day, from rows in any order. Throws a RangeError for a day before the first rate. */
export const vatBpAt = (rates: readonly VatRate[], day: string): number => {
  const effective = rates.filter((rate) => rate.from <= day).toSorted((a, b) => a.from.localeCompare(b.from))
  const rate = effective.at(-1)
  if (rate === undefined) throw new RangeError(`no VAT rate is known for ${day}`)
  return rate.bp
}

/** VAT on a net amount (agorot), rounded half up. */
export const vatOn = (net: Agorot, bp: number): Agorot => percentOf(net, bp)
