import type { PublicEvent } from '@kartis/contract/public-events.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { describe, expect, it } from 'vitest'
import { sentencesOf } from './event-sentences.ts'

const NOW = new Date('2026-11-30T09:00:00Z')

const noteOf = (type: object, lang: Lang = 'he', now = NOW) => {
  const event = {
    timezone: 'Asia/Jerusalem',
    starts_at: '2026-12-17T19:00:00Z',
    ends_at: '2026-12-17T22:00:00Z',
    moved_from: null,
    settings: {},
    events_tickets: [{ uuid: 't1', sale_state: 'on_sale', sale_starts_at: null, sale_ends_at: null, ...type }],
  } as unknown as PublicEvent
  return sentencesOf(event, lang, now).notes['t1']
}

describe('the note of a ticket type', () => {
  it('says until which day its sale is open, in every language', () => {
    const early = { sale_ends_at: '2026-12-10T21:59:00Z' }
    expect(noteOf(early)).toBe('עד 10 בדצמבר')
    expect(noteOf(early, 'en')).toBe('Until 10 December')
    expect(noteOf(early, 'ar')).toMatch(/^حتى 10 /)
    // midnight ends the day before
    expect(noteOf({ sale_ends_at: '2026-12-10T22:00:00Z' })).toBe('עד 10 בדצמבר')
  })

  it('names the time of a sale that ends within a day, and the year of one that is far', () => {
    expect(noteOf({ sale_ends_at: '2026-12-10T12:00:00Z' })).toBe('עד 10 בדצמבר, 14:00')
    expect(noteOf({ sale_ends_at: '2026-12-10T21:59:00Z' }, 'he', new Date('2025-11-30'))).toContain('2026')
  })

  it('is empty without an end, with one that the event brings itself, and where the sale is over', () => {
    expect(noteOf({})).toBe('')
    expect(noteOf({ sale_ends_at: '2026-12-17T19:00:00Z' })).toBe('')
    expect(noteOf({ sale_state: 'ended', sale_ends_at: '2026-11-20T21:59:00Z' })).toBe('')
  })

  it('says when a sale opens that is still closed', () => {
    expect(noteOf({ sale_state: 'not_started', sale_starts_at: '2026-12-01T08:00:00Z' })).toContain('המכירה נפתחת ב')
  })
})
