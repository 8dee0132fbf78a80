import { describe, expect, it } from 'vitest'
import { feeOfTickets } from './invitation-fee.tsx'

const contract = {
  handle_fee_cc_percent: 5,
  handle_fee_cc_special_percent: 5,
  handle_fee_cc_tourist_percent: 7.5,
  handle_fee_ticket_amount: 1.5,
  ticket_fee_includes_vat: false,
  vat_percent: 18,
  fee_payer: 'producer' as const,
  valid_from: '2026-01-01T00:00:00Z',
}

describe('the fee of free tickets', () => {
  it('has the VAT in it, rounded once over all of them', () => {
    expect([1, 3].map((tickets) => feeOfTickets(contract, tickets))).toEqual([177, 531])
    expect(feeOfTickets({ ...contract, handle_fee_ticket_amount: 1.33 }, 3)).toBe(399 + 72)
  })

  it('is the bare amount where it includes VAT', () => {
    expect(feeOfTickets({ ...contract, ticket_fee_includes_vat: true }, 3)).toBe(450)
  })
})
