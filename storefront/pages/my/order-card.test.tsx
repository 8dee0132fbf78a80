import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { inPage } from '../../testing/serve.tsx'
import type { CustomerOrder } from './order-actions.tsx'
import { OrderCard } from './order-card.tsx'

const ticket = (uuid: string, status: 'valid' | 'cancelled') => ({
  uuid,
  status,
  name: 'Standard',
  number: `100-${uuid}`,
  price: 134.1,
  redemption: 'pending',
})
const order = (states: readonly ('valid' | 'cancelled')[], change: Partial<CustomerOrder>) =>
  ({
    uuid: 'o1',
    buyer: { name: null, phone: null, email: null },
    number: '100',
    token: 'key',
    status: 'paid',
    status_label: 'Paid',
    items: [{ quantity: states.length }],
    tickets: states.map((state, place) => ticket(String(place), state)),
    total_amount: 268.2,
    refunded_amount: 0,
    paid_at: '2099-01-01T10:00:00Z',
    event: {
      uuid: 'e1',
      slug: 'show',
      name: 'Show',
      starts_at: '2099-02-01T18:00:00Z',
      ends_at: '2099-02-01T20:00:00Z',
      timezone: 'Asia/Jerusalem',
      banner: null,
      colors: null,
      cancelled: false,
      address_description: '',
      address_street: '',
      address_street_number: '',
      address_city: 'Haifa',
    },
    cancellation: { reason: null, last_day: null, allowed_now: false },
    ...change,
  }) as unknown as CustomerOrder

const show = (shown: CustomerOrder) => {
  const Page = inPage()
  return render(
    <Page>
      <OrderCard order={shown} onChange={() => undefined} />
    </Page>,
  ).container
}

describe('an own order', () => {
  it('that cost nothing says so in words', () => {
    const card = show(order(['valid'], { total_amount: 0 }))
    expect(card.textContent).toContain('Free')
    expect(card.textContent).not.toContain('0.00')
  })

  it('of which one ticket was cancelled says how many are valid, what was paid and what was refunded', () => {
    const card = show(order(['valid', 'cancelled'], { status: 'partially_refunded', refunded_amount: 127.4 }))
    for (const text of ['One valid ticket', 'One ticket cancelled', 'Paid ₪268.20', 'Refund of ₪127.40'])
      expect(card.textContent).toContain(text)
    expect(screen.getByRole('link', { name: 'Tickets' })).toBeTruthy()
  })

  it('whose tickets were all cancelled says so, and offers no tickets', () => {
    const card = show(order(['cancelled', 'cancelled'], { status: 'refunded', refunded_amount: 254.8 }))
    expect(card.textContent).toContain('Order cancelled')
    expect(screen.queryByRole('link', { name: 'Tickets' })).toBeNull()
  })
})
