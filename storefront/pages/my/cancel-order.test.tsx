import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { inPage } from '../../testing/serve.tsx'
import { CancelOrder } from './cancel-order.tsx'
import type { CustomerOrder } from './order-actions.tsx'

const orderOf = (count: number, price = 100) =>
  ({
    uuid: 'o1',
    status: 'paid',
    tickets: Array.from({ length: count }, (_, place) => ({
      uuid: `t${place}`,
      number: `100-${place}`,
      name: 'Standard',
      price,
      status: 'valid',
      redemption: 'pending',
    })),
    total_amount: price * count,
    cancellation: { allowed_now: true, fee: 10, fee_left: 100, refund: 190, last_day: '2099-12-17' },
    event: { name: 'Show' },
  }) as unknown as CustomerOrder

const show = (order: CustomerOrder) => {
  const Page = inPage()
  const nothing = () => undefined
  return render(
    <Page>
      <CancelOrder order={order} onClose={nothing} onCancelled={nothing} />
    </Page>,
  ).container
}
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Cancel/, hidden: true })

describe('the dialog that cancels an order', () => {
  beforeEach(() => {
    Object.defineProperty(HTMLDialogElement.prototype, 'showModal', { value: () => undefined, configurable: true })
  })

  it('has none of several tickets chosen, says so, and cancels nothing until a ticket is chosen', () => {
    const dialog = show(orderOf(2))
    expect(button().disabled).toBe(true)
    expect(dialog.textContent).toContain('Choose tickets')
    expect(dialog.textContent).not.toContain('free')
    expect(dialog.textContent).not.toContain('Cancel 0')
    const [first] = screen.getAllByRole('checkbox', { hidden: true })
    if (first) fireEvent.click(first)
    expect(button().disabled).toBe(false)
    expect(dialog.textContent).toContain('Cancel 1 ticket')
    expect(dialog.textContent).toContain('₪95')
  })

  it('needs no choice where there is one ticket', () => {
    show(orderOf(1))
    expect(button().disabled).toBe(false)
  })

  it('never says that it cancels the order while another person holds a ticket of it, and names that person', () => {
    const order = orderOf(3)
    const held = { state: 'accepted', to: 'Dana' }
    const dialog = show({
      ...order,
      tickets: order.tickets.map((each, place) => (place === 2 ? { ...each, transfer: held } : each)),
    } as CustomerOrder)
    for (const box of screen.getAllByRole('checkbox', { hidden: true })) fireEvent.click(box)
    expect(button().textContent).toBe('Cancel 2 tickets')
    expect(dialog.textContent).toContain('Ticket 100-2 was transferred to Dana and stays valid')
  })

  it('says that an order without a payment has no refund only of such an order', () => {
    expect(show(orderOf(1, 0)).textContent).toContain('free')
  })
})
