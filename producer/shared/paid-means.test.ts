import type { Order } from '@kartis/contract/orders.ts'
import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { paidMeansText } from './paid-means.ts'

type Payment = NonNullable<Order['payments']>[number]

const payment = (fields: Partial<Payment>): Payment =>
  ({ status: 'paid', amount: 100, refunded: 0, wallet: null, installments: 1, ...fields }) as Payment
const t = ((key: string, { count }: { count?: number } = {}) =>
  count === undefined ? key : `${key} ${count}`) as unknown as TFunction<'orders'>
const meansOf = (status: Order['status'], ...payments: Payment[]) => paidMeansText({ status, payments } as Order, t)

it('one charge of a card is not worth a word', () => {
  expect(meansOf('paid', payment({}))).toBeUndefined()
  expect(paidMeansText({ status: 'reserved' } as Order, t)).toBeUndefined()
})

it('instalments and Bit are named', () => {
  expect(meansOf('paid', payment({ installments: 3 }))).toBe('order.installments 3')
  expect(meansOf('paid', payment({ wallet: 'bit' }))).toBe('order.bit')
})

it('a charge that bought nothing is not what the order was paid with', () => {
  expect(meansOf('paid', payment({ installments: 6, refunded: 100 }), payment({}))).toBeUndefined()
  expect(meansOf('pending_payment', payment({ installments: 6, refunded: 100 }))).toBeUndefined()
  expect(meansOf('paid', payment({ status: 'declined', installments: 6 }), payment({}))).toBeUndefined()
})

it('an order that was refunded whole says how it was paid', () => {
  expect(meansOf('refunded', payment({ wallet: 'bit', refunded: 100 }))).toBe('order.bit')
})
