import { describe, expect, test } from 'vitest'
import {
  isBelowSold,
  isScarce,
  leftOf,
  SALE_STATES,
  saleState,
  TICKET_TYPES,
  newTicketTypeReasons,
  ticketTypeReasons,
  windowState,
} from './ticket-type.ts'

const at = (time: string) => new Date(`2026-12-03T${time}:00Z`)

describe('the sale of a ticket type', () => {
  const type = { type: 'regular', saleStartsAt: at('10:00'), saleEndsAt: at('20:00') } as const

  test.each([
    ['09:59', 5, 'not_started'],
    ['10:00', 5, 'on_sale'],
    ['19:59', 5, 'on_sale'],
    ['19:59', 0, 'sold_out'],
    ['20:00', 5, 'ended'],
    ['20:00', 0, 'ended'],
    ['09:00', 0, 'not_started'],
  ])('at %s with %d left it is %s', (time, left, state) => {
    expect(saleState(type, at(time), left)).toBe(state)
  })

  test('without a window it is always open', () => {
    expect(saleState({ type: 'regular' }, at('03:00'), 1)).toBe('on_sale')
    expect(saleState({ type: 'regular', saleStartsAt: null, saleEndsAt: null }, at('03:00'), 1)).toBe('on_sale')
    expect(windowState({ type: 'producer', saleEndsAt: at('02:00') }, at('03:00'))).toBe('ended')
  })

  test('tickets of the producer are never for sale', () => {
    expect(saleState({ type: 'producer' }, at('12:00'), 100)).toBe('not_for_sale')
    expect(TICKET_TYPES).toEqual(['regular', 'producer'])
    expect(SALE_STATES).toContain('not_for_sale')
  })
})

test('what is left is what is neither sold nor held, and never below nothing', () => {
  expect(leftOf({ total: 10, held: 2, sold: 3 })).toBe(5)
  expect(leftOf({ total: 10, held: 6, sold: 6 })).toBe(0)
})

describe('a ticket type as typed', () => {
  const good = {
    name: 'כרטיס רגיל',
    type: 'regular',
    price: 120_00,
    sum_total_available: 100,
    purchase_limit: 4,
    sale_starts_at: at('10:00'),
    sale_ends_at: at('20:00'),
  }

  test('a whole one has nothing wrong; free ones and ones without a limit too', () => {
    expect(ticketTypeReasons(good)).toEqual({})
    expect(
      ticketTypeReasons({ ...good, price: 0, purchase_limit: null, sale_starts_at: null, sale_ends_at: null }),
    ).toEqual({})
    expect(ticketTypeReasons({})).toEqual({})
  })

  test('a new one offers at least one ticket; one that exists may go down to none', () => {
    expect(newTicketTypeReasons({ ...good, sum_total_available: 0 })).toEqual({ sum_total_available: ['at_least_one'] })
    expect(newTicketTypeReasons(good)).toEqual({})
    expect(ticketTypeReasons({ ...good, sum_total_available: 0 })).toEqual({})
  })

  test.each([
    [{ name: ' ' }, { name: ['required'] }],
    [{ name: 'x'.repeat(121) }, { name: ['too_long'] }],
    [{ type: 'vip' }, { type: ['unknown_type'] }],
    [{ price: -1 }, { price: ['negative'] }],
    [{ price: 0.5 }, { price: ['not_an_integer'] }],
    [{ price: 100_000_01 }, { price: ['too_big'] }],
    [{ sum_total_available: -1 }, { sum_total_available: ['negative'] }],
    [{ sum_total_available: 1_000_001 }, { sum_total_available: ['too_big'] }],
    [{ purchase_limit: 0 }, { purchase_limit: ['at_least_one'] }],
    [{ sale_ends_at: at('10:00') }, { sale_ends_at: ['end_before_start'] }],
  ])('%o is named', (wrong, reasons) => {
    expect(ticketTypeReasons({ ...good, ...wrong })).toEqual(reasons)
  })

  test('the offer cannot shrink below what is sold and held', () => {
    expect(isBelowSold(4, { held: 2, sold: 3 })).toBe(true)
    expect(isBelowSold(5, { held: 2, sold: 3 })).toBe(false)
  })
})

describe('a scarce ticket type', () => {
  test.each([
    [20, 20, false],
    [3, 20, false],
    [2, 20, true],
    [10, 100, true],
    [11, 100, false],
    [50, 5_000, true],
    [400, 5_000, false],
    [0, 100, false],
  ])('%i of %i left: %s', (left, total, expected) => {
    expect(isScarce({ left, total })).toBe(expected)
  })
})
