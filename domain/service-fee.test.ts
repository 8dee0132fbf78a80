import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FeeTerms, netOfTicket, serviceFeeOn } from './service-fee.ts'

const CONTRACT = { regularBp: 500, specialBp: 500, touristBp: 750, ticketFee: 150, ticketFeeIncludesVat: false }
const TERMS: FeeTerms = { contract: CONTRACT, vatBp: 1800 }

describe('the net of a ticket', () => {
  it('is the price less the clearing fee and its VAT, each rounded once', () => {
    expect(netOfTicket(12_000, TERMS)).toBe(12_000 - 600 - 108)
    expect(netOfTicket(9_990, TERMS)).toBe(9_990 - 500 - 90)
  })

  it('of a free ticket is what the ticket fee costs', () => {
    expect(netOfTicket(0, TERMS)).toBe(-177)
    expect(netOfTicket(0, { ...TERMS, contract: { ...CONTRACT, ticketFeeIncludesVat: true } })).toBe(-150)
  })
})

describe('the service fee that buyers bear', () => {
  it.each([
    // price, fee: 5% and VAT of the sum are what is on top
    [10_000, 627],
    [12_000, 753],
    [100, 6],
    [1, 0],
    [0, 0],
  ])('of a price of %s agorot is %s', (price, fee) => {
    expect(serviceFeeOn(price, TERMS)).toBe(fee)
  })

  it('is none where the contract has none', () => {
    expect(serviceFeeOn(10_000, { contract: { ...CONTRACT, regularBp: 0 }, vatBp: 1800 })).toBe(0)
  })

  it('does not exist where the fees would take every price', () => {
    expect(serviceFeeOn(10_000, { contract: { ...CONTRACT, regularBp: 10_000 }, vatBp: 1800 })).toBeUndefined()
  })

  it('makes the smallest price that leaves the producer exactly its own', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 0, max: 2500 }),
        (price, regularBp, vatBp) => {
          const terms = { contract: { ...CONTRACT, regularBp }, vatBp }
          const full = price + (serviceFeeOn(price, terms) ?? Number.NaN)
          expect(netOfTicket(full, terms)).toBe(price)
          for (let lower = Math.max(price, full - 5); lower < full; lower++)
            expect(netOfTicket(lower, terms)).toBeLessThan(price)
        },
      ),
      { numRuns: 2_000, seed: 20_261_127 },
    )
  })
})
