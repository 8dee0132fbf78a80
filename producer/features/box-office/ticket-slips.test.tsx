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

  it('has the seat of each valid ticket: floor, section, row, number and gate, and none where places are not numbered', async () => {
    const seat = { section: 'יציע ימין', row: 'ט״ו', number: '12' }
    await renderApp(
      <TicketSlips
        sale={saleOf([
          ticket(1, { seat: { ...seat, uuid: 's1', floor: 'קומה 2', gate: 'שער 5' } as never }),
          ticket(2, { seat: { ...seat, uuid: 's2', number: '13', floor: 'יציע ימין' } as never }),
          ticket(3, { seat: { ...seat, uuid: 's3', number: '14' } as never, status: 'cancelled' }),
          ticket(4),
        ])}
      />,
      { messages: ['box-office'] },
    )
    const slips = screen.getAllByText(/^100200-\d$/u).map((number) => number.closest('section'))
    const seats = slips.map((slip) =>
      [...(slip?.querySelectorAll('b[dir=auto]') ?? [])].map(({ textContent }) =>
        textContent?.replaceAll(/[\u2066-\u2069]/gu, ''),
      ),
    )
    expect(slips).toHaveLength(3)
    expect(seats).toEqual([['קומה 2, יציע ימין · שורה ט״ו · כיסא 12 · שער 5'], ['יציע ימין · שורה ט״ו · כיסא 13'], []])
  })

  it('says nothing of lanes where the event has none', async () => {
    await renderApp(<TicketSlips sale={saleOf([ticket(1)])} />, { messages: ['box-office'] })
    expect(screen.getByText('100200-1')).toBeTruthy()
    expect(screen.queryByText(/תור/)).toBeNull()
  })
})
