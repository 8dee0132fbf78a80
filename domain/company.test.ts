import { describe, expect, test } from 'vitest'
import {
  ACCOUNT_FIELDS,
  accountReasons,
  COMPANY_RULES,
  companyReasons,
  officePhone,
  taxIdReasons,
  VAT_TYPES,
} from './company.ts'

const good = {
  name: 'הפקות הצפון',
  vat_name: 'הפקות הצפון בע״מ',
  tax_id: '515308203',
  address_city: 'חיפה',
  address_street: 'הרצל',
  address_street_number: '12א',
  phone: '04-812-3456',
  email: 'office@example.co.il',
  email_billing: 'billing@example.co.il',
}

describe('company details', () => {
  test('complete company details are valid', () => {
    expect(companyReasons(good)).toEqual({})
  })

  test.each([
    ['name', 'א', 'too_short'],
    ['name', '  ', 'required'],
    ['vat_name', 'x', 'too_short'],
    ['tax_id', '12345678', 'invalid_tax_id'],
    ['tax_id', '51530820a', 'invalid_tax_id'],
    ['tax_id', '515308201', 'check_digit'],
    ['tax_id', '', 'required'],
    ['address_city', 'ח', 'too_short'],
    ['address_street', '', 'required'],
    ['address_street_number', '12345678901', 'invalid_street_number'],
    ['address_street_number', '12 ב', 'invalid_street_number'],
    ['address_street_number', '#1', 'invalid_street_number'],
    ['phone', '12345678', 'invalid_phone'],
    ['phone', '05012345678', 'invalid_phone'],
    ['phone', '1800123456', 'invalid_phone'],
    ['email', 'office@example', 'invalid_email'],
    ['email_billing', 'billing', 'invalid_email'],
  ])('%s "%s" is %s', (field, value, reason) => {
    expect(companyReasons({ ...good, [field]: value })).toEqual({ [field]: [reason] })
  })

  test.each(['1', '12א', '3/4', '7-9', '10B'])('house number %s exists', (number) => {
    expect(COMPANY_RULES.address_street_number(number)).toEqual([])
  })

  test('nine digits come before the check digit', () => {
    expect(taxIdReasons('123')).toEqual(['invalid_tax_id'])
    expect(taxIdReasons('123456789')).toEqual(['check_digit'])
    expect(taxIdReasons(' 123456782 ')).toEqual([])
  })
})

test('an office phone may be written with spaces, hyphens and brackets', () => {
  expect(officePhone('(04) 812-3456')).toBe('048123456')
  expect(officePhone('050 123 4567')).toBe('0501234567')
  expect(officePhone('+972501234567')).toBeUndefined()
})

describe('the call that opens an account', () => {
  const call = Object.fromEntries(Object.entries(ACCOUNT_FIELDS).map(([name, field]) => [name, good[field]]))

  test('the same rules use the API field names', () => {
    expect(accountReasons(call)).toEqual({})
    expect(accountReasons({ ...call, vat_number: '1', contact_phone: '2', billing_email: '3' })).toEqual({
      vat_number: ['invalid_tax_id'],
      contact_phone: ['invalid_phone'],
      billing_email: ['invalid_email'],
    })
  })

  test('a single field is validated alone', () => {
    expect(accountReasons({ contact_email: 'x' })).toEqual({ contact_email: ['invalid_email'] })
  })

  test('the VAT type is a company by default', () => {
    expect(VAT_TYPES[0]).toBe('hevra')
  })
})
