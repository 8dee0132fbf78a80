import { listDisputes } from '@kartis/contract/disputes.ts'
import { listExceptions } from '@kartis/contract/reconciliation.ts'
import { listRefundTransfers } from '@kartis/contract/refund-transfers.ts'
import text from '@kartis/i18n/messages/he/money.json'
import { moneyText } from '@kartis/i18n/format.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { signIn } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { json, stubServer } from '../../testing/server.ts'
import { WaitingCard } from './waiting-card.tsx'

const page = (total: number) => ({ current_page: 1, per_page: 1, total, last_page: 1 })

const show = async (disputes: readonly object[], differences: number, received: number) => {
  signIn()
  const server = stubServer()
  server.on(listDisputes, () => json({ data: disputes, meta: page(disputes.length) }))
  server.on(listExceptions, () => json({ data: [], meta: page(differences) }))
  const summary = { open: received, open_amount: 90, received, received_amount: 90, due_at: '2026-12-03T10:00:00Z' }
  server.on(listRefundTransfers, () => json({ data: [], meta: page(received), summary }))
  await renderApp(<WaitingCard />, { messages: ['money'] })
  await waitFor(() => expect(server.sentTo(listRefundTransfers)).toHaveLength(1))
}

it('what waits for the producer has its count, its sum and its day; disputes whose evidence was sent wait for the acquirer', async () => {
  await show(
    [
      { status: 'evidence_due', amount: 298, deadline: '2026-12-01' },
      { status: 'notified', amount: 2, deadline: '2026-11-30' },
      { status: 'sent', amount: 500, deadline: '2026-11-29' },
    ],
    3,
    1,
  )
  expect(await screen.findByText(text.waiting.disputes_two)).toBeDefined()
  const shown = document.body.textContent
  expect(shown).toContain(moneyText(300_00, 'he'))
  expect(shown).toContain('30 בנובמבר')
  expect(shown).toContain(text.waiting.transfers_one)
  expect(shown).toContain(text.waiting.differences_other.replace('{{count}}', '3'))
})

it('nothing is shown while nothing waits', async () => {
  await show([], 0, 0)
  expect(screen.queryByText(text.waiting.title)).toBeNull()
})
