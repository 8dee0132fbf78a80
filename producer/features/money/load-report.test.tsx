import { listPaymentTerminals } from '@kartis/contract/payment-terminals.ts'
import { loadGatewayReport } from '@kartis/contract/reconciliation.ts'
import text from '@kartis/i18n/messages/he/money.json'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { signIn } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { json, stubServer } from '../../testing/server.ts'
import { LoadReport } from './load-report.tsx'

const labels = text.differences.load
const terminal = (uuid: string, name: string, gateway = 'tranzila') => ({ uuid, name, gateway, status: 'active' })

const show = async (terminals: readonly object[], reply: () => Response) => {
  signIn()
  const server = stubServer()
  server.on(listPaymentTerminals, () => json({ data: { own: true, terminals, gateways: [] } }))
  server.on(loadGatewayReport, reply)
  const { container } = await renderApp(<LoadReport />, { messages: ['money', 'terminals'], role: 'finance' })
  const choose = async () => {
    await screen.findByText(labels.title)
    const input = container.ownerDocument.querySelector('input[type=file]')
    if (!(input instanceof HTMLInputElement)) throw new Error('no input')
    await userEvent.upload(input, new File(['ref,amount,day'], 'report.csv', { type: 'text/csv' }))
  }
  return { server, choose }
}

const loaded = (other: object) => () =>
  json({
    data: {
      rows_count: 3,
      new_count: 2,
      from: '2026-11-23',
      until: '2026-11-24',
      compared_until: '2026-11-24',
      ...other,
    },
  })

it('says how many rows were read, and how many differences they leave', async () => {
  const { server, choose } = await show([terminal('t1', 'shop')], loaded({ differences_count: 1 }))
  await choose()
  expect(await screen.findByText(/נקראו 3 שורות, חדשות מתוכן: 2\./)).toBeDefined()
  expect(screen.getByText(/הפרשים בין 23 בנובמבר 2026 ל־24 בנובמבר 2026: 1\./)).toBeDefined()
  const sent = server.sentTo(loadGatewayReport)[0]?.body
  expect(sent instanceof FormData && sent.get('terminal_uuid')).toBe('t1')
})

it('names the row and the column that cannot be read, and what stands there', async () => {
  const detail = { file: ['report_line'], problem: 'not_readable', line: 4, column: 'amount', text: '4o' }
  const refused = { error: { code: 'validation', description: 'שגיאה', detail } }
  const { choose } = await show([terminal('t1', 'shop')], () => json(refused, 422))
  await choose()
  expect(await screen.findByText(/בשורה 4 אי אפשר לקרוא את העמודה סכום\./)).toBeDefined()
  expect(screen.getByText('4o')).toBeDefined()
})

it('asks which terminal it is of where there are several', async () => {
  const terminals = [terminal('t1', 'shop'), terminal('t2', 'hall')]
  const { server, choose } = await show(terminals, loaded({ differences_count: 0, compared_until: null }))
  await userEvent.selectOptions(await screen.findByLabelText(labels.terminal), 't2')
  await choose()
  expect(await screen.findByText(new RegExp(labels.later))).toBeDefined()
  const sent = server.sentTo(loadGatewayReport)[0]?.body
  expect(sent instanceof FormData && sent.get('terminal_uuid')).toBe('t2')
})

it('tells terminals of two gateways apart that have the same name', async () => {
  await show([terminal('t1', '1000', 'cardcom'), terminal('t2', '1000', 'payplus')], loaded({}))
  await screen.findByLabelText(labels.terminal)
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['CardCom 1000', 'PayPlus 1000']),
  )
})

it('is not there for an account whose payments go to the terminals of the installation', async () => {
  const { server } = await show([], loaded({}))
  await waitFor(() => expect(server.sentTo(listPaymentTerminals)).toHaveLength(1))
  expect(screen.queryByText(labels.title)).toBeNull()
})
