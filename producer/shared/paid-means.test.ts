import type { Order } from '@kartis/contract/orders.ts'
import { expect, it } from 'vitest'
import { paidMeans } from './paid-means.ts'

type Payment = NonNullable<Order['payments']>[number]

const payment = (fields: Partial<Payment>): Payment =>
  ({ status: 'paid', amount: 100, refunded: 0, wallet: null, installments: 1, ...fields }) as Payment
const meansOf = (status: Order['status'], ...payments: Payment[]) => paidMeans({ status, payments } as Order)

it('one charge of a card is not worth a word', () => {
  expect(meansOf('paid', payment({}))).toBeUndefined()
  expect(paidMeans({ status: 'reserved' } as Order)).toBeUndefined()
})

it('instalments and Bit are named', () => {
  expect(meansOf('paid', payment({ installments: 3 }))).toEqual({ kind: 'installments', count: 3 })
  expect(meansOf('paid', payment({ wallet: 'bit' }))).toEqual({ kind: 'bit' })
})

it('a charge that bought nothing is not what the order was paid with', () => {
  expect(meansOf('paid', payment({ installments: 6, refunded: 100 }), payment({}))).toBeUndefined()
  expect(meansOf('pending_payment', payment({ installments: 6, refunded: 100 }))).toBeUndefined()
  expect(meansOf('paid', payment({ status: 'declined', installments: 6 }), payment({}))).toBeUndefined()
})

it('an order that was refunded whole says how it was paid', () => {
  expect(meansOf('refunded', payment({ wallet: 'bit', refunded: 100 }))).toEqual({ kind: 'bit' })
})
