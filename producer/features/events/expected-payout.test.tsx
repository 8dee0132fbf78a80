import { showEvent } from '@kartis/contract/events.ts'
import money from '@kartis/i18n/messages/he/money.json'
import { moneyText } from '@kartis/i18n/format.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { signIn } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { json, stubServer } from '../../testing/server.ts'
import { ExpectedPayout } from './expected-payout.tsx'

/** An event with so much by regular and by foreign cards, at 5% and 7.5%. */
const shown = async (regular: number, tourist: number, net: number): Promise<string> => {
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
      orders_by_cc: {
        total_amount: total,
        total_amount_regular: regular,
        total_amount_special: 0,
        total_amount_tourist: tourist,
      },
    },
    calculations: {
      handle_fee_cc: fees,
      handle_fee: 0,
      free_tickets: 0,
      fees_total: fees.total,
      vat: 0,
      vat_percent: 18,
      neto_deposit: net,
    },
    payout: { due_at: '2026-12-08T20:00:00Z' },
  }
  const contract = {
    handle_fee_cc_percent: 5,
    handle_fee_cc_special_percent: 6,
    handle_fee_cc_tourist_percent: 7.5,
  }
  stubServer().on(showEvent, () => json({ data: { uuid: 'event-1', report, accounts_contract: contract } }))
  await renderApp(<ExpectedPayout uuid="event-1" zone="Asia/Jerusalem" />, { messages: ['money', 'summary'] })
  await screen.findByText(money.expected.title)
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
