import { describe, expect, it } from 'vitest'
import { sayIn } from '../state/catalogues.ts'
import { limitOf, orderLimitText, phoneLimitText } from './limit-text.ts'

const nameOf = (type: string) => (type === 'vip' ? 'VIP' : undefined)

describe('a refusal for too many tickets', () => {
  it('tells its numbers, and reckons what is left where it is not said', () => {
    expect(limitOf({ limit: 4, bought: 3, left: 1, events_ticket_uuid: 'vip' })).toEqual({
      limit: 4,
      bought: 3,
      left: 1,
      type: 'vip',
    })
    expect(limitOf({ limit: 4 })).toEqual({ limit: 4, bought: 0, left: 4, type: undefined })
    expect(limitOf({})).toBeUndefined()
  })

  it('is said with its number in the plural of the language, and with the name of the ticket type it is about', () => {
    const over = (limit: number, type?: string) => ({ limit, bought: 0, left: limit, type })
    expect(orderLimitText(sayIn('en'), over(1), nameOf)).toBe('You can order one ticket here.')
    expect(orderLimitText(sayIn('en'), over(4, 'vip'), nameOf)).toBe('You can order up to 4 VIP tickets.')
    // A type that is no longer for sale has no name here.
    expect(orderLimitText(sayIn('en'), over(4, 'gone'), nameOf)).toBe('You can order up to 4 tickets here.')
    expect(phoneLimitText(sayIn('he'), over(2), nameOf)).toBe('כל טלפון יכול לקנות עד שני כרטיסים לאירוע הזה.')
    expect(phoneLimitText(sayIn('ar'), over(3, 'vip'), nameOf)).toContain('3 تذاكر')
  })
})
