import { describe, expect, test } from 'vitest'
import { fitsOrder, orderNumberIn } from './cancellation-request.ts'

describe('a request to cancel without a sign-in', () => {
  test.each([
    ['101081', '101081'],
    [' 101081-2 ', '101081'],
    ['#101081 – 12', '101081'],
    ['K-101081', undefined],
    ['10', undefined],
    ["1' or 1=1", undefined],
  ])('the number in %j is %s', (typed, number) => {
    expect(orderNumberIn(typed)).toBe(number)
  })

  const order = { name: 'דנה כהן', email: 'Dana@Example.com' }
  test.each([
    [{ email: 'dana@example.COM ' }, true],
    [{ name: 'כהן  דנה' }, true],
    [{ name: 'דנה' }, false],
    [{ name: 'דנה לוי' }, false],
    [{ email: 'dan@example.com', name: 'דנה כהן' }, true],
    [{}, false],
    [{ name: '', email: '' }, false],
  ])('%j fits the order: %s', (claim, fits) => {
    expect(fitsOrder(claim, order)).toBe(fits)
  })

  test('an order without name and e-mail fits nobody', () => {
    expect(fitsOrder({ name: '', email: '' }, { name: null, email: null })).toBe(false)
    expect(fitsOrder({ name: 'דנה כהן', email: 'a@b.il' }, { name: null, email: null })).toBe(false)
  })
})
