import { describe, expect, it } from 'vitest'
import { translatorFor } from '../state/messages.ts'
import { orderLimitText, phoneLimitText, readExceededLimit } from './limit-text.ts'

const nameOf = (type: string) => (type === 'vip' ? 'VIP' : undefined)

describe('a purchase limit', () => {
  it('is read from its refusal only', () => {
    const detail = { limit: 4, bought: 3, left: 1, events_ticket_uuid: 'vip' }
    expect(readExceededLimit({ code: 'purchase_limit', detail })).toEqual({
      limit: 4,
      bought: 3,
      left: 1,
      ticketTypeUuid: 'vip',
    })
    expect(readExceededLimit({ code: 'sold_out', detail: { left: {} } })).toBeUndefined()
  })

  it('reads in the plural of the language, with the name of its ticket type', () => {
    const limit = (limit: number, ticketTypeUuid?: string) => ({ limit, bought: 0, left: limit, ticketTypeUuid })
    expect(orderLimitText(translatorFor('en'), limit(1), nameOf)).toBe('You can order one ticket here.')
    expect(orderLimitText(translatorFor('en'), limit(4, 'vip'), nameOf)).toBe('You can order up to 4 VIP tickets.')
    // A type that is no longer for sale has no name here.
    expect(orderLimitText(translatorFor('en'), limit(4, 'gone'), nameOf)).toBe('You can order up to 4 tickets here.')
    expect(phoneLimitText(translatorFor('he'), limit(2), nameOf)).toBe(
      'אפשר לקנות עד שני כרטיסים לאירוע הזה לכל מספר טלפון.',
    )
    expect(phoneLimitText(translatorFor('ar'), limit(3, 'vip'), nameOf)).toContain('3 تذاكر')
  })
})
