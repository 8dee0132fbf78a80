import type { BoxOfficeEvent } from '@kartis/contract/box-office.ts'
import { describe, expect, it } from 'vitest'
import { countOf, limitOf, linesOf, remainingFor, totalOf, withMore } from './cart.ts'

const type = (uuid: string, more: Partial<BoxOfficeEvent['types'][number]> = {}): BoxOfficeEvent['types'][number] => ({
  uuid,
  name: uuid,
  info: '',
  price: 19.99,
  left: 5,
  purchase_limit: null,
  sale_state: 'on_sale',
  sale_starts_at: null,
  ...more,
})

const event = (...types: BoxOfficeEvent['types']): BoxOfficeEvent => ({
  uuid: 'e',
  name: 'e',
  kind: 'tickets',
  starts_at: '',
  ends_at: '',
  timezone: 'Asia/Jerusalem',
  place: '',
  order_limit: null,
  types,
})

describe('box-office cart', () => {
  it('sums without losing an agora', () => {
    const lines = linesOf(event(type('a'), type('b', { price: 0.01 })), { a: 3, b: 1 })
    expect([countOf(lines), totalOf(lines)]).toEqual([4, 59.98])
  })

  it("takes no more than the stock, the type's limit or the order's limit", () => {
    const cart = event(type('a', { left: 2 }), type('b', { purchase_limit: 1 }), type('c', { sale_state: 'ended' }))
    expect(cart.types.map((each) => remainingFor(cart, { a: 1 }, each))).toEqual([1, 1, 0])
    const limited = { ...cart, order_limit: 1 }
    expect(limited.types.map((each) => remainingFor(limited, { a: 1 }, each))).toEqual([0, 0, 0])
  })

  it('names the reached limit, an exceeded one first', () => {
    const cart = event(type('a', { purchase_limit: 2 }), type('b', { purchase_limit: 3 }), type('c'))
    expect(limitOf(cart, { a: 1, c: 4 })).toBeUndefined()
    expect(limitOf(cart, { a: 2 })).toEqual({ limit: 2, name: 'a', over: false })
    expect(limitOf(cart, { a: 2, b: 4 })).toEqual({ limit: 3, name: 'b', over: true })
    expect(limitOf({ ...cart, order_limit: 5 }, { c: 5 })).toEqual({ limit: 5, name: undefined, over: false })
    expect(limitOf({ ...cart, order_limit: 5 }, {})).toBeUndefined()
  })

  it('changes by one and never below zero', () => {
    const only = type('a', { left: 1 })
    const cart = event(only)
    expect(withMore(cart, {}, only, -1)).toEqual({ a: 0 })
    expect(withMore(cart, { a: 1 }, only, 1)).toEqual({ a: 1 })
  })
})
