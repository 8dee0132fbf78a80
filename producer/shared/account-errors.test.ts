import { describe, expect, it } from 'vitest'
import { bankFieldErrors, companyFieldErrors, otherErrors } from './account-errors.ts'

const errors = { vat_number: 'a', name: 'b', 'payment_methods.0.bank_number': 'c', vat_type: 'd', payment_methods: 'e' }

describe('errors of a new account', () => {
  it('are divided between the forms of the company and of the bank, in the names of the forms', () => {
    expect(companyFieldErrors(errors)).toEqual({ tax_id: 'a', name: 'b' })
    expect(bankFieldErrors(errors)).toEqual({ bank_number: 'c' })
  })

  it('that belong to neither form remain', () => {
    expect(otherErrors(errors)).toEqual({ vat_type: 'd', payment_methods: 'e' })
  })
})
