import { listStatements, type Statement } from '@kartis/contract/statements.ts'
import components from '@kartis/i18n/messages/he/components.json'
import text from '@kartis/i18n/messages/he/money.json'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { json, refusal, stubServer } from '../../testing/server.ts'
import { StatementsView } from './statements-view.tsx'

let server: ReturnType<typeof stubServer>

beforeEach(() => {
  signIn()
  server = stubServer()
})

const STATEMENT: Statement = {
  uuid: '0193b9a4-0000-7000-8000-000000000001',
  number: 7,
  made_at: '2026-11-20T08:00:00Z',
  opening_balance: 0,
  closing_balance: 0,
  hash: 'f'.repeat(64),
  previous_hash: null,
  payout: null,
}

const reply = (data: readonly Statement[]) =>
  json({ data, meta: { current_page: 1, per_page: 20, total: data.length, last_page: 1 } })

const name = text.statements.name.replace('{{number}}', '7')

describe('a list of the money area', () => {
  it('says that it is loading until its rows are there', async () => {
    let answer: () => void = () => undefined
    const waiting = new Promise<void>((resolve) => (answer = resolve))
    server.on(listStatements, async () => {
      await waiting
      return reply([STATEMENT])
    })
    await renderApp(<StatementsView />, { messages: ['money'] })
    expect(await screen.findByText(components.loading)).toBeDefined()
    expect(screen.queryByText(text.statements.empty)).toBeNull()
    answer()
    expect(await screen.findByText(name)).toBeDefined()
    expect(screen.queryByText(components.loading)).toBeNull()
  })

  it('says why it has no rows', async () => {
    server.on(listStatements, () => reply([]))
    await renderApp(<StatementsView />, { messages: ['money'] })
    expect(await screen.findByText(text.statements.empty)).toBeDefined()
  })

  it('offers to load again after an error', async () => {
    server.on(listStatements, () => refusal('forbidden', 403))
    await renderApp(<StatementsView />, { messages: ['money'] })
    const again = await screen.findByRole('button', { name: components.error.retry })
    server.on(listStatements, () => reply([STATEMENT]))
    fireEvent.click(again)
    expect(await screen.findByText(name)).toBeDefined()
  })
})
