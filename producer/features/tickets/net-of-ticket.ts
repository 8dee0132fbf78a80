import type { Event } from '@kartis/contract/events.ts'
import type { FeeContract } from '@kartis/domain/fees.ts'
import { type Agorot, toAgorot } from '@kartis/domain/money.ts'
import { payoutReport } from '@kartis/domain/payout.ts'

type Contract = NonNullable<Event['accounts_contract']>

const basisPoints = (percent: number): number => Math.round(percent * 100)

const termsOf = (contract: Contract): FeeContract => ({
  regularBp: basisPoints(contract.handle_fee_cc_percent),
  specialBp: basisPoints(contract.handle_fee_cc_special_percent),
  touristBp: basisPoints(contract.handle_fee_cc_tourist_percent),
  ticketFee: toAgorot(contract.handle_fee_ticket_amount),
  ticketFeeIncludesVat: contract.ticket_fee_includes_vat,
})

/**
 * What one ticket at this price leaves the producer, who bears the fees, when it is paid with a regular Israeli card: the
 * payout of an event that sold only this ticket. Below zero for a free one.
 */
export const netOfTicket = (price: Agorot, contract: Contract): Agorot =>
  payoutReport({
    ordersTotal: price,
    cards: { regular: price, special: 0, tourist: 0 },
    types: [{ id: '', name: '', count: 1, free: price === 0 ? 1 : 0 }],
    contract: termsOf(contract),
    vatBp: basisPoints(contract.vat_percent),
  }).net
