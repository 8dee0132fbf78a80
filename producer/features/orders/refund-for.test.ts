import type { Order } from '@kartis/contract/orders.ts'
import { describe, expect, it } from 'vitest'
import { feeFor, refundFor } from './refund-for.ts'

const payment = (
  amount: number,
  refunded = 0,
  status = 'paid',
  disputed = 0,
): NonNullable<Order['payments']>[number] => ({
  uuid: '0192f000-0000-7000-8000-000000000001',
  provider: 'tranzila',
  method: 'card',
  status,
  amount,
  refunded,
  disputed,
  last4: '1008',
  wallet: null,
  installments: 1,
  bucket: 'regular',
  approval_code: null,
  decline_reason: null,
  created_at: '2026-11-21T10:00:00Z',
  paid_at: null,
})

describe('refundFor', () => {
  it('is the price of the tickets, exact to the agora', () => {
    expect(refundFor([{ price: 149.9 }, { price: 0.2 }], { payments: [payment(300)] })).toBe(15_010)
  })
  it('never exceeds the remaining payments and ignores declined ones', () => {
    expect(refundFor([{ price: 149 }], { payments: [payment(298, 200)] })).toBe(9800)
    expect(refundFor([{ price: 149 }], { payments: [payment(149, 0, 'declined')] })).toBe(0)
    expect(refundFor([{ price: 149 }], { payments: [payment(298, 0, 'paid', 200)] })).toBe(9800)
  })
})

describe('feeFor', () => {
  it('is 5% of the cancelled tickets, and at most what may still be retained of the order', () => {
    expect(feeFor([{ price: 149.9 }, { price: 100 }], { cancellation_fee_left: 100 })).toBe(1249)
    expect(feeFor([{ price: 3000 }], { cancellation_fee_left: 100 })).toBe(10_000)
    expect(feeFor([{ price: 3000 }], { cancellation_fee_left: 25 })).toBe(2500)
    expect(feeFor([{ price: 3000 }], { cancellation_fee_left: 0 })).toBe(0)
  })
})
