import { type DisputableCharge, listDisputableCharges } from '@kartis/contract/disputes.ts'
import { moneyText } from '@kartis/i18n/format.ts'
import text from '@kartis/i18n/messages/he/disputes.json'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { signIn } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { json, stubServer } from '../../testing/server.ts'
import { ReportDispute } from './report-dispute.tsx'

const { report } = text.screen

const charge = (uuid: string, amount: number, at: string): DisputableCharge => ({
  payment_uuid: uuid,
  amount,
  refunded_amount: 0,
  last4: '4242',
  paid_at: at,
  installments: 1,
})

/** The dialog with the number of an order typed and left. */
const dialogFor = async (charges: readonly DisputableCharge[]) => {
  signIn()
  const server = stubServer()
  server.on(listDisputableCharges, () =>
    json({ data: charges, meta: { total: charges.length, current_page: 1, per_page: 50, last_page: 1 } }),
  )
  await renderApp(<ReportDispute />, { messages: ['disputes', 'validation'] })
  fireEvent.click(await screen.findByRole('button', { name: report.open }))
  const order = await screen.findByRole('textbox', { name: report.order })
  fireEvent.change(order, { target: { value: '100321' } })
  fireEvent.blur(order)
  fireEvent.change(screen.getByRole('textbox', { name: report.reference }), { target: { value: 'A1' } })
}

it('two charges on one card are distinguished by amount and time, and one must be chosen', async () => {
  await dialogFor([charge('one', 298, '2026-11-12T12:05:00Z'), charge('two', 149, '2026-11-12T12:09:00Z')])
  const select = await screen.findByRole('combobox', { name: report.charge })
  const options = [...select.querySelectorAll('option')].slice(1).map(({ textContent }) => textContent)
  expect(options[0]).toContain(moneyText(298_00, 'he'))
  expect(options[0]).toContain('14:05')
  expect(options[1]).toContain(moneyText(149_00, 'he'))
  expect(options[1]).toContain('14:09')
  fireEvent.click(screen.getByRole('button', { name: report.go }))
  expect(await screen.findByText(report.charge_required)).toBeDefined()
})

it('an order with one charge shows it, and asks for no digits', async () => {
  await dialogFor([charge('one', 298, '2026-11-12T12:05:00Z')])
  await waitFor(() => expect(document.body.textContent).toContain(moneyText(298_00, 'he')))
  expect(screen.queryByRole('combobox', { name: report.charge })).toBeNull()
  expect(screen.queryByRole('textbox', { name: new RegExp(report.last4) })).toBeNull()
})
