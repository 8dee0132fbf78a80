import { describe, expect, it } from 'vitest'
import { asPaymentMethod, bankInputReasons, checkOf, NO_BANK } from './bank-details.ts'

const leumi = {
  bank_number: '10',
  bank_branch_number: '800',
  bank_account_number: '12345678',
  holder_name: 'הפקות הנמל',
}

describe('bank details', () => {
  it('require every field', () => {
    expect(Object.keys(bankInputReasons(NO_BANK))).toEqual(expect.arrayContaining(['bank_number', 'holder_name']))
    expect(bankInputReasons({ ...leumi, holder_name: ' ' })).toMatchObject({ holder_name: ['required'] })
    expect(bankInputReasons({ ...leumi, holder_name: 'א' })).toMatchObject({ holder_name: ['too_short'] })
  })

  it('are not checked against the bank’s rule while incomplete', () => {
    expect(checkOf({ ...leumi, bank_account_number: '' })).toBe('unknown')
  })

  it('become a payment method with a numeric bank code and a trimmed holder', () => {
    expect(asPaymentMethod({ ...leumi, holder_name: ' הפקות הנמל ' })).toEqual({
      type: 'bank',
      holder_name: 'הפקות הנמל',
      bank_number: 10,
      bank_branch_number: '800',
      bank_account_number: '12345678',
    })
  })
})
