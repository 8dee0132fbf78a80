import { listDisputes } from '@kartis/contract/disputes.ts'
import { listPaymentTerminals } from '@kartis/contract/payment-terminals.ts'
import { listExceptions } from '@kartis/contract/reconciliation.ts'
import { listRefundTransfers } from '@kartis/contract/refund-transfers.ts'
import { listPayouts, listStatements } from '@kartis/contract/statements.ts'
import text from '@kartis/i18n/messages/he/money.json'
import { type BoundFunctions, type queries, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { signIn } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { json, stubServer } from '../../testing/server.ts'
import { MoneyTabs, type Tab } from './money-tabs.tsx'

const empty = (total = 0) => json({ data: [], meta: { current_page: 1, per_page: 1, last_page: 1, total } })

const show = async (tab: Tab, account: { own: boolean; statements?: number; differences?: number }) => {
  signIn()
  const server = stubServer()
  server.on(listStatements, () => empty(account.statements))
  server.on(listPayouts, () => empty())
  server.on(listPaymentTerminals, () => json({ data: { own: account.own, terminals: [], gateways: [] } }))
  server.on(listDisputes, () => empty())
  server.on(listExceptions, () => empty(account.differences))
  server.on(listRefundTransfers, () =>
    json({
      data: [],
      meta: { current_page: 1, per_page: 1, last_page: 1, total: 0 },
      summary: { received: 0, received_amount: 0, due_at: null },
    }),
  )
  await renderApp(<MoneyTabs tab={tab} />, { messages: ['money'], role: 'finance' })
  const groups = within(await screen.findByRole('navigation', { name: text.tabs.label }))
  await waitFor(() => expect(server.sentTo(listPaymentTerminals)).toHaveLength(1))
  return groups
}
const names = (list: BoundFunctions<typeof queries>) => list.getAllByRole('link').map(({ textContent }) => textContent)
const { group } = text.tabs

it('has no payouts for a producer whose money goes to terminals of its own', async () => {
  const groups = await show('balance', { own: true })
  expect(names(groups)).toEqual([group.balance, group.refunds, group.documents, group.exceptions])
})

it('has payouts where the installation collects, and where there was a statement once', async () => {
  for (const account of [{ own: false }, { own: true, statements: 1 }]) {
    const groups = await show('balance', account)
    expect(await groups.findByRole('link', { name: group.payouts })).toBeDefined()
    document.body.replaceChildren()
  }
})

it('shows the list that an address names, though it has nothing in it', async () => {
  const groups = await show('statements', { own: true })
  expect(groups.getByRole('link', { name: group.payouts }).getAttribute('aria-current')).toBe('page')
  const lists = within(screen.getByRole('navigation', { name: group.payouts }))
  expect(names(lists)).toEqual([text.tabs.statements, text.tabs.payouts])
  expect(lists.getByRole('link', { name: text.tabs.statements }).getAttribute('aria-current')).toBe('page')
})

it('counts what waits on the group, whose link leads to the list that has it', async () => {
  const groups = await show('balance', { own: true, differences: 3 })
  const link = await groups.findByRole('link', { name: new RegExp(`^${group.exceptions}.*: 3$`) })
  expect(link.getAttribute('href')).toBe('/money/differences')
})
