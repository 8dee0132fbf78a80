import { describe, expect, test } from 'vitest'
import { dialledPhone } from './dialled-phone.ts'
import {
  COUNTRIES,
  digitsOf,
  isForeignPhone,
  MOBILE_PREFIXES,
  maskedPhone,
  nationalPhone,
  parsePhone,
  phoneSearchDigits,
  readPhone,
  readTypedPhone,
  writtenPhone,
} from './phone.ts'

const e164 = (code: string, text: string) => {
  const phone = parsePhone(code, text)
  return phone.ok ? phone.e164 : phone.reason
}

describe('an Israeli mobile', () => {
  test.each([
    '0502345678',
    '050-234-5678',
    '050-2345678',
    '050 234 5678',
    '(050) 234.5678',
    '502345678',
    '972502345678',
    '+972502345678',
    '+972-50-234-5678',
    '+9720502345678',
    '00972502345678',
    '972 (0) 50 234 5678',
    '\u202a+972 50-234-5678\u202c',
    '٠٥٠٢٣٤٥٦٧٨',
    '050–234־5678',
  ])('%s is one number in all its spellings', (text) => {
    expect(e164('972', text)).toBe('+972502345678')
  })

  test.each(MOBILE_PREFIXES)('prefix %s receives messages', (prefix) => {
    expect(e164('972', `${prefix}1234567`)).toBe(`+972${prefix.slice(1)}1234567`)
  })

  test.each(['0561234567', '0571234567', '0591234567', '+972591234567'])(
    '%s is a network we do not send to',
    (text) => {
      expect(e164('972', text)).toBe('phone_not_allowed')
    },
  )

  test.each([
    '050123456',
    '05012345678',
    '031234567',
    '0721234567',
    'abc',
    '050-12x4567',
    '5',
    '*1234',
    '1-800-123-456',
    '0'.repeat(40),
  ])('%s is no mobile number', (text) => {
    expect(e164('972', text)).toBe('invalid_phone')
  })

  test('nothing typed is missing rather than wrong', () => {
    expect(e164('972', ' - ')).toBe('required')
  })
})

describe('foreign phones', () => {
  test.each([
    ['1', '(212) 555-0123', '+12125550123'],
    ['1', '1 212 555 0123', '+12125550123'],
    ['44', '07911 123456', '+447911123456'],
    ['44', '447911123456', '+447911123456'],
    ['33', '06 12 34 56 78', '+33612345678'],
    ['49', '0151 12345678', '+4915112345678'],
    ['39', '333 123 4567', '+393331234567'],
    ['34', '612 345 678', '+34612345678'],
    ['7', '8 916 123 45 67', '+79161234567'],
    ['86', '138 0013 8000', '+8613800138000'],
    ['91', '098765 43210', '+919876543210'],
    ['55', '(11) 91234-5678', '+5511912345678'],
  ])('+%s %s', (code, text, expected) => {
    expect(e164(code, text)).toBe(expected)
  })

  test('a number typed with its own country code wins over the picker', () => {
    expect(e164('972', '+44 7911 123456')).toBe('+447911123456')
    expect(e164('1', '00972 54 123 4567')).toBe('+972541234567')
  })

  test('a country outside the list is refused', () => {
    expect(e164('61', '0412345678')).toBe('phone_not_allowed')
    expect(e164('972', '+61412345678')).toBe('phone_not_allowed')
  })

  test.each(COUNTRIES.map((country) => country.code))('+%s refuses numbers too short and too long', (code) => {
    expect(e164(code, '12345')).toBe('invalid_phone')
    expect(e164(code, '3'.repeat(16))).toBe('invalid_phone')
  })

  test.each([
    ['a premium-rate number of the United Kingdom', '+44 909 879 1234'],
    ['a personal number, which redirects at a cost', '+44 70 1234 5678'],
    ['a shared-cost number', '+44 845 123 4567'],
    ['a pager', '+44 7640 123456'],
    ['a British landline', '+44 20 7946 0958'],
    ['a premium-rate number of North America', '+1 900 234 5678'],
    ['the premium-rate exchange of an area code', '+1 212 976 5678'],
    ['a toll-free number', '+1 800 234 5678'],
    ['a machine', '+1 521 234 5678'],
    ['a premium-rate number of France', '+33 8 99 12 34 56'],
    ['a French number on the internet', '+33 9 12 34 56 78'],
    ['a premium-rate number of Germany', '+49 900 1234567'],
    ['a shared-cost number of Germany', '+49 180 512345'],
    ['an Italian landline', '+39 06 1234 5678'],
    ['a premium-rate number of Spain', '+34 803 123 456'],
    ['a personal number of Spain', '+34 701 234 567'],
    ['a premium-rate number of Russia', '+7 809 123 4567'],
    ['a network number of Kazakhstan', '+7 751 123 4567'],
    ['a shared-cost number of China', '+86 400 123 4567'],
    ['a satellite phone of China', '+86 1349 123 4567'],
    ['a landline of India', '+91 11 2345 6789'],
    ['a landline of Brazil', '+55 11 3123 4567'],
    ['a satellite phone', '+881 612 345 678'],
    ['a network without a country', '+882 16 12345678'],
    ['an international premium-rate number', '+979 1 1234 5678'],
    ['an international shared-cost number', '+808 1234 5678'],
  ])('%s gets no SMS: %s', (_, text) => {
    expect(e164('972', text)).toBe('phone_not_allowed')
  })

  test('a number that we do not send to is still read where it was stored before', () => {
    expect(readPhone('972', '+44 20 7946 0958')).toMatchObject({ ok: true, e164: '+442079460958' })
    expect(readPhone('972', '+61 412 345 678')).toEqual({ ok: false, reason: 'phone_not_allowed' })
  })

  test('a number of another country than Israel is foreign', () => {
    expect(['+447911123456', '+972502345678'].map(isForeignPhone)).toEqual([true, false])
  })

  test('the picker has eleven countries and Israel first', () => {
    expect(COUNTRIES.map((country) => country.code)).toEqual([
      '972',
      '1',
      '44',
      '33',
      '49',
      '39',
      '34',
      '7',
      '86',
      '91',
      '55',
    ])
  })
})

