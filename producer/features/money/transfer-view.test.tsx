import { type RefundTransfer, showRefundTransfer } from '@kartis/contract/refund-transfers.ts'
import text from '@kartis/i18n/messages/he/refund-transfers.json'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { signIn } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { json, stubServer } from '../../testing/server.ts'
import { TransferView } from './transfer-view.tsx'

const UUID = '11111111-0000-4000-8000-000000000000'
const MADE = '2026-11-18T09:00:00Z'

const transfer: RefundTransfer = {
  uuid: UUID,
  event_uuid: UUID,
  event_name: 'ערב',
  order_uuid: UUID,
  order_number: '101081',
  buyer_name: 'דנה לוי',
  amount: 100,
  status: 'exported',
  requested_at: MADE,
  reminders: 0,
  due_at: MADE,
  bank: {
    holder_name: 'דנה לוי',
    bank_number: 12,
    bank_branch_number: '605',
    bank_account_number: '409317',
    check: 'valid',
  },
  received_at: MADE,
  file: { uuid: UUID, number: 1 },
  exported_at: MADE,
  paid_by: 'producer',
  done_at: null,
  note: null,
}

const opened = async (paidBy: RefundTransfer['paid_by']) => {
  signIn()
  stubServer().on(showRefundTransfer, () => json({ data: { ...transfer, paid_by: paidBy } }))
  await renderApp(<TransferView uuid={UUID} />, { messages: ['money', 'refund-transfers', 'signup'], role: 'owner' })
  await screen.findByText(text.screen.holder)
}

const isShown = (...texts: readonly string[]): boolean[] => texts.map((each) => screen.queryAllByText(each).length > 0)
const TO_PAY = [text.screen.account, '409317', text.screen.download.replace('{{number}}', '1'), text.screen.note]

it('a refund that stands in a file of the operator has nothing to pay with, and says who pays', async () => {
  await opened('operator')
  expect(isShown(text.screen.operator_pays, text.screen.ask_again)).toEqual([true, true])
  expect(isShown(...TO_PAY, text.screen.mark_done)).toEqual(TO_PAY.map(() => false).concat(false))
})

it('a refund in a file of the producer has the account, the file and the note', async () => {
  await opened('producer')
  expect(isShown(text.screen.operator_pays)).toEqual([false])
  expect(isShown(...TO_PAY)).toEqual(TO_PAY.map(() => true))
})
