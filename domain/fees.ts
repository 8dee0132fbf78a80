import type { CardBucket } from './card-bucket.ts'
import type { Agorot } from './money.ts'
import { percentOf } from './money.ts'

/** What an account pays for the service: effective percents in basis points, and a price per free ticket. */
export interface FeeContract {
  readonly regularBp: number
  readonly specialBp: number
  /** The whole percent of a tourist's card: 5% and the additional 2.5% are 750. */
  readonly touristBp: number
  /** For each free or invited ticket. */
  readonly ticketFee: Agorot
  /** Whether `ticketFee` has VAT inside already. */
  readonly ticketFeeIncludesVat: boolean
}

export type Buckets = Readonly<Record<CardBucket, Agorot>>

/** Card payments less their refunds, by rate; regular is what the other two leave, so that the three sum to the total. */
export const bucketsOf = (total: Agorot, special: Agorot, tourist: Agorot): Buckets => ({
  regular: total - special - tourist,
  special,
  tourist,
})

export interface CardFees {
  readonly regular: Agorot
  readonly special: Agorot
  readonly tourist: Agorot
  readonly total: Agorot
}

/** The clearing fee of each bucket, rounded once for the whole bucket and never per order: a calculator finds the same. */
export const feesOf = (buckets: Buckets, contract: FeeContract): CardFees => {
  const regular = percentOf(buckets.regular, contract.regularBp)
  const special = percentOf(buckets.special, contract.specialBp)
  const tourist = percentOf(buckets.tourist, contract.touristBp)
  return { regular, special, tourist, total: regular + special + tourist }
}

/** The fee for tickets nobody paid for. `count`: free and invited tickets that were not cancelled before the event. */
export const ticketFeesOf = (count: number, contract: FeeContract): Agorot => count * contract.ticketFee
