import type { AccountReport } from '@kartis/contract/reports.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { ReportTypes } from './report-types.tsx'

it('the bar of a ticket type says what it is a share of: the revenue, not the tickets', async () => {
  const line = { name: 'VIP', count: 1, free: 0, invited: 0, total_amount: 60 }
  const report = {
    ticket_types: [line, { ...line, name: 'רגיל', count: 9, total_amount: 40 }],
    other_ticket_types: null,
    sales: { current: { total_amount: 100 } },
    retained_amount: 0,
  } as unknown as AccountReport
  await renderApp(<ReportTypes report={report} />, { messages: ['reports'] })
  const labels = screen
    .getAllByRole('meter')
    .map((bar) => bar.getAttribute('aria-label')?.replaceAll(/[\u2066-\u2069]/gu, ''))
  expect(labels).toEqual(['VIP: 60% מההכנסות', 'רגיל: 40% מההכנסות'])
})
