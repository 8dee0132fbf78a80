import type { AccountReport } from '@kartis/contract/reports.ts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { ReportChart } from './report-chart.tsx'

it('the chart counts sold tickets and placed orders: invitations are no sales', async () => {
  const day = {
    day: '2026-11-24',
    tickets: 14,
    invited_tickets: 2,
    orders: 9,
    invited_orders: 1,
    total_amount: 0,
    refunds_amount: 0,
  }
  const period = { from: '2026-11-24', to: '2026-11-24' }
  const report = { series: [day], grouped_by: 'day', period } as unknown as AccountReport
  await renderApp(<ReportChart report={report} onGroup={() => undefined} />, { messages: ['reports'] })
  const cells = within(screen.getByRole('table')).getAllByRole('cell')
  expect(cells.map((cell) => cell.textContent).slice(0, 2)).toEqual(['12', '8'])
})
