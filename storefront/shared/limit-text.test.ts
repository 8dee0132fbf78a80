import { describe, expect, it } from 'vitest'
import { translatorFor } from '../state/messages.ts'
import { limitOf, orderLimitText, phoneLimitText } from './limit-text.ts'

const nameOf = (type: string) => (type === 'vip' ? 'VIP' : undefined)

describe('a purchase limit', () => {
  it('has its numbers, and computes what is left where it is missing', () => {
    expect(limitOf({ limit: 4, bought: 3, left: 1, events_ticket_uuid: 'vip' })).toEqual({
      limit: 4,
      bought: 3,
      left: 1,
      type: 'vip',
    })
    expect(limitOf({ limit: 4 })).toEqual({ limit: 4, bought: 0, left: 4, type: undefined })
    expect(limitOf({})).toBeUndefined()
  })

  it('reads in the plural of the language, with the name of its ticket type', () => {
    const limit = (limit: number, type?: string) => ({ limit, bought: 0, left: limit, type })
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
