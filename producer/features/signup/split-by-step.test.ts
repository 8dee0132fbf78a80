import { describe, expect, it } from 'vitest'
import { splitByStep } from './split-by-step.ts'

describe('errors of a refused account', () => {
  it('lead to the first step that has one', () => {
    expect(splitByStep({ 'payment_methods.0.bank_number': 'a', vat_number: 'b' })).toEqual({
      company: { tax_id: 'b' },
      bank: { bank_number: 'a' },
      other: {},
      step: '/create-account/company-details',
    })
    expect(splitByStep({ 'payment_methods.0.bank_number': 'a' }).step).toBe('/create-account/bank-details')
  })

  it('of a field that no form has lead to no step', () => {
    expect(splitByStep({ vat_type: 'a' })).toMatchObject({ other: { vat_type: 'a' }, step: undefined })
  })
})
