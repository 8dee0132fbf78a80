import { describe, expect, test } from 'vitest'
import { isIsraeliId, isNineDigits, maskedId, padIsraeliId } from './israeli-id.ts'

describe('identity and company numbers', () => {
  test.each([
    '123456782',
    '000000018',
    '032794562',
    '987654324',
    '111111118',
    '510000003',
    '515308203',
    '580012342',
    '515676294',
    '515109940',
    '580633329',
  ])('%s has a right check digit', (number) => {
    expect(isIsraeliId(number)).toBe(true)
  })

  test.each(['123456789', '515308201', '000000000', '18', '12345678', '1234567820', '12345678a', '', ' 123456782'])(
    '"%s" is refused',
    (number) => {
      expect(isIsraeliId(number)).toBe(false)
    },
  )

  test('any single wrong digit is noticed', () => {
    const right = '032794562'
    for (let place = 0; place < 9; place++) {
      for (let digit = 0; digit < 10; digit++) {
        const typed = right.slice(0, place) + digit + right.slice(place + 1)
        expect(isIsraeliId(typed)).toBe(typed === right)
      }
    }
  })
})

test('leading zeros left out are put back, other input is left alone', () => {
  expect(padIsraeliId(' 32794562 ')).toBe('032794562')
  expect(padIsraeliId('123456782')).toBe('123456782')
  expect(padIsraeliId('12')).toBe('12')
  expect(padIsraeliId('12a45678')).toBe('12a45678')
})

test('nine digits are asked first, the check digit second', () => {
  expect(isNineDigits('123456789')).toBe(true)
  expect(isNineDigits('12345678')).toBe(false)
})

test('a number is shown by its last three digits', () => {
  expect(maskedId('032794562')).toBe('******562')
  expect(maskedId('')).toBe('')
})
