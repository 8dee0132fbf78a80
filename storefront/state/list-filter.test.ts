import { describe, expect, it } from 'vitest'
import { apiQuery, hrefOf, isFiltered, readListQuery } from './list-filter.ts'

const SUNDAY = new Date('2026-11-22T10:00:00Z')

describe('the address of the list', () => {
  it('restores the query that it was made from', () => {
    const address = { q: 'ג׳אז', category: 'shows', city: 'חיפה', when: 'weekend', page: '2' }
    const back = new URL(hrefOf(readListQuery(address), { page: 2 }), 'http://kartis').searchParams
    expect(Object.fromEntries(back)).toEqual(address)
    expect(hrefOf(readListQuery({}))).toBe('/order')
  })

  it('starts at the first page when a filter changes', () => {
    expect(hrefOf(readListQuery({ city: 'חיפה', page: '3' }), { when: 'today' })).not.toContain('page')
  })

  it('leaves out what is invalid and swaps days in the wrong order', () => {
    expect(isFiltered(readListQuery({ when: 'never', from: '2026-02-31', to: '2026-13-01', page: '-1' }))).toBe(false)
    expect(readListQuery({ from: '2026-12-20', to: '2026-12-10' })).toMatchObject({
      from: '2026-12-10',
      to: '2026-12-20',
    })
    expect(readListQuery({ when: 'today', from: '2026-12-20' })).toMatchObject({ when: 'today', from: '' })
  })

  it('becomes a query of the API in calendar days', () => {
    const weekend = apiQuery(readListQuery({ when: 'weekend', city: 'חיפה' }), SUNDAY)
    expect(weekend.filter).toEqual({ from: '2026-11-26', to: '2026-11-28', city: 'חיפה' })
    expect(apiQuery(readListQuery({ from: '2026-12-10' }), SUNDAY).filter).toEqual({ from: '2026-12-10' })
  })

  it('searches name, city and place at once', () => {
    const { filter, page } = apiQuery(readListQuery({ q: ' ג׳אז ', page: '3' }), SUNDAY)
    expect(filter).toEqual({ or: { name: 'ג׳אז', address_city: 'ג׳אז', address_description: 'ג׳אז' } })
    expect(page).toBe(3)
  })
})
