import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Coupon,
  type CouponDraft,
  couponKey,
  couponReasons,
  couponRefusal,
  type CouponTerms,
  discountsOf,
  ticketPricesOf,
} from './coupon.ts'
import { percentOf, sum } from './money.ts'

const terms = (fields: Partial<CouponTerms>): CouponTerms => ({
  kind: 'percent',
  value: 1000,
  ticketTypeIds: null,
  maxTickets: null,
  ...fields,
})

const cart = [
  { ticketTypeId: 'regular', quantity: 2, price: 14_900 },
  { ticketTypeId: 'vip', quantity: 1, price: 32_050 },
]

describe('a discount', () => {
  it('in percent is rounded once over the order and split in proportion to the prices', () => {
    // 15% of 618.50 is 92.775: 92.78, of which 44.70 and 48.08.
    expect(discountsOf(terms({ value: 1500 }), cart)).toEqual([4470, 4808])
  })

  it('of an amount is taken off the order once, and never exceeds its price', () => {
    expect(discountsOf(terms({ kind: 'amount', value: 10_000 }), cart)).toEqual([4818, 5182])
    expect(discountsOf(terms({ kind: 'amount', value: 99_999_00 }), cart)).toEqual([29_800, 32_050])
  })

  it('with a fixed price sets the price of each ticket, unless it is cheaper already', () => {
    expect(discountsOf(terms({ kind: 'price', value: 20_000 }), cart)).toEqual([0, 12_050])
    expect(discountsOf(terms({ kind: 'price', value: 0 }), cart)).toEqual([29_800, 32_050])
  })

  it('applies to its ticket types only, and to the most expensive tickets when their number is limited', () => {
    expect(discountsOf(terms({ ticketTypeIds: ['regular'], value: 5000 }), cart)).toEqual([14_900, 0])
    expect(discountsOf(terms({ maxTickets: 2, value: 10_000 }), cart)).toEqual([14_900, 32_050])
  })

  const lines = fc.array(
    fc.record({
      ticketTypeId: fc.constantFrom('a', 'b', 'c', 'd'),
      quantity: fc.integer({ min: 1, max: 50 }),
      price: fc.integer({ min: 0, max: 100_000_00 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  const anyTerms: fc.Arbitrary<CouponTerms> = fc.record({
    kind: fc.constantFrom('percent', 'amount', 'price'),
    value: fc.integer({ min: 0, max: 10_000 }),
    ticketTypeIds: fc.option(fc.subarray(['a', 'b', 'c', 'd'])),
    maxTickets: fc.option(fc.integer({ min: 1, max: 60 })),
  })

  it('never makes a line negative, and its ticket prices sum to the line', () => {
    fc.assert(
      fc.property(anyTerms, lines, (coupon, of) => {
        const off = discountsOf(coupon, of)
        of.forEach((line, place) => {
          const discount = off[place] ?? -1
          expect(discount).toBeGreaterThanOrEqual(0)
          expect(discount).toBeLessThanOrEqual(line.quantity * line.price)
          const prices = ticketPricesOf({ ...line, discount })
          expect(prices).toHaveLength(line.quantity)
          expect(sum(prices)).toBe(line.quantity * line.price - discount)
          expect(Math.max(...prices) - Math.min(...prices)).toBeLessThanOrEqual(1)
          expect(Math.min(...prices)).toBeGreaterThanOrEqual(0)
        })
      }),
    )
  })

  it('in percent is that of the whole order, whatever its lines, and 100% makes it free', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), lines, (value, of) => {
        const whole = sum(of.map(({ quantity, price }) => quantity * price))
        expect(sum(discountsOf(terms({ value }), of))).toBe(percentOf(whole, value))
        expect(sum(discountsOf(terms({ value: 10_000 }), of))).toBe(whole)
        expect(sum(discountsOf(terms({ kind: 'amount', value }), of))).toBe(Math.min(value, whole))
      }),
    )
  })
})

describe('couponRefusal', () => {
  const now = new Date('2026-11-22T18:00:00Z')
  const coupon = (fields: Partial<Coupon> = {}): Coupon => ({
    ...terms({}),
    id: 'c',
    code: 'TENOFF',
    active: true,
    startsAt: null,
    endsAt: null,
    maxUses: 2,
    taken: 0,
    ...fields,
  })
  const refused = (fields: Partial<Coupon>, taken = 0) => couponRefusal(coupon(fields), ['a'], taken, now)?.refusal

  it('depends on the coupon’s state, period, ticket types and uses', () => {
    expect(couponRefusal(undefined, ['a'], 0, now)?.refusal).toBe('coupon_unknown')
    expect(refused({ active: false })).toBe('coupon_unknown')
    expect(refused({ startsAt: new Date(now.getTime() + 1) })).toBe('coupon_not_started')
    expect(refused({ startsAt: now })).toBeUndefined()
    expect(refused({ endsAt: now })).toBe('coupon_ended')
    expect(refused({ ticketTypeIds: ['b'] })).toBe('coupon_other_tickets')
    expect(refused({ ticketTypeIds: ['b', 'a'] }, 1)).toBeUndefined()
    expect(refused({}, 2)).toBe('coupon_used_up')
    expect(refused({ maxUses: null }, 99)).toBeUndefined()
  })
})

describe('couponReasons', () => {
  const draft = (fields: Partial<CouponDraft>): CouponDraft => ({
    code: 'SUMMER-20',
    kind: 'percent',
    value: 2000,
    max_uses: null,
    max_tickets: null,
    starts_at: null,
    ends_at: null,
    ...fields,
  })

  it('accept a code of letters, digits and hyphens, compared without case and spaces', () => {
    expect(couponKey('  Summer 20 ')).toBe('summer20')
    expect(couponReasons(draft({}))).toEqual({})
    expect(couponReasons(draft({ code: 'חורף20' }))).toEqual({})
    expect(couponReasons(draft({ code: ' ' }))).toEqual({ code: ['required'] })
    expect(couponReasons(draft({ code: 'a' }))).toEqual({ code: ['too_short'] })
    expect(couponReasons(draft({ code: 'a&b' }))).toEqual({ code: ['invalid_code'] })
  })

  it('require a discount, at most the whole price, and not fewer uses than there were', () => {
    expect(couponReasons(draft({ value: 10_001 }))).toEqual({ value: ['too_big'] })
    expect(couponReasons(draft({ value: 0 }))).toEqual({ value: ['too_small'] })
    expect(couponReasons(draft({ kind: 'price', value: 0 }))).toEqual({})
    expect(couponReasons(draft({ max_uses: 3 }), 4)).toEqual({ max_uses: ['below_used'] })
    expect(couponReasons(draft({ max_uses: 0, max_tickets: 0 }))).toEqual({
      max_uses: ['at_least_one'],
      max_tickets: ['at_least_one'],
    })
    const at = new Date()
    expect(couponReasons(draft({ starts_at: at, ends_at: at }))).toEqual({ ends_at: ['end_before_start'] })
  })
})
