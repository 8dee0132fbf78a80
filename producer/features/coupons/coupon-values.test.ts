import { describe, expect, it } from 'vitest'
import { bodyOf, NEW_COUPON, reasonsFor } from './coupon-values.ts'

const ZONE = 'Asia/Jerusalem'

describe('coupon form values', () => {
  it('send a percentage or shekels with two decimals, for all tickets and without limits by default', () => {
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

  it('report reasons by form field', () => {
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