describe('a phone while it is typed', () => {
  test.each([
    ['972', '052-765-4321', '972', '0527654321'],
    ['972', '+972 (0)52-765-4321', '972', '0527654321'],
    ['972', '\u202a+972 52-765-4321\u202c', '972', '527654321'],
    ['972', '00972527654321', '972', '527654321'],
    ['972', '972527654321', '972', '0527654321'],
    ['972', '٠٥٢٧٦٥٤٣٢١', '972', '0527654321'],
    ['972', '+44 7911 123456', '44', '7911123456'],
    ['1', '+972527654321', '972', '527654321'],
    ['972', '+61 412 345 678', '972', '61412345678'],
    ['972', '9725', '972', '9725'],
  ])('in +%s, %s is country +%s and %s', (country, text, named, number) => {
    expect(readTypedPhone(country, text)).toEqual({ country: named, number })
  })

  test('a number that is too long keeps every digit, and is refused', () => {
    const read = readTypedPhone('972', '052765432199')
    expect(read.number).toBe('052765432199')
    expect(parsePhone(read.country, read.number)).toEqual({ ok: false, reason: 'invalid_phone' })
  })

  test('digits are taken out of any text, Arabic and Persian ones too', () => {
    expect(digitsOf(' 052-418 ٧٧۳۰\u200f')).toBe('0524187730')
  })
})

describe('phones on screens', () => {
  test('Israeli numbers are shown as people dial them', () => {
    expect(nationalPhone('+972502345678')).toBe('050-234-5678')
    expect(nationalPhone('+97231234567')).toBe('03-123-4567')
    expect(nationalPhone('+972721234567')).toBe('072-123-4567')
  })

  test('foreign numbers keep their code', () => {
    expect(nationalPhone('+12125550123')).toBe('+1 212-555-0123')
    expect(nationalPhone('+4930123')).toBe('+49 30123')
    expect(nationalPhone('+61412345678')).toBe('+61412345678')
  })

  test('foreign numbers are grouped as people of their country write them', () => {
    expect(nationalPhone('+447911123456')).toBe('+44 7911 123456')
    expect(nationalPhone('+33612345678')).toBe('+33 6 12 34 56 78')
    expect(nationalPhone('+4915112345678')).toBe('+49 151 12345678')
    expect(nationalPhone('+5511912345678')).toBe('+55 11 91234 5678')
  })

  test('phones that organisers wrote are shown like all others, landlines too', () => {
    expect(writtenPhone('035550144')).toBe('03-555-0144')
    expect(writtenPhone('03-5550144')).toBe('03-555-0144')
    expect(writtenPhone('0502345678')).toBe('050-234-5678')
    expect(writtenPhone('+972502345678')).toBe('050-234-5678')
    expect(writtenPhone('*2020')).toBe('*2020')
    expect(writtenPhone('1-700-500-123')).toBe('1-700-500-123')
    expect(writtenPhone('00972-50-2345678')).toBe('050-234-5678')
    expect(writtenPhone('03 555\u20110144')).toBe('03-555-0144')
    expect(writtenPhone('')).toBe('')
  })

  test('what is dialled of a written phone is its first number, without its extension', () => {
    expect(dialledPhone('03-555-0144')).toBe('035550144')
    expect(dialledPhone('+972 50-234-5678')).toBe('+972502345678')
    expect(dialledPhone('*2020')).toBe('*2020')
    expect(dialledPhone('03-555-0144 שלוחה 2')).toBe('035550144')
    expect(dialledPhone('03-5550144/5')).toBe('035550144')
    expect(dialledPhone('טל׳ 03-5550144, 050-2345678')).toBe('035550144')
    expect(dialledPhone('+972 (0)3 555 0144')).toBeUndefined()
    expect(dialledPhone('')).toBeUndefined()
  })

  test('phones that organisers wrote stay as they are where they have an extension, a second number or words', () => {
    for (const text of [
      '03-555-0144 שלוחה 2',
      '03-5550144/5',
      '+972 (0)3 555 0144',
      '03-5550144, 050-2345678',
      '+44 20 7946 0018 ext. 3',
    ])
      expect(writtenPhone(text)).toBe(text)
  })

  test('a masked number keeps what its owner recognises', () => {
    expect(maskedPhone('+972502345678')).toBe('050-***-5678')
    expect(maskedPhone('+97231234567')).toBe('03-***-4567')
    expect(maskedPhone('+12125550123')).toBe('+1 212-***-0123')
    expect(maskedPhone('+447911123456')).toBe('+44 7911 **3456')
    expect(maskedPhone('+33612345678')).toBe('+33 6 ** ** 56 78')
    expect(maskedPhone('+61412345678')).toBe('+*******5678')
  })
})

describe('searching by phone', () => {
  test.each([
    ['050-234', '50234'],
    ['0502345678', '502345678'],
    ['+972 50 234', '97250234'],
    ['9720502345678', '972502345678'],
    ['00972502345678', '972502345678'],
    ['5678', '5678'],
    ['0', '0'],
  ])('%s looks for %s', (text, digits) => {
    expect(phoneSearchDigits(text)).toBe(digits)
  })

  test.each(['דנה', 'K-1042', '', '05x'])('%s is not part of a phone', (text) => {
    expect(phoneSearchDigits(text)).toBeUndefined()
  })
})
