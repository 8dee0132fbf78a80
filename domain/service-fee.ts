import type { FeeContract } from './fees.ts'
import type { Agorot } from './money.ts'
import { payoutReport } from './payout.ts'

/** Who bears the fees of the service: the producer out of its price, or buyers, whose price they are added to. */
export const FEE_PAYERS = ['producer', 'buyers'] as const
export type FeePayer = (typeof FEE_PAYERS)[number]

/** What a fee is computed from: the contract and the VAT rate of a day. */
export interface FeeTerms {
  readonly contract: FeeContract
  readonly vatBp: number
}

const WHOLE = 10_000 * 10_000

/**
 * What one ticket at this price leaves the producer after fees and VAT when it is paid with a regular Israeli card: the
 * payout of an event that sold only this ticket. Below zero for a free one. Agorot.
 */
export const netOfTicket = (price: Agorot, { contract, vatBp }: FeeTerms): Agorot =>
  payoutReport({
    ordersTotal: price,
    cards: { regular: price, special: 0, tourist: 0 },
    types: [{ id: '', name: '', count: 1, free: price === 0 ? 1 : 0 }],
    contract,
    vatBp,
  }).net

/**
 * The service fee (agorot) that is added to a producer's price when buyers bear it: with it the price is the smallest one
 * whose net is the producer's price. Nothing is added to a free ticket, whose fee the producer bears. Undefined where the
 * fees would take every price.
 */
export const serviceFeeOn = (price: Agorot, terms: FeeTerms): Agorot | undefined => {
  if (price === 0) return 0
  const left = WHOLE - terms.contract.regularBp * (10_000 + terms.vatBp)
  if (left <= 0) return undefined
  // Fee and VAT are rounded once each, by less than two agorot together, so no lower price can do. One agora more changes the
  // net by one at most, so the first that reaches the price meets it.
  let full = Math.max(price, Math.floor(((price - 2) * WHOLE) / left))
  while (netOfTicket(full, terms) < price) full++
  return full - price
}
