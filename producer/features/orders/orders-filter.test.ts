import { describe, expect, it } from 'vitest'
import { filterQuery, isFiltered, NO_FILTER } from './orders-filter.ts'

const NOW = new Date('2026-11-22T10:00:00Z')

describe('filters of sold tickets', () => {
  it('ask for nothing while none is chosen', () => {
    expect(filterQuery(NO_FILTER, 'Asia/Jerusalem', NOW)).toEqual({})
    expect(isFiltered(NO_FILTER)).toBe(false)
  })

  it('name state, way of sale and ticket type as the API does', () => {
    const filter = { status: 'paid', channel: 'cashier', type: 'type-1', period: '' } as const
    expect(filterQuery(filter, 'Asia/Jerusalem', NOW)).toEqual({
      status: 'paid',
      channel: 'cashier',
      events_ticket_uuid: 'type-1',
    })
  })

  it('begin a period at midnight of the event, seven days for a week', () => {
    const from = (period: 'today' | 'week') => filterQuery({ ...NO_FILTER, period }, 'Asia/Jerusalem', NOW).created_from
    expect(from('today')).toBe('2026-11-21T22:00:00.000Z')
    expect(from('week')).toBe('2026-11-15T22:00:00.000Z')
  })
})
