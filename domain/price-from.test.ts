import { describe, expect, it } from 'vitest'
import { hasFreeType, type PricedType, priceFrom } from './price-from.ts'

const type = (price: number, state: PricedType['state'] = 'on_sale'): PricedType => ({ price, state })

describe('the price that an event shows', () => {
  it('is the lowest of the types on sale', () => {
    expect(priceFrom([type(250), type(120)])).toBe(120)
    expect(priceFrom([type(90, 'sold_out'), type(120), type(50, 'not_started')])).toBe(120)
  })

  it('is not free for a free type beside paid ones', () => {
    expect(priceFrom([type(120), type(250), type(0)])).toBe(120)
    expect(priceFrom([type(0), type(120, 'not_started')])).toBe(120)
  })

  it('says that a free type is on sale beside it', () => {
    expect(hasFreeType([type(120), type(0)])).toBe(true)
    expect(hasFreeType([type(120), type(0, 'sold_out')])).toBe(false)
    expect(hasFreeType([type(120), type(250)])).toBe(false)
    expect(hasFreeType([type(0)])).toBe(false)
  })

  it('is free when only free types can still be bought', () => {
    expect(priceFrom([type(0)])).toBe(0)
    expect(priceFrom([type(0), type(120, 'sold_out')])).toBe(0)
  })

  it('is the lowest of what was sold once nothing can be bought', () => {
    expect(priceFrom([type(120, 'ended'), type(90, 'sold_out'), type(0, 'ended')])).toBe(90)
  })

  it('is none without a type that is sold to everyone', () => {
    expect(priceFrom([])).toBeUndefined()
    expect(priceFrom([type(120, 'not_for_sale')])).toBeUndefined()
  })
})
