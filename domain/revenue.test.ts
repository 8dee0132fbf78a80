import { describe, expect, it } from 'vitest'
import { changePercent, offeredTickets, revenueOf, wholePercent } from './revenue.ts'

describe('revenue', () => {
  it('the worked sum of docs/rules/revenue.md comes out to the agora', () => {
    // 4 tickets of 100.00 with a coupon of 10%, one of them cancelled with the fee retained; 2 tickets of 50.00, one cancelled
    // without a refund; 1 ticket of 80.00 cancelled and refunded whole.
    const sums = { gross: 58_000, discounts: 4_000, refunds: 8_550 + 8_000, validTickets: 3 * 9_000 + 5_000 }
    expect(revenueOf(sums)).toEqual({ ...sums, revenue: 37_450, retained: 450 + 5_000 })
  })

  it('revenue is the price of the valid tickets where nothing was cancelled', () => {
    expect(revenueOf({ gross: 1_000, discounts: 100, refunds: 0, validTickets: 900 })).toMatchObject({
      revenue: 900,
      retained: 0,
    })
  })
})

describe('a whole percent', () => {
  it('rounds half up', () => {
    expect([wholePercent(17, 160), wholePercent(1, 8), wholePercent(1, 3), wholePercent(2, 3)]).toEqual([
      11, 13, 33, 67,
    ])
  })

  it('is 100 only for everything and 0 only for nothing', () => {
    expect([wholePercent(1599, 1600), wholePercent(1, 1600), wholePercent(0, 9), wholePercent(9, 9)]).toEqual([
      99, 1, 0, 100,
    ])
    expect([wholePercent(0, 0), wholePercent(3, 0), wholePercent(12, 9)]).toEqual([0, 0, 100])
  })
})

describe('a change in whole percent', () => {
  it('rounds the same up and down', () => {
    expect([changePercent(9, 8), changePercent(7, 8), changePercent(8, 8), changePercent(0, 8)]).toEqual([
      13, -13, 0, -100,
    ])
  })
})

describe('tickets on offer', () => {
  it('leave out what only the producer gives away, and never fall below nothing', () => {
    const types = [
      { type: 'regular', total: 100, held: 3, sold: 40 },
      { type: 'regular', total: 10, held: 2, sold: 10 },
      { type: 'producer', total: 80, held: 0, sold: 5 },
    ] as const
    expect(offeredTickets(types)).toEqual({ total: 110, left: 57 })
  })
})
