import type { TicketType } from '@kartis/contract/tickets.ts'
import { describe, expect, it } from 'vitest'
import { isShared } from './is-shared.ts'

const withTypes = (...states: TicketType['sale_state'][]) => ({
  events_tickets: states.map((state) => ({ sale_state: state }) as TicketType),
})

describe('the sale page of an event', () => {
  it('is offered to be shared while the event sells, whatever its types do just now', () => {
    expect(isShared(withTypes('not_started'), 'selling')).toBe(true)
  })

  it('is offered on the day of the event as long as a type is on sale', () => {
    expect(isShared(withTypes('sold_out', 'on_sale'), 'today')).toBe(true)
    expect(isShared(withTypes('sold_out', 'not_for_sale'), 'today')).toBe(false)
    expect(isShared({}, 'today')).toBe(false)
  })

  it('is not offered before it is published and after the event', () => {
    expect([isShared(withTypes('on_sale'), 'draft'), isShared(withTypes('on_sale'), 'over')]).toEqual([false, false])
  })
})
