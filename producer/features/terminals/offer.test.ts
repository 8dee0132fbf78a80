import { expect, it } from 'vitest'
import { offerInput, offerOf, offerReasons } from './offer.ts'

it('an offer is the same after it was shown and sent back', () => {
  for (const offer of [
    { max_installments: 1, min_installment: 0, bit: true },
    { max_installments: 12, min_installment: 50.5, bit: false },
    { max_installments: 36, min_installment: 100_000, bit: false },
  ])
    expect(offerOf(offerInput(offer))).toEqual(offer)
})

it('a smallest instalment that was typed is forgotten with the instalments', () => {
  expect(offerOf({ installments: '1', smallest: 'abc', bit: false })).toEqual({
    max_installments: 1,
    min_installment: 0,
    bit: false,
  })
  expect(offerReasons({ installments: '1', smallest: 'abc', bit: false })).toEqual({})
})

it.each([
  ['-5', 'negative'],
  ['abc', 'not_a_number'],
  ['1.234', 'money_two_places'],
  ['100000.01', 'too_big'],
])('a smallest instalment of %s is refused as %s', (smallest, reason) => {
  expect(offerReasons({ installments: '3', smallest, bit: false })).toEqual({ smallest: [reason] })
})
