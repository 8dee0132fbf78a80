import type { Event } from '@kartis/contract/events.ts'
import { toAgorot } from '@kartis/domain/money.ts'
import type { FeeTerms } from '@kartis/domain/service-fee.ts'

type Contract = NonNullable<Event['accounts_contract']>

const basisPoints = (percent: number): number => Math.round(percent * 100)

/** A contract of the API in basis points and agorot. */
export const termsOf = (contract: Contract): FeeTerms => ({
  contract: {
    regularBp: basisPoints(contract.handle_fee_cc_percent),
    specialBp: basisPoints(contract.handle_fee_cc_special_percent),
    touristBp: basisPoints(contract.handle_fee_cc_tourist_percent),
    ticketFee: toAgorot(contract.handle_fee_ticket_amount),
    ticketFeeIncludesVat: contract.ticket_fee_includes_vat,
  },
  vatBp: basisPoints(contract.vat_percent),
})
