import type { Event } from '@kartis/contract/events.ts'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { EventCard } from './event-card.tsx'

const event = (more: Partial<Record<keyof Event, unknown>> = {}) =>
  ({
    uuid: 'e1',
    name: 'מופע הנמל',
    status: 'published',
    phase: 'selling',
    kind: 'tickets',
    starts_at: '2026-12-17T19:00:00Z',
    ends_at: '2026-12-17T21:00:00Z',
    timezone: 'Asia/Jerusalem',
    address: { description: 'האנגר 11', street: '', street_number: '', city: 'תל אביב-יפו' },
    address_description: 'האנגר 11',
    address_city: 'תל אביב-יפו',
    attachments: [],
    sales: null,
    can: { scan: false },
    missing: [],
    ...more,
  }) as unknown as Event

const show = (shown: Event) => renderApp(<EventCard event={shown} />, { messages: ['home', 'states'] })

describe('the card of an event', () => {
  it('links to it with its banner, name, day, hour and place', async () => {
    const attachments = [{ uuid: 'a1', slot: 'banner_card', url: '/files/a1.webp', colors: ['#123456'] }]
    await show(event({ attachments }))
    const card = screen.getByRole('link')
    expect(card.getAttribute('href')).toBe('/events/e1')
    expect(card.querySelector('img')?.getAttribute('src')).toBe('/files/a1.webp?w=640')
    for (const text of ['מופע הנמל', 'יום חמישי, 17 בדצמבר 2026', '21:00', 'תל אביב-יפו'])
      expect(card.textContent).toContain(text)
  })

  it('has artwork of ours where the event has no banner', async () => {
    await show(event())
    expect(screen.getByRole('link').querySelector('img')).toBeNull()
    expect(screen.getByRole('link').querySelector('svg')).not.toBeNull()
  })
})
