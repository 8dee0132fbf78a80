import { describe, expect, it } from 'vitest'
import { netOfTicket } from './net-of-ticket.ts'

const contract = {
  handle_fee_cc_percent: 5,
  handle_fee_cc_special_percent: 5,
  handle_fee_cc_tourist_percent: 7.5,
  handle_fee_ticket_amount: 1.5,
  ticket_fee_includes_vat: false,
  vat_percent: 18,
  valid_from: '2026-01-01T00:00:00Z',
}

describe('the net of a ticket', () => {
  it('is the price less the clearing fee and its VAT, each rounded once', () => {
    expect(netOfTicket(12_000, contract)).toBe(12_000 - 600 - 108)
    expect(netOfTicket(9_990, contract)).toBe(9_990 - 500 - 90)
  })

  it('of a free ticket is what the ticket fee costs', () => {
    expect(netOfTicket(0, contract)).toBe(-177)
    expect(netOfTicket(0, { ...contract, ticket_fee_includes_vat: true })).toBe(-150)
  })
})
