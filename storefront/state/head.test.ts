import type { PublicEvent } from '@kartis/contract/public-events.ts'
import { describe, expect, it } from 'vitest'
import { eventJsonLd, plainText } from './head.ts'

describe('plainText', () => {
  it('takes the text out of HTML', () => {
    expect(plainText('<p>Rock &amp; roll</p>\n<p>at&nbsp;8</p>')).toBe('Rock & roll at 8')
  })

  it('shortens at a word, with an ellipsis', () => {
    expect(plainText('one two three four', 10)).toBe('one two…')
    expect(plainText('one two', 10)).toBe('one two')
  })
})

describe('eventJsonLd', () => {
  const ticketType = { name: 'Standard', price: 149, sale_state: 'on_sale', sale_starts_at: null }
  const event = {
    name: 'Concert',
    description: '<p>Text</p>',
    starts_at: '2026-12-17T19:00:00Z',
    ends_at: '2026-12-17T21:00:00Z',
    settings: {},
    address_description: '',
    address_city: 'Haifa',
    address_street: 'Port',
    address_street_number: '3',
    organiser: { name: 'Stage' },
    artists: [],
    events_tickets: [ticketType, { ...ticketType, name: 'Closed', sale_state: 'ended' }],
  } as unknown as PublicEvent

  it('names place, price and availability as schema.org does', () => {
    expect(eventJsonLd(event, 'en', 'https://x/order/c', undefined)).toMatchObject({
      '@type': 'Event',
      location: { name: 'Haifa', address: { streetAddress: 'Port 3', addressLocality: 'Haifa' } },
      offers: [{ name: 'Standard', price: '149.00', priceCurrency: 'ILS', availability: 'https://schema.org/InStock' }],
    })
  })
})
