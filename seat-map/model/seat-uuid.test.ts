import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seatNumberOf, seatUuid } from './seat-uuid.ts'

describe('seat uuids', () => {
  const seating = '019377b4-5a3c-7d2e-9f01-8c6f5e4d3b2a'

  it('are of version 8, hold the number, and name their seating', () => {
    expect(seatUuid(seating, 0)).toBe('019377b4-5a3c-8d2e-9f01-8c6f00000000')
    expect(seatUuid(seating, 59_359)).toBe('019377b4-5a3c-8d2e-9f01-8c6f0000e7df')
  })

  it('lead to the same seating and number again, in any case of letters', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 0, max: 0xff_ff_ff_ff }), (uuid, number) => {
        const seat = seatUuid(uuid, number)
        expect(seat).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
        expect(seatNumberOf(uuid, seat)).toBe(number)
        expect(seatNumberOf(uuid.toUpperCase(), seat.toUpperCase())).toBe(number)
      }),
    )
  })

  it('of another event, of version 7 or without form lead nowhere', () => {
    expect(seatNumberOf(seating, seatUuid('019377b4-5a3d-7d2e-9f01-8c6f5e4d3b2a', 3))).toBeUndefined()
    expect(seatNumberOf(seating, seating)).toBeUndefined()
    expect(seatNumberOf(seating, seatUuid(seating, 3).replaceAll('-', ''))).toBeUndefined()
    expect(seatNumberOf(seating, '')).toBeUndefined()
  })

  it.each([-1, 1.5, 2 ** 32])('refuse the number %d', (number) => {
    expect(() => seatUuid(seating, number)).toThrow(RangeError)
  })
})
