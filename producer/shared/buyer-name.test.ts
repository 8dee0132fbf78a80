import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { buyerName } from './buyer-name.ts'

const t = ((key: string) => key) as unknown as TFunction<['orders', 'states']>
const nameOf = (name: string | null, channel: 'online' | 'cashier') =>
  buyerName({ buyer: { name, phone: null, email: null }, channel }, t)

it('a buyer is called by name, and a sale of the box office without one by where it was made', () => {
  expect(nameOf('נועה', 'cashier')).toBe('נועה')
  expect(nameOf(null, 'cashier')).toBe('states:channel.cashier')
  expect(nameOf('', 'online')).toBe('orders:nobody')
})
