import type { RefundRun } from '@kartis/contract/refund-runs.ts'
import { moneyText } from '@kartis/i18n/format.ts'
import text from '@kartis/i18n/messages/he/refund-runs.json'
import summary from '@kartis/i18n/messages/he/summary.json'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { signIn } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { AfterCard } from './after-card.tsx'

const { after: messages } = text.screen

type After = NonNullable<RefundRun['payout_after']>

const AFTER: After = {
  orders_by_cc: { total_amount: 0, total_amount_regular: 0, total_amount_special: 0, total_amount_tourist: 0 },
  calculations: {
    handle_fee_cc: { regular: 0, special: 0, tourist: 0, total: 0 },
    handle_fee_cc_percent: { regular: 5, special: 5, tourist: 7.5 },
    handle_fee: 55.5,
    free_tickets: 37,
    fees_total: 55.5,
    vat_percent: 18,
    vat: 9.99,
    deductions_total: 65.49,
    neto_deposit: -65.49,
  },
  adjustments: { disputes: 0, disputes_lost: 0, handed_back: 0, corrections: 0 },
  after_start: true,
  settled_amount: null,
  since_amount: -65.49,
}

const run = (after: Partial<After>, change: Partial<RefundRun> = {}): RefundRun => ({
  uuid: '',
  event_uuid: '',
  event_name: 'לילה לבן',
  kind: 'cancelled',
  fees: 'return',
  state: 'previewed',
  deadline: null,
  message: '',
  created_at: '2026-11-28T08:00:00Z',
  prepared_by: 'נועה',
  approved_at: null,
  approved_by: null,
  finished_at: null,
  pause_reason: null,
  refund_due_at: null,
  preview: { orders: 2, tickets: 2, amount: 200, fee: 0, by_way: [], by_hand: [] },
  progress: [],
  payout_after: { ...AFTER, ...after },
  waiting: { orders: 0, amount: 0 },
  approval_needs: null,
  ...change,
})

const shown = async (of: RefundRun): Promise<string> => {
  signIn()
  await renderApp(<AfterCard run={of} />, { messages: ['refund-runs', 'summary'] })
  await screen.findByRole('heading')
  return document.body.textContent
}

beforeEach(() => {
  stubServer()
})

it('what is left after the refunds is a debt of the fees that stay, by kind', async () => {
  const page = await shown(run({}))
  expect(page).toContain(messages.debt.replace('{{amount}}', moneyText(65_49, 'he')))
  expect(page).toContain(messages.begun)
  expect(page).toContain(summary.ledger.tickets)
  expect(page).toContain(
    `${summary.ledger.tickets_of_other.replace('{{count}}', '37').replace('{{price}}', moneyText(1_50, 'he'))} · ${summary.ledger.tickets_begun}`,
  )
  expect(page).toContain(summary.ledger.vat)
  expect(page).not.toContain(summary.ledger.clearing)
})

it('what is left before the event has begun is nothing, and no fee stays', async () => {
  const calculations = { ...AFTER.calculations, handle_fee: 0, free_tickets: 0, fees_total: 0, vat: 0, neto_deposit: 0 }
  const page = await shown(run({ calculations, after_start: false, since_amount: 0 }))
  expect(page).toContain(messages.nothing)
  expect(page).not.toContain(messages.begun)
})

it('what an earlier statement has settled, and the next one takes back, stand below the sum', async () => {
  const page = await shown(run({ settled_amount: 762.57, since_amount: -828.06 }))
  expect(page).toContain(summary.ledger.settled_before)
  expect(page).toContain(moneyText(762_57, 'he'))
  expect(page).toContain('828.06')
})

it('a run that asks buyers says what is left if all of them choose a refund', async () => {
  expect(await shown(run({}, { kind: 'postponed' }))).toContain(messages.title_ask)
})
