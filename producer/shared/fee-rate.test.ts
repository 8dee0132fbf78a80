import { describe, expect, it } from 'vitest'
import { rateOf } from './fee-rate.ts'

describe('rateOf', () => {
  it("is the contract's rate where it explains the fee", () => {
    expect(rateOf(1910.5, 38_210, 5)).toBe(5)
    expect(rateOf(0.51, 10.1, 5)).toBe(5)
    expect(rateOf(134.25, 1790, 7.5)).toBe(7.5)
  })
  it('is the effective rate where the contract has changed since', () => {
    expect(rateOf(60, 1000, 5)).toBe(6)
    expect(rateOf(2365.15, 45_340, undefined)).toBe(5.22)
  })
  it("is the contract's rate where nothing was sold", () => {
    expect(rateOf(0, 0, 6)).toBe(6)
    expect(rateOf(0, 0, undefined)).toBeUndefined()
  })
})
