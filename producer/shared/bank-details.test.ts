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

  it('refuse digits that are too many, which the fields leave as they were typed', () => {
    expect(bankInputReasons({ ...leumi, bank_branch_number: '8000' })).toHaveProperty('bank_branch_number')
    expect(bankInputReasons({ ...leumi, bank_account_number: '1234567890' })).toHaveProperty('bank_account_number')
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
