import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isNumberShaped,
  isShortNumber,
  readOrderNumber,
  readTicketNumber,
  splitTicketNumber,
  ticketNumber,
} from './ticket-number.ts'

const second = [{ order: '101081', position: 2 }]

describe('the number of a ticket', () => {
  test('is the number of its order, a hyphen and its position', () => {
    expect(ticketNumber('101081', 2)).toBe('101081-2')
  })

  test('is too short where only its beginning or its end was typed', () => {
    expect(['1', '101', '10108', '1010-2', '#101', '١٠١', '101-'].filter((text) => !isShortNumber(text))).toEqual([])
    const whole = ['', 'abc', '101081', '101081-2', '1010812', 'KT1.101', '1-2-3', '2'.repeat(211)]
    expect(whole.filter(isShortNumber)).toEqual([])
  })

  test('is split into its parts; no other text is', () => {
    expect(splitTicketNumber(ticketNumber('101081', 12))).toEqual({ order: '101081', position: 12 })
    expect(['', '101081', '101081-', 'a-2'].map(splitTicketNumber)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  test.each([
    '101081-2',
    ' 101081-2 ',
    '1010812',
    '101081 2',
    '101081 - 2',
    '101081–2',
    '101081־2',
    '101081−2',
    '101081/2',
    '#101081-2',
    '\u2066101081-2\u2069',
    '\u200f101081\u200e-2',
    '١٠١٠٨١-٢',
  ])('is read from "%s"', (text) => {
    expect(readTicketNumber(text)).toEqual(second)
  })

  test('without its hyphen has a reading for each possible end of the order number', () => {
    expect(readTicketNumber('10108112')).toEqual([
      { order: '1010811', position: 2 },
      { order: '101081', position: 12 },
    ])
    // no position begins with 0
    expect(readTicketNumber('10108110')).toEqual([{ order: '101081', position: 10 }])
  })

  test.each([
    '',
    '2',
    '12345',
    '101081',
    '101081-',
    '-2',
    '101081-0',
    '101081-2-3',
    '101081-12345',
    'KT-101081',
    '1e9',
  ])('is not read from "%s"', (text) => {
    expect(readTicketNumber(text)).toEqual([])
  })

  test('is among its own readings with and without the hyphen, for every order and position', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100_001, max: 99_999_999 }),
        fc.integer({ min: 1, max: 1000 }),
        (order, position) => {
          const number = ticketNumber(String(order), position)
          expect(readTicketNumber(number)).toEqual([{ order: String(order), position }])
          expect(readTicketNumber(number.replace('-', ''))).toContainEqual({ order: String(order), position })
        },
      ),
      { seed: 20_261_122 },
    )
  })
})

test('a text that is written as a ticket number is one, whether or not a ticket can have it', () => {
  for (const text of ['101081-2', '1010812', '000000-0', '101081-0', '٠٠٠٠٠٠-٠', ' 000000 – 0 '])
    expect(isNumberShaped(text), text).toBe(true)
  for (const text of [
    '',
    '101081',
    '12345-1',
    '101081-2-3',
    '101081-12345',
    'KT-101081',
    '0000000',
    '0501234567',
    '7290000000000',
    '2'.repeat(211),
    'דנה',
  ])
    expect(isNumberShaped(text), text).toBe(false)
  fc.assert(
    fc.property(
      fc.stringMatching(/^[\d -]{0,16}$/),
      (text) => isNumberShaped(text) || readTicketNumber(text).length === 0,
    ),
    {
      seed: 20_261_130,
    },
  )
})

test('the number of an order alone is no ticket number', () => {
  expect(readOrderNumber(' 101081 ')).toBe('101081')
  expect(readOrderNumber('١٠١٠٨١')).toBe('101081')
  for (const text of ['', '12345', '101081-2', '0501234567', 'דנה']) expect(readOrderNumber(text)).toBeUndefined()
})
