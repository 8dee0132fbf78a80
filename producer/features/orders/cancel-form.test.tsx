import { cancelOrder, type Order, updateOrder } from '@kartis/contract/orders.ts'
import text from '@kartis/i18n/messages/he/orders.json'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { signIn } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { json, refusal, type StubServer, stubServer } from '../../testing/server.ts'
import { BuyerForm } from './buyer-form.tsx'
import { CancelForm } from './cancel-form.tsx'

const ticket = (uuid: string, price: number, status = 'valid') => ({
  uuid,
  name: `כרטיס ${uuid}`,
  price,
  status,
  seat: null,
  redeemed_at: null,
  redemption: 'pending',
})

const order = (more: object = {}) =>
  ({
    uuid: 'order-1',
    event_uuid: 'event-1',
    number: '100200',
    buyer: { name: 'נועה', phone: '0501234567', email: 'noa@example.co.il' },
    tickets: [ticket('a', 149.9), ticket('b', 100), ticket('c', 100, 'cancelled')],
    payments: [{ status: 'paid', amount: 249.9, refunded: 0, disputed: 0 }],
    cancellation_fee: 0,
    cancellation_fee_left: 100,
    can: { cancel: true, refund: true, resend: true, edit: true },
    ...more,
  }) as unknown as Order

let server: StubServer
beforeEach(() => {
  signIn()
  server = stubServer()
  server.on(cancelOrder, () => json({ data: {} }))
  server.on(updateOrder, () => json({ data: {} }))
})

const sent = (endpoint: typeof cancelOrder | typeof updateOrder) => server.sentTo(endpoint).map(({ body }) => body)

describe('cancelling an order', () => {
  const open = async (more: object = {}) => {
    const [onBack, onBusy] = [vi.fn(), vi.fn()]
    await renderApp(<CancelForm order={order(more)} onBack={onBack} onBusy={onBusy} />, { messages: ['orders'] })
    return { onBack, onBusy }
  }
  const go = () => screen.getByRole('button', { name: /^ביטול/u })

  it('cancels all valid tickets with the refund that the button names', async () => {
    const { onBack, onBusy } = await open()
    expect(go().textContent).toContain('249.90')
    await userEvent.type(screen.getByLabelText(new RegExp(text.cancelling.reason, 'u')), ' חולה ')
    await userEvent.click(go())
    await waitFor(() => expect(sent(cancelOrder)).toEqual([{ refund: true, reason: 'חולה', entered: 0 }]))
    await waitFor(() => expect(onBack).toHaveBeenCalled())
    expect(onBusy.mock.calls.flat()).toEqual([true, false])
  })

  it('cancels the chosen tickets only, with their price as the refund', async () => {
    await open()
    await userEvent.click(screen.getByLabelText(text.cancelling.some))
    expect(go()).toHaveProperty('disabled', true)
    await userEvent.click(screen.getByRole('checkbox', { name: /כרטיס b/u }))
    expect(go().textContent).toContain('100')
    await userEvent.click(go())
    await waitFor(() =>
      expect(sent(cancelOrder)).toEqual([{ refund: true, reason: '', entered: 0, ticket_uuids: ['b'] }]),
    )
  })

  it('says with how many tickets somebody has entered, and sends that with the cancellation', async () => {
    const entered = { ...ticket('a', 149.9), redeemed_at: '2026-11-20T10:00:00Z' }
    await open({ tickets: [entered, ticket('b', 100)] })
    expect(document.body.textContent).toContain(text.cancelling.entered_one)
    await userEvent.click(go())
    await waitFor(() => expect(sent(cancelOrder)).toEqual([{ refund: true, reason: '', entered: 1 }]))
  })

  it('cancels without a refund when that is chosen', async () => {
    await open()
    await userEvent.click(screen.getByLabelText(text.cancelling.without))
    await userEvent.click(screen.getByRole('button', { name: text.cancelling.go }))
    await waitFor(() => expect(sent(cancelOrder)).toMatchObject([{ refund: false }]))
  })

  it('keeps the lawful fee when the producer chooses so, and names it with the smaller refund', async () => {
    await open()
    const fee = screen.getByRole('checkbox', { name: /12\.49/u })
    expect(fee).toHaveProperty('checked', false)
    await userEvent.click(fee)
    expect(go().textContent).toContain('237.41')
    await userEvent.click(go())
    await waitFor(() => expect(sent(cancelOrder)).toEqual([{ refund: true, reason: '', entered: 0, fee: 'keep' }]))
  })

  it('offers no fee after the event was moved, or when the most was retained already', async () => {
    await open({ cancellation_fee_left: 0 })
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('offers no refund for an order that was not charged', async () => {
    await open({ can: { cancel: true, refund: false }, payments: [] })
    expect(screen.getByText(text.cancelling.no_money)).toBeDefined()
    expect(screen.queryByLabelText(text.cancelling.with)).toBeNull()
  })

  it('stays open when the server refuses', async () => {
    server.on(cancelOrder, () => refusal('conflict', 409))
    const { onBack, onBusy } = await open()
    await userEvent.click(go())
    await waitFor(() => expect(onBusy).toHaveBeenLastCalledWith(false))
    expect(onBack).not.toHaveBeenCalled()
  })
})

describe('correcting the buyer', () => {
  const open = () => renderApp(<BuyerForm order={order()} onBack={vi.fn()} />, { messages: ['orders'] })
  const save = () => userEvent.click(screen.getByRole('button', { name: text.buyer.save }))

  it('sends the changed fields only, and the tickets again to a new phone', async () => {
    await open()
    const phone = screen.getByLabelText(text.order.phone)
    await userEvent.clear(phone)
    await userEvent.type(phone, '0509999999')
    expect(screen.getByText(text.buyer.link_ends)).toBeDefined()
    await save()
    await waitFor(() => expect(sent(updateOrder)).toEqual([{ phone: '0509999999', resend: true }]))
  })

  it('does not send the tickets again for a corrected name', async () => {
    await open()
    await userEvent.type(screen.getByLabelText(text.buyer.name), ' ברקן')
    await save()
    await waitFor(() => expect(sent(updateOrder)).toEqual([{ name: 'נועה ברקן', resend: false }]))
  })

  it('marks the field that the server refused', async () => {
    server.on(updateOrder, () => refusal('validation', 422, { phone: ['invalid_phone'] }))
    await open()
    await userEvent.type(screen.getByLabelText(text.order.phone), '1')
    await save()
    await waitFor(() => expect(screen.getByLabelText(text.order.phone).getAttribute('aria-invalid')).toBe('true'))
  })
})
