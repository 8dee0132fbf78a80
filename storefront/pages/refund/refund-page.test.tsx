import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inPage, serve } from '../../testing/serve.tsx'
import { RefundPage } from './refund-page.tsx'

const TOKEN = 'x'.repeat(43)
const REQUEST = {
  event_name: 'Evening',
  order_number: '101081',
  amount: 137,
  status: 'requested',
  due_at: '2026-12-11T10:00:00Z',
  open: true,
  received_at: null,
  account_tail: null,
  producer_name: 'Harbour Productions',
}

const fill = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const send = (name = 'Save the account') => fireEvent.click(screen.getByRole('button', { name }))
const fillAll = (account: string) => {
  fill(/^Bank$/, '12')
  fill(/Branch number/, '605')
  fill(/Account number/, account)
  fill(/Account holder/, 'Dana Levi')
}

beforeEach(() => {
  window.location.hash = `#token=${TOKEN}`
})
afterEach(() => {
  window.location.hash = ''
  vi.unstubAllGlobals()
})

describe('the form for the bank account of a refund', () => {
  it('is not sent with a gap, and the cursor goes to the first one', async () => {
    const requests = serve(() => REQUEST)
    render(<RefundPage />, { wrapper: inPage() })
    await screen.findByRole('heading', { name: 'Where should the refund go?' })
    send()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Bank$/)))
    expect(requests.map(({ path }) => path)).toEqual(['/public/refund_transfers/show'])
  })

  it('asks once about a number that cannot exist, and then takes it', async () => {
    const requests = serve(({ path }) =>
      path.endsWith('details') ? { ...REQUEST, status: 'received', account_tail: '3457' } : REQUEST,
    )
    render(<RefundPage />, { wrapper: inPage() })
    await screen.findByRole('heading', { name: 'Where should the refund go?' })
    fillAll('123457')
    send()
    await screen.findByText(/does not fit bank and branch/)
    send('The numbers are right, save')
    await screen.findByRole('heading', { name: 'Bank details received' })
    expect(requests.at(-1)?.body).toEqual({
      token: TOKEN,
      holder_name: 'Dana Levi',
      bank_number: 12,
      bank_branch_number: '605',
      bank_account_number: '123457',
    })
  })

  it('says that a link without a token does not work, and asks nothing', async () => {
    window.location.hash = ''
    const requests = serve(() => REQUEST)
    render(<RefundPage />, { wrapper: inPage() })
    await screen.findByRole('heading', { name: 'This link does not work' })
    expect(requests).toEqual([])
  })
})
