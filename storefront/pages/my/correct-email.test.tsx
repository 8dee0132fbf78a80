import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storeToken } from '../../shared/session.ts'
import { inPage, type ReceivedRequest, refusal, serve } from '../../testing/serve.tsx'
import { CorrectEmail } from './correct-email.tsx'
import type { CustomerOrder } from './order-actions.tsx'

const ORDER = { uuid: 'o1', buyer: { name: 'Dana', phone: '050-123-4567', email: 'dana@gmial.con' } } as CustomerOrder

const onCorrected = vi.fn<(order: CustomerOrder, text: string) => void>()
const show = () => {
  const Page = inPage()
  return render(
    <Page>
      <CorrectEmail order={ORDER} onClose={() => undefined} onCorrected={onCorrected} />
    </Page>,
  ).container
}
const field = () => screen.getByLabelText<HTMLInputElement>('Email')
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const save = () => act(async () => screen.getByRole('button', { name: 'Save and send', hidden: true }).click())

let requests: ReceivedRequest[]
beforeEach(() => {
  storeToken('token')
  onCorrected.mockClear()
  Object.defineProperty(HTMLDialogElement.prototype, 'showModal', { value: () => undefined, configurable: true })
  Object.defineProperty(HTMLDialogElement.prototype, 'close', { value: () => undefined, configurable: true })
  requests = serve(() => ({ ...ORDER, token: 'new' }))
})
afterEach(() => vi.unstubAllGlobals())

describe('the dialog that corrects the e-mail address of an order', () => {
  it('names the present address, sends the new one, and says where the tickets went', async () => {
    expect(show().textContent).toContain('dana@gmial.con')
    type(' dana@gmail.com ')
    await save()
    expect(requests).toMatchObject([
      { method: 'PATCH', path: '/customer/orders/o1', body: { email: 'dana@gmail.com' } },
    ])
    expect(requests[0]?.headers.get('idempotency-key')).toBeTruthy()
    expect(onCorrected.mock.calls[0]?.[0].token).toBe('new')
    expect(onCorrected.mock.calls[0]?.[1]).toContain('dana@gmail.com')
  })

  it('sends nothing that is no address, and offers a correction of a slip', async () => {
    const dialog = show()
    await save()
    expect(field().getAttribute('aria-invalid')).toBe('true')
    type('dana@gmial.com')
    expect(dialog.textContent).toContain('dana@gmail.com')
    expect(requests).toEqual([])
  })

  it('asks once about an address that looks like a slip', async () => {
    show()
    type('dana@company.con')
    await save()
    expect(requests).toEqual([])
    expect(field().getAttribute('aria-invalid')).toBe('true')
    await save()
    expect(requests).toHaveLength(1)
  })

  it('says why the server refused', async () => {
    vi.unstubAllGlobals()
    requests = serve(() => refusal(409, 'order_state'))
    show()
    type('dana@gmail.com')
    await save()
    expect(screen.getByRole('alert', { hidden: true }).textContent).toContain('refused: order_state')
    expect(onCorrected).not.toHaveBeenCalled()
  })
})
