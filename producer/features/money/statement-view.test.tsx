import { type Payout, showPayout, listStatements, showStatement } from '@kartis/contract/statements.ts'
import { dayText, momentText } from '@kartis/i18n/format.ts'
import text from '@kartis/i18n/messages/he/money.json'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { signIn } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { json, stubServer } from '../../testing/server.ts'
import { StatementView } from './statement-view.tsx'

const [STATEMENT, FIRST, SECOND] = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`)
const MADE = '2026-11-18T09:00:00Z'
const REISSUED = '2026-11-29T09:00:00Z'

const first: Payout = {
  uuid: FIRST ?? '',
  status: 'returned',
  amount: 100,
  statement_uuid: STATEMENT ?? '',
  statement_number: 1,
  due_at: MADE,
  drafted_at: MADE,
  approved_at: '2026-11-19T09:00:00Z',
  exported_at: '2026-11-20T09:00:00Z',
  sent_at: '2026-11-22T09:00:00Z',
  confirmed_at: null,
  returned_at: '2026-11-25T09:00:00Z',
  return_reason: 'חשבון סגור',
  reference: '4417',
  reissue_of: null,
  reissued_as: SECOND ?? '',
}
const second: Payout = {
  ...first,
  uuid: SECOND ?? '',
  status: 'draft',
  drafted_at: REISSUED,
  approved_at: null,
  exported_at: null,
  sent_at: null,
  returned_at: null,
  return_reason: null,
  reference: '',
  reissue_of: FIRST ?? '',
  reissued_as: null,
}

it('a statement has its own date and the returned payout beside the one that issues it again', async () => {
  signIn()
  const server = stubServer()
  server.on(showStatement, () =>
    json({
      data: {
        uuid: STATEMENT,
        number: 1,
        made_at: MADE,
        opening_balance: 0,
        closing_balance: 50,
        hash: 'ab',
        previous_hash: null,
        payout: { uuid: SECOND, status: 'draft', amount: 100 },
        lines: [],
        arrivals: [],
        cards: [],
        by_means: [{ means: 'bit', sales_amount: 100 }],
        promised_refunds: [],
      },
    }),
  )
  server.on(showPayout, ({ path }) => json({ data: path.includes(FIRST ?? '') ? first : second }))
  server.on(listStatements, () =>
    json({ data: [{ uuid: SECOND, number: 2 }], meta: { current_page: 1, last_page: 2, total: 2 } }),
  )
  await renderApp(<StatementView uuid={STATEMENT ?? ''} />, {
    messages: ['money', 'statements', 'summary'],
    role: 'owner',
  })

  const returned = text.steps.returned.replace('{{day}}', dayText('2026-11-25', 'he'))
  expect(await screen.findByText(returned.replace('{{reason}}', 'חשבון סגור'))).toBeDefined()
  for (const day of [MADE, '2026-11-19', '2026-11-20', REISSUED])
    expect(screen.getAllByText(dayText(day, 'he')).length).toBeGreaterThan(0)
  expect(screen.getAllByText(text.steps.drafted)).toHaveLength(1)
  expect(screen.getByText(text.steps.reissued)).toBeDefined()
  const made = text.statements.made_at.replace('{{moment}}', momentText(MADE, 'he'))
  expect(screen.getByText(made, { exact: false })).toBeDefined()
  expect(await screen.findByText('Bit')).toBeDefined()
  // The next statement exists: what stayed has gone into it.
  const moved = text.statements.moved.replace('{{number}}', '2')
  expect(await screen.findByText(moved, { exact: false })).toBeDefined()
})
