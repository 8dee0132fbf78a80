import { describe, expect, it } from 'vitest'
import { apiQuery, hrefOf, isAsking, readAsk } from './list-filter.ts'

const SUNDAY = new Date('2026-11-22T10:00:00Z')

describe('the address of the list', () => {
  it('says again what was asked of it, so that it can be shared', () => {
    const address = { q: 'ג׳אז', category: 'shows', city: 'חיפה', when: 'weekend', page: '2' }
    const back = new URL(hrefOf(readAsk(address), { page: 2 }), 'http://kartis').searchParams
    expect(Object.fromEntries(back)).toEqual(address)
    expect(hrefOf(readAsk({}))).toBe('/order')
  })

  it('begins at the first page when another wish is added', () => {
    expect(hrefOf(readAsk({ city: 'חיפה', page: '3' }), { when: 'today' })).not.toContain('page')
  })

  it('leaves out what cannot be understood, and turns days that stand the wrong way round', () => {
    expect(isAsking(readAsk({ when: 'never', from: '2026-02-31', to: '2026-13-01', page: '-1' }))).toBe(false)
    expect(readAsk({ from: '2026-12-20', to: '2026-12-10' })).toMatchObject({ from: '2026-12-10', to: '2026-12-20' })
    expect(readAsk({ when: 'today', from: '2026-12-20' })).toMatchObject({ when: 'today', from: '' })
  })

  it('asks the API for days of the calendar', () => {
    const asked = new URLSearchParams(apiQuery(readAsk({ when: 'weekend', city: 'חיפה' }), SUNDAY))
    expect([asked.get('filter[from]'), asked.get('filter[to]')]).toEqual(['2026-11-26', '2026-11-28'])
    expect(asked.get('filter[city]')).toBe('חיפה')
    const open = new URLSearchParams(apiQuery(readAsk({ from: '2026-12-10' }), SUNDAY))
    expect([open.get('filter[from]'), open.get('filter[to]')]).toEqual(['2026-12-10', null])
  })
})
