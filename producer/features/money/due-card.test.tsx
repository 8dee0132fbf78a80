import { type Balance, listStatements, showBalance } from '@kartis/contract/statements.ts'
import text from '@kartis/i18n/messages/he/money.json'
import { dayText, moneyText } from '@kartis/i18n/format.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { json, stubServer } from '../../testing/server.ts'
import { DueCard } from './due-card.tsx'
import { StatementsView } from './statements-view.tsx'

const event = (name: string, due: string, status: 'pending' | 'payable'): Balance['by_event'][number] => ({
  event_uuid: name,
  name,
  ends_at: due,
  due_at: due,
  status,
  sales_amount: 100,
  deductions_amount: 0,
  fees: { clearing: 0, tickets: 0, vat: 0 },
  free_tickets: 0,
  cancelled_after_start: false,
  other_amount: 0,
  adjustments: { disputes: 0, disputes_lost: 0, handed_back: 0, corrections: 0 },
  net_amount: 100,
})
const [PASSED, TO_COME] = ['2026-11-17T20:00:00Z', '2026-12-08T20:00:00Z']

beforeEach(() => {
  signIn()
  const server = stubServer()
  const parts = {
    opening_balance: 0,
    account_amount: 0,
    events_amount: 100,
    reserve: 0,
    promised_refunds: 0,
    disputes: 0,
    payouts: [],
    ledger: { payable: 200, in_transit: 0, disputes: 0, fees_to_come: 0 },
    arrivals: [],
  }
  server.on(showBalance, () =>
    json({
      data: {
        as_of: '2026-11-28T08:00:00Z',
        payable: 100,
        pending: 100,
        reserved: 0,
        available: 100,
        parts: { ...parts, not_arrived: 0, bank: '10-805-****4471' },
        by_event: [event('א', PASSED, 'payable'), event('ב', TO_COME, 'pending')],
        other_events: 0,
      },
    }),
  )
  server.on(listStatements, () => json({ data: [], meta: { current_page: 1, per_page: 20, total: 0, last_page: 1 } }))
})

const since = text.due.since.replace('{{day}}', dayText(PASSED, 'he'))

describe('when a producer is paid', () => {
  it('is a day from which on a sum can be transferred, and stays that day once it has passed', async () => {
    await renderApp(<DueCard />, { messages: ['money'] })
    expect(await screen.findByText(since)).toBeDefined()
    expect(screen.getByText(text.due.from.replace('{{day}}', dayText(TO_COME, 'he')))).toBeDefined()
    expect(screen.getByText(text.due.no_day, { exact: false })).toBeDefined()
  })

  it('is said with the same text above the statements, which name no day for the next one', async () => {
    await renderApp(<StatementsView />, { messages: ['money'] })
    await waitFor(() => {
      const note = document.body.textContent
      for (const part of [moneyText(100_00, 'he'), since, text.balance.with_statement, text.due.no_day])
        expect(note).toContain(part)
    })
  })
})
