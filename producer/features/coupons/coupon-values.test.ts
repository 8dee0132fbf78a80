import { describe, expect, it } from 'vitest'
import { bodyOf, NEW_COUPON, reasonsFor } from './coupon-values.ts'

const ZONE = 'Asia/Jerusalem'

describe('a coupon as it is typed', () => {
  it('is a percentage or shekels with two places, for all tickets and any number of orders unless told', () => {
    const values = { ...NEW_COUPON, code: ' Summer ', value: '12.5%' }
    expect(reasonsFor(values, ZONE)).toEqual({})
    expect(bodyOf(values, ZONE)).toEqual({
      code: 'Summer',
      kind: 'percent',
      value: 12.5,
      events_ticket_uuids: null,
      max_uses: null,
      max_tickets: null,
      starts_at: null,
      ends_at: null,
    })
  })

  it('names what is wrong by the fields of the form', () => {
    expect(reasonsFor(NEW_COUPON, ZONE)).toEqual({ code: ['required'], value: ['required'] })
    const values = { ...NEW_COUPON, code: 'A1', value: '101', max_uses: '2', until_day: '2026-12-01' }
    expect(reasonsFor(values, ZONE, 3)).toEqual({
      value: ['too_big'],
      max_uses: ['below_used'],
      until_time: ['required'],
    })
    expect(reasonsFor({ ...values, kind: 'amount', max_uses: 'x', until_day: null }, ZONE)).toEqual({
      max_uses: ['not_an_integer'],
    })
  })
})
