import { showEvent } from '@kartis/contract/events.ts'
import money from '@kartis/i18n/messages/he/money.json'
import summary from '@kartis/i18n/messages/he/summary.json'
import { moneyText } from '@kartis/i18n/format.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { signIn } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { json, stubServer } from '../../testing/server.ts'
import { ExpectedPayout } from './expected-payout.tsx'

/** An event with so much by regular and by foreign cards, at 5% and 7.5%. */
const shown = async (
  regular: number,
  tourist: number,
  net: number,
  adjustments = {},
  { free = 0, ...event }: { free?: number; cancelled_at?: string } = {},
): Promise<string> => {
  signIn()
  const total = regular + tourist
  const fees = {
    regular: regular * 0.05,
    special: 0,
    tourist: tourist * 0.075,
    total: regular * 0.05 + tourist * 0.075,
  }
  const report = {
    totals: {
      orders: { total_amount: total },
      sales: { gross: total, discounts: 0, refunds: 0, revenue: total },
      orders_by_cc: {
        total_amount: total,
        total_amount_regular: regular,
        total_amount_special: 0,
        total_amount_tourist: tourist,
      },
    },
    calculations: {
      handle_fee_cc: fees,
      handle_fee_cc_percent: { regular: 5, special: 6, tourist: 7.5 },
      handle_fee: free * 1.5,
      free_tickets: free,
      fees_total: fees.total + free * 1.5,
      vat: 0,
      vat_percent: 18,
      neto_deposit: net,
    },
    adjustments: { disputes: 0, disputes_lost: 0, handed_back: 0, corrections: 0, ...adjustments },
    payout: { due_at: '2026-12-08T20:00:00Z', statement: null },
  }
  stubServer().on(showEvent, () =>
    json({ data: { uuid: 'event-1', starts_at: '2026-11-20T18:00:00Z', cancelled_at: null, report, ...event } }),
  )
  await renderApp(<ExpectedPayout uuid="event-1" zone="Asia/Jerusalem" />, { messages: ['money', 'summary'] })
  await screen.findByRole('heading')
  await waitFor(() => expect(document.body.textContent).toContain(moneyText(net * 100, 'he')))
  return document.body.textContent
}

it('the expected payout names the rate of each kind of card that was used, and what it is taken of', async () => {
  const text = await shown(1000, 200, 1135)
  expect(text).toMatch(/רגיל: 5% מתוך .*1,000\.00/)
  expect(text).toMatch(/7\.5% מתוך .*200\.00/)
  expect(text).not.toContain('6%')
  expect(text).toContain('8 בדצמבר')
})

it('the expected payout names no day where nothing would be transferred', async () => {
  expect(await shown(100, 0, -5)).not.toContain('8 בדצמבר')
})

it('the expected payout has lines for disputed charges and refunds by hand, which are in its sum', async () => {
  const text = await shown(1000, 0, 1016, { disputes: -290, disputes_lost: 0, handed_back: 356 })
  expect(text).toContain(summary.ledger.disputes)
  expect(text).toContain('290.00')
  expect(text).toContain(summary.ledger.handed_back)
  expect(text).not.toContain(summary.ledger.corrections)
})

it('what is left of an event that was cancelled after it had begun says why its free tickets have a fee', async () => {
  const text = await shown(0, 0, -55.5, {}, { free: 37, cancelled_at: '2026-11-20T18:00:00Z' })
  expect(text).toContain(money.expected.cancelled_title)
  expect(text).toContain(money.expected.cancelled_debt)
  expect(text).toContain(summary.ledger.tickets_stay)
})

it('an event that was cancelled before it began has no such reason', async () => {
  const text = await shown(100, 0, 93.5, {}, { free: 1, cancelled_at: '2026-11-20T17:59:59Z' })
  expect(text).toContain(money.expected.cancelled)
  expect(text).not.toContain(summary.ledger.tickets_stay)
})
