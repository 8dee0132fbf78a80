import type { CardBucket } from './card-bucket.ts'
import type { Agorot } from './money.ts'
import { percentOf } from './money.ts'

/** Service fees of an account: clearing percentages in basis points, and a price for each free ticket. */
export interface FeeContract {
  readonly regularBp: number
  readonly specialBp: number
  /** The full percentage of a tourist's card: 5% and the additional 2.5% are 750. */
  readonly touristBp: number
  /** For each free or invited ticket. */
  readonly ticketFee: Agorot
  /** Whether `ticketFee` includes VAT. */
  readonly ticketFeeIncludesVat: boolean
}

export type Buckets = Readonly<Record<CardBucket, Agorot>>

/** Card payments less their refunds, by rate; regular is what the other two leave, so that the three sum to the total. */
export const bucketsOf = (total: Agorot, special: Agorot, tourist: Agorot): Buckets => ({
  regular: total - special - tourist,
  special,
  tourist,
})

/** The percentage of a kind of card, in basis points. */
export const rateOf = ({ regularBp, specialBp, touristBp }: FeeContract, bucket: CardBucket): number =>
  ({ regular: regularBp, special: specialBp, tourist: touristBp })[bucket]

export interface CardFees {
  readonly regular: Agorot
  readonly special: Agorot
  readonly tourist: Agorot
  readonly total: Agorot
}

/** Clearing fees (agorot), rounded once for each bucket and never per order, so that they can be checked with a calculator. */
export const feesOf = (buckets: Buckets, contract: FeeContract): CardFees => {
  const regular = percentOf(buckets.regular, contract.regularBp)
  const special = percentOf(buckets.special, contract.specialBp)
  const tourist = percentOf(buckets.tourist, contract.touristBp)
  return { regular, special, tourist, total: regular + special + tourist }
}

/** Fee for free tickets (agorot). `count`: free and invited tickets that were not cancelled before the event. */
export const ticketFeesOf = (count: number, contract: FeeContract): Agorot => count * contract.ticketFee
