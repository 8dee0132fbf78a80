import type { BoxOfficeSale, BoxOfficeTicket } from '@kartis/contract/box-office.ts'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { TicketSlips } from './ticket-slips.tsx'

const ticket = (position: number, more: Partial<BoxOfficeTicket> = {}) => ({
  uuid: `ticket-${position}`,
  number: `100200-${position}`,
  name: 'כניסה רגילה',
  status: 'valid',
  price: 120,
  position,
  qr: { size: 41, path: 'M0 0h7v1h-7z' },
  ...more,
})

const saleOf = (tickets: readonly object[]) =>
  ({
    number: '100200',
    event: { name: 'לילה לבן', starts_at: '2026-12-17T19:00:00Z', timezone: 'Asia/Jerusalem', place: 'האנגר 11' },
    tickets_count: tickets.length,
    tickets,
  }) as unknown as BoxOfficeSale

describe('the slip of a ticket', () => {
  it('has the lane of each valid ticket, and none where the event has none', async () => {
    await renderApp(
      <TicketSlips
        sale={saleOf([ticket(1, { lane: 3 }), ticket(2, { lane: 1 }), ticket(3, { lane: 2, status: 'cancelled' })])}
      />,
      { messages: ['box-office'] },
    )
    expect(screen.getAllByText(/^תור \d$/).map(({ textContent }) => textContent)).toEqual(['תור 3', 'תור 1'])
  })

  it('says nothing of lanes where the event has none', async () => {
    await renderApp(<TicketSlips sale={saleOf([ticket(1)])} />, { messages: ['box-office'] })
    expect(screen.getByText('100200-1')).toBeTruthy()
    expect(screen.queryByText(/תור/)).toBeNull()
  })
})
