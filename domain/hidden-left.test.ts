import { expect, test } from 'vitest'
import { type Cart, decideCarts, type Seating, type Stock } from './availability.ts'
import { refuse } from './refusal.ts'

const line = (ticketTypeId: string, left: number) => ({ ticketTypeId, left, type: 'regular' as const })
const cart = (items: Record<string, number>, extra: Partial<Cart> = {}): Cart => ({
  items: Object.entries(items).map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity })),
  ...extra,
})
const hidden: Stock = {
  now: new Date('2026-12-03T10:00:00Z'),
  isOnSale: true,
  hidesLeft: true,
  lines: [line('a', 5), line('b', 1), line('c', 0)],
}
const detailsOf = (stock: Stock, ...carts: Cart[]) =>
  decideCarts(stock, carts).refusals.map((refusal) => refusal?.detail)

test('a refusal says which types lack tickets, and not how many are left, where the event hides that', () => {
  expect(detailsOf(hidden, cart({ a: 2, b: 2 }), cart({ a: 6, c: 1 }), cart({ c: 1 }))).toEqual([
    { left: { b: null } },
    { left: { a: null, c: 0 } },
    { left: { c: 0 } },
  ])
  const party = refuse('sold_out', { detail: { left: { a: 3, b: 3 } } })
  const seating: Seating = { choose: () => party, take: () => undefined }
  expect(detailsOf({ ...hidden, seating }, cart({ a: 2, b: 2 }))).toEqual([{ left: { a: null, b: null } }])
})

test('the producer sees how many are left, and other refusals stay as they are', () => {
  expect(detailsOf(hidden, cart({ a: 6 }, { byProducer: true }))).toEqual([{ left: { a: 5 } }])
  expect(detailsOf({ ...hidden, orderLimit: 2 }, cart({ a: 3 }))[0]).toMatchObject({ limit: 2 })
})
