import type { Order } from '@kartis/contract/orders.ts'
import text from '@kartis/i18n/messages/he/orders.json'
import states from '@kartis/i18n/messages/he/states.json'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { signIn } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { OrderDetails } from './order-details.tsx'

const order = {
  uuid: 'order-1',
  number: '101207',
  status: 'paid',
  channel: 'online',
  buyer: { name: 'נועה', phone: null, email: null },
  created_at: '2026-11-24T10:00:00Z',
  items: [{ events_ticket_uuid: 'type-1', name: 'יציע', quantity: 2, price: 83.33, total: 141.66, discount: 25 }],
  tickets: [],
  payments: [],
  coupon: 'ACC15',
  discount_amount: 25,
  total_amount: 141.66,
  refunded_amount: 0,
  waiting_amount: 0,
  cancellation_fee: 0,
  can: { cancel: false, refund: false, resend: false, edit: false },
} as unknown as Order

it('an order with a coupon shows its lines at the full price, and the coupon with what it took off', async () => {
  signIn()
  await renderApp(<OrderDetails order={order} onCancel={() => undefined} onEdit={() => undefined} />, {
    messages: ['orders'],
  })
  const lines = screen.getAllByRole('term').map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`)
  const plain = lines.map((line) => line.replace(/[\u200e\u200f\u2066-\u2069]/g, ''))
  expect(plain.find((line) => line.includes('יציע'))).toContain('166.66')
  expect(plain.find((line) => line.includes('ACC15'))).toContain('25.00')
  expect(plain.find((line) => line.startsWith(text.order.total))).toContain('141.66')
})

it('a sale of the box office without a name says where it was made', async () => {
  signIn()
  const unnamed = { ...order, channel: 'cashier', buyer: { ...order.buyer, name: null } } as Order
  await renderApp(<OrderDetails order={unnamed} onCancel={() => undefined} onEdit={() => undefined} />, {
    messages: ['orders'],
  })
  expect(screen.queryByText(text.nobody)).toBeNull()
  expect(screen.getAllByText('קופה').length).toBeGreaterThan(0)
})

it('an order of which a part was refunded says what is left beside its total', async () => {
  signIn()
  await renderApp(
    <OrderDetails order={{ ...order, refunded_amount: 57.83 }} onCancel={() => undefined} onEdit={() => undefined} />,
    { messages: ['orders'] },
  )
  const left = screen.getByText(states.order_sum.after_refund).textContent
  expect(left).toContain('83.83')
})
