import { netOfTicket } from '@kartis/domain/service-fee.ts'
import { expect, it } from 'vitest'
import { termsOf } from './net-of-ticket.ts'

const CONTRACT = {
  handle_fee_cc_percent: 5.1,
  handle_fee_cc_special_percent: 6,
  handle_fee_cc_tourist_percent: 7.55,
  handle_fee_ticket_amount: 1.5,
  ticket_fee_includes_vat: false,
  vat_percent: 18,
  fee_payer: 'producer' as const,
  valid_from: '2026-01-01T00:00:00Z',
}

it('a contract is read in basis points and agorot', () => {
  expect(termsOf(CONTRACT)).toEqual({
    contract: { regularBp: 510, specialBp: 600, touristBp: 755, ticketFee: 150, ticketFeeIncludesVat: false },
    vatBp: 1800,
  })
  expect(netOfTicket(12_000, termsOf(CONTRACT))).toBe(12_000 - 612 - 110)
})
