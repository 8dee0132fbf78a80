import { describe, expect, it } from 'vitest'
import { createTicketType } from '@kartis/contract/tickets.ts'
import { readCount, readPrice } from '../../shared/typed-numbers.ts'
import { bodyOf, NEW_TICKET, ticketReasons, type TicketValues } from './ticket-values.ts'

const ZONE = 'Asia/Jerusalem'
const ticket: TicketValues = { ...NEW_TICKET, name: 'כניסה רגילה', price: '149', quantity: '700' }

describe('a price', () => {
  it('parses amounts to the agora in any common notation', () => {
    expect(readPrice('149')).toBe(14_900)
    expect(readPrice(' 149.9 ')).toBe(14_990)
    expect(readPrice('1,490.05 ₪')).toBe(149_005)
    expect(readPrice('19.99')).toBe(1999)
    expect(readPrice('0')).toBe(0)
  })
  it('returns the reason for an invalid amount', () => {
    expect(readPrice('')).toBe('required')
    expect(readPrice('12,5000')).toBe('not_a_number')
    expect(readPrice('חינם')).toBe('not_a_number')
    expect(readPrice('1.999')).toBe('money_two_places')
    expect(readPrice('-5')).toBe('negative')
  })
})

describe('ticket type form values', () => {
  it('are a valid request body', () => {
    const body = { event_uuid: '018f0000-0000-7000-8000-000000000001', ...bodyOf(ticket, ZONE) }
    expect(createTicketType.body?.safeParse(body).success).toBe(true)
    expect(body.price).toBe(149)
  })
  it('carry texts of other languages', () => {
    expect(bodyOf({ ...ticket, name_en: 'Standing', info_ar: 'أمام المنصة' }, ZONE).texts).toEqual({
      en: { name: 'Standing', info: '' },
      ar: { name: '', info: 'أمام المنصة' },
    })
  })
  it('require name, price and quantity', () => {
    expect(ticketReasons(NEW_TICKET, ZONE)).toEqual({ name: ['required'], price: ['required'], quantity: ['required'] })
  })
  it('do not require a price for a producer ticket', () => {
    expect(ticketReasons({ ...ticket, type: 'producer', price: '' }, ZONE)).toEqual({})
    expect(bodyOf({ ...ticket, type: 'producer', price: '' }, ZONE).price).toBe(0)
  })
  it('cannot offer less than is sold or held', () => {
    expect(ticketReasons({ ...ticket, quantity: '511' }, ZONE, { sold: 510, held: 2 })).toEqual({
      quantity: ['below_sold'],
    })
    expect(ticketReasons({ ...ticket, quantity: '512' }, ZONE, { sold: 510, held: 2 })).toEqual({})
  })
  it('take thousands separators and Arabic digits, and nothing that only looks like a count', () => {
    expect(['1,200', '٧٠٠', '-3'].map(readCount)).toEqual([1200, 700, -3])
    expect(['1.5', '12,5', '3 or 4', ''].map(readCount)).toEqual([NaN, NaN, NaN, NaN])
  })
  it('require the sale to end after it starts, each with a time', () => {
    const window = {
      ...ticket,
      from_day: '2026-12-01',
      from_time: '10:00',
      until_day: '2026-12-01',
      until_time: '09:00',
    }
    expect(ticketReasons(window, ZONE)).toEqual({ until_day: ['end_before_start'] })
    expect(ticketReasons({ ...ticket, from_day: '2026-12-01' }, ZONE)).toEqual({ from_time: ['required'] })
    expect(bodyOf({ ...window, until_time: '11:00' }, ZONE).sale_ends_at).toBe('2026-12-01T09:00:00.000Z')
  })
  it('have no limit where none is typed, and a whole number where one is', () => {
    expect(bodyOf(ticket, ZONE).purchase_limit).toBeNull()
    expect(ticketReasons({ ...ticket, limit: '2.5' }, ZONE)).toEqual({ limit: ['not_an_integer'] })
    expect(ticketReasons({ ...ticket, limit: '0' }, ZONE)).toEqual({ limit: ['at_least_one'] })
  })
})
