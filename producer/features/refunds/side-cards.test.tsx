import type { RefundRun } from '@kartis/contract/refund-runs.ts'
import { dayLongText } from '@kartis/i18n/format.ts'
import text from '@kartis/i18n/messages/he/refund-runs.json'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { signIn } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { ClockCard } from './side-cards.tsx'

const { clock } = text.screen

const postponed = (progress: RefundRun['progress'], due: string | null = null): RefundRun => ({
  uuid: '',
  event_uuid: '',
  event_name: 'לילה לבן',
  kind: 'postponed',
  fees: 'return',
  state: 'running',
  deadline: '2026-12-20T20:00:00Z',
  message: '',
  created_at: '2026-11-28T08:00:00Z',
  prepared_by: 'נועה',
  approved_at: '2026-11-28T08:00:00Z',
  approved_by: 'דן',
  finished_at: null,
  pause_reason: null,
  refund_due_at: due,
  preview: { orders: 2, tickets: 2, amount: 200, fee: 0, by_way: [], by_hand: [] },
  progress,
  waiting: { orders: 0, amount: 0 },
  payout_after: null,
  approval_needs: null,
})
const planned = { state: 'planned' as const, orders: 1, amount: 100 }

beforeEach(() => {
  signIn()
  stubServer()
})

it('the clock of the law waits for the first choice of a refund', async () => {
  await renderApp(<ClockCard run={postponed([planned])} />, { messages: ['refund-runs'] })
  expect(await screen.findByText(clock.waiting)).toBeDefined()
})

it('the clock waits for no first choice once buyers who chose have their money back', async () => {
  const run = postponed([planned, { state: 'done', orders: 1, amount: 100 }])
  await renderApp(<ClockCard run={run} />, { messages: ['refund-runs'] })
  expect(await screen.findByText(clock.refunded)).toBeDefined()
  expect(screen.queryByText(clock.waiting)).toBeNull()
})

it('the clock says by when an open choice is to be refunded', async () => {
  const run = postponed([planned, { state: 'queued', orders: 1, amount: 100 }], '2026-12-12T20:00:00Z')
  await renderApp(<ClockCard run={run} />, { messages: ['refund-runs'] })
  expect(
    await screen.findByText(clock.text.replace('{{when}}', dayLongText('2026-12-12T20:00:00Z', 'he'))),
  ).toBeDefined()
})
