import type { Order } from '@kartis/contract/orders.ts'
import { describe, expect, it } from 'vitest'
import { ticketsLeft } from './tickets-left.ts'

const order = (status: Order['status'], ...tickets: readonly ('valid' | 'cancelled')[]) => ({
  status,
  tickets_count: 2,
  tickets: tickets.map((each) => ({ status: each })) as unknown as NonNullable<Order['tickets']>,
})

describe('ticketsLeft', () => {
  it('counts a partly refunded order without its cancelled tickets', () => {
    expect(ticketsLeft(order('partially_refunded', 'valid', 'cancelled'))).toBe(1)
  })
  it('counts what was cancelled without a refund as well', () => {
    expect(ticketsLeft(order('paid', 'cancelled', 'valid'))).toBe(1)
    expect(ticketsLeft(order('paid', 'valid', 'valid'))).toBe(2)
  })
  it('counts what was ordered once the order is over, or has no tickets yet', () => {
    expect(ticketsLeft(order('refunded', 'cancelled', 'cancelled'))).toBe(2)
    expect(ticketsLeft(order('reserved'))).toBe(2)
  })
})
