import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cart, decideCarts, phoneLimitRefusal, type Seating, type Stock, type StockLine } from './availability.ts'
import { refuse } from './refusal.ts'

const now = new Date('2026-12-03T10:00:00Z')
const line = (ticketTypeId: string, left: number, extra: Partial<StockLine> = {}): StockLine => ({
  ticketTypeId,
  left,
  type: 'regular',
  ...extra,
})
const stock = (lines: StockLine[], extra: Partial<Stock> = {}): Stock => ({ now, isOnSale: true, lines, ...extra })
const cart = (items: Record<string, number>, extra: Partial<Cart> = {}): Cart => ({
  items: Object.entries(items).map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity })),
  ...extra,
})
const codes = (state: Stock, carts: Cart[]) =>
  decideCarts(state, carts).refusals.map((refusal) => refusal?.refusal ?? 'accepted')

describe('carts in order of arrival', () => {
  test('a cart that does not fit is refused with what is left, and a smaller cart behind it is accepted', () => {
    const decision = decideCarts(stock([line('a', 5)]), [
      cart({ a: 3 }),
      cart({ a: 3 }),
      cart({ a: 2 }),
      cart({ a: 1 }),
    ])
    expect(decision.refusals).toEqual([
      undefined,
      { refusal: 'sold_out', detail: { left: { a: 2 } } },
      undefined,
      { refusal: 'sold_out', detail: { left: { a: 0 } } },
    ])
    expect(decision.taken).toEqual(new Map([['a', 5]]))
  })

  test('a cart is accepted or refused as a whole, and its refusal names what is left of each of its types', () => {
    const decision = decideCarts(stock([line('a', 5), line('b', 1), line('c', 9)]), [
      cart({ a: 2, b: 2 }),
      cart({ a: 5 }),
    ])
    expect(decision.refusals).toEqual([{ refusal: 'sold_out', detail: { left: { a: 5, b: 1 } } }, undefined])
    expect(decision.taken).toEqual(new Map([['a', 5]]))
  })

  test('quantities of the same type in a cart are added up', () => {
    const twice: Cart = { items: [...cart({ a: 2 }).items, ...cart({ a: 2 }).items] }
    expect(codes(stock([line('a', 3)]), [twice])).toEqual(['sold_out'])
    expect(decideCarts(stock([line('a', 4)]), [twice]).taken).toEqual(new Map([['a', 4]]))
  })

  test('the stock that was passed in is not changed', () => {
    const before = stock([line('a', 5)])
    decideCarts(before, [cart({ a: 3 })])
    expect(before.lines[0]?.left).toBe(5)
  })
})

describe('carts that may not buy', () => {
  test('an event that is not on sale sells nothing', () => {
    expect(codes(stock([line('a', 5)], { isOnSale: false }), [cart({ a: 1 })])).toEqual(['event_not_on_sale'])
  })

  test('each type has its own sale window', () => {
    const early = line('early', 5, { saleEndsAt: now })
    const late = line('late', 5, { saleStartsAt: new Date(now.getTime() + 1) })
    const { refusals } = decideCarts(stock([early, late, line('a', 5)]), [
      cart({ early: 1 }),
      cart({ a: 1, late: 1 }),
      cart({ a: 1 }),
    ])
    expect(refusals).toEqual([
      { refusal: 'sale_ended', detail: { ended_at: '2026-12-03T10:00:00.000Z', events_ticket_uuid: 'early' } },
      { refusal: 'sale_not_started', detail: { starts_at: '2026-12-03T10:00:00.001Z', events_ticket_uuid: 'late' } },
      undefined,
    ])
  })

  test.each<[string, Cart]>([
    ['unknown_ticket_type', cart({ other: 1 })],
    ['unknown_ticket_type', cart({ guests: 1 })],
    ['too_small', cart({ a: 0 })],
    ['too_small', cart({ a: 1.5 })],
    ['too_big', cart({ a: 2 ** 32 + 1 })],
    ['no_tickets', { items: [] }],
  ])('%s: %o', (reason, wrong) => {
    const { refusals, taken } = decideCarts(stock([line('a', 5), line('guests', 5, { type: 'producer' })]), [
      wrong,
      cart({ a: 5 }),
    ])
    expect(refusals).toEqual([{ refusal: 'validation', fields: { items: [reason] } }, undefined])
    expect(taken).toEqual(new Map([['a', 5]]))
  })
})

describe('limits', () => {
  test('the purchase limit of a type counts in one order', () => {
    const limited = stock([line('a', 50, { purchaseLimit: 4 })])
    expect(decideCarts(limited, [cart({ a: 5 }), cart({ a: 4 })]).refusals).toEqual([
      { refusal: 'purchase_limit', detail: { limit: 4, bought: 0, left: 4, events_ticket_uuid: 'a' } },
      undefined,
    ])
  })

  test('the order limit counts all types of one order', () => {
    const limited = stock([line('a', 9), line('b', 9)], { orderLimit: 4 })
    expect(decideCarts(limited, [cart({ a: 3, b: 2 }), cart({ a: 2, b: 2 })]).refusals).toEqual([
      { refusal: 'purchase_limit', detail: { limit: 4, bought: 0, left: 4 } },
      undefined,
    ])
  })

  test('the purchase limit counts for a verified phone across orders, also within a batch', () => {
    const limited = stock([line('a', 50, { purchaseLimit: 4 })], { bought: new Map([['+1', new Map([['a', 2]])]]) })
    const by = (phone: string, quantity: number) => cart({ a: quantity }, { phone })
    expect(codes(limited, [by('+1', 3), by('+1', 2), by('+1', 1), by('+2', 3), by('+2', 2), cart({ a: 4 })])).toEqual([
      'purchase_limit',
      'accepted',
      'purchase_limit',
      'accepted',
      'purchase_limit',
      'accepted',
    ])
  })

  test('the purchase limit counts in each order by itself where phones are not counted', () => {
    const free = stock([line('a', 50, { purchaseLimit: 4 })])
    const atLimit = cart({ a: 4 }, { phone: '+1' })
    expect(codes(free, [atLimit, atLimit, cart({ a: 5 }, { phone: '+1' })])).toEqual([
      'accepted',
      'accepted',
      'purchase_limit',
    ])
  })

  test('a phone that is verified after the reservation meets the same limit', () => {
    const lines = [line('a', 50, { purchaseLimit: 4 }), line('b', 50)]
    const items = cart({ a: 2, b: 9 }).items
    expect(phoneLimitRefusal({ lines }, items, new Map([['a', 2]]))).toBeUndefined()
    expect(phoneLimitRefusal({ lines }, items, new Map([['a', 3]]))).toEqual({
      refusal: 'purchase_limit',
      detail: { limit: 4, bought: 3, left: 1, events_ticket_uuid: 'a' },
    })
    expect(phoneLimitRefusal({ lines }, cart({ b: 1 }).items, new Map([['a', 9]]))).toBeUndefined()
  })

  test('the producer issues beyond windows and limits, never beyond the stock', () => {
    const closed = stock(
      [line('a', 5, { saleEndsAt: now, purchaseLimit: 1 }), line('guests', 2, { type: 'producer' })],
      { isOnSale: false, orderLimit: 1 },
    )
    const gift = (items: Record<string, number>) => cart(items, { byProducer: true })
    expect(codes(closed, [gift({ a: 5 }), gift({ guests: 2 }), gift({ a: 1 }), cart({ a: 1 })])).toEqual([
      'accepted',
      'accepted',
      'sold_out',
      'event_not_on_sale',
    ])
  })
})

describe('seats', () => {
  /** A hall of three seats of one type, taken by name. */
  const hallOf = (...free: string[]): Seating => {
    const left = new Set(free)
    return {
      choose: ({ seatItems = [] }) => {
        const seats = seatItems.flatMap((item) => item.seats ?? [])
        const taken = seats.filter((seat) => !left.has(seat))
        return taken.length > 0 ? refuse('seat_taken', { detail: { seats: taken } }) : new Map([['hall', seats]])
      },
      take: (seats) => [...seats.values()].flat().forEach((seat) => left.delete(seat)),
    }
  }
  const seated = (seats: string[]): Cart => ({
    items: [{ ticketTypeId: 'hall', quantity: seats.length }],
    seatItems: [{ ticketTypeId: 'hall', quantity: seats.length, place: 0, seats }],
  })

  test('a cart that loses a seat takes none, and the seats that it wanted go to the next one', () => {
    const decision = decideCarts(stock([line('hall', 9)], { seating: hallOf('A1', 'A2') }), [
      seated(['A1']),
      seated(['A1', 'A2']),
      seated(['A2', 'Z9']),
      seated(['A2']),
    ])
    expect(decision.refusals).toEqual([
      undefined,
      { refusal: 'seat_taken', detail: { seats: ['A1'] } },
      { refusal: 'seat_taken', detail: { seats: ['Z9'] } },
      undefined,
    ])
    expect(decision.seats).toEqual([new Map([['hall', ['A1']]]), undefined, undefined, new Map([['hall', ['A2']]])])
  })

  test('a cart whose tickets are sold out takes no seat', () => {
    const decision = decideCarts(stock([line('hall', 1)], { seating: hallOf('A1', 'A2') }), [
      seated(['A1', 'A2']),
      seated(['A2']),
    ])
    expect(decision.refusals.map((refusal) => refusal?.refusal)).toEqual(['sold_out', undefined])
  })

  test('seats of an event without numbered places are an unknown field', () => {
    const best: Cart = { ...seated(['A1']), seatItems: [{ ticketTypeId: 'hall', quantity: 1, place: 2, best: {} }] }
    expect(decideCarts(stock([line('hall', 9)]), [seated(['A1']), best]).refusals).toEqual([
      { refusal: 'validation', fields: { 'items.0.seat_uuids': ['unknown_field'] } },
      { refusal: 'validation', fields: { 'items.2.best': ['unknown_field'] } },
    ])
  })
})

describe('decisions on arbitrary carts', () => {
  const types = ['a', 'b', 'c']
  const anyStock = fc
    .tuple(fc.nat(40), fc.nat(40), fc.nat(40))
    .map((lefts) => stock(types.map((type, place) => line(type, lefts[place] ?? 0))))
  const anyCart = fc
    .array(fc.record({ ticketTypeId: fc.constantFrom(...types), quantity: fc.integer({ min: 1, max: 9 }) }), {
      minLength: 1,
      maxLength: 4,
    })
    .map((items): Cart => ({ items }))

  /** The same rule written naively: one cart at a time against simple counters. */
  const decideNaively = (before: Stock, carts: readonly Cart[]): boolean[] => {
    const left = new Map(before.lines.map((each) => [each.ticketTypeId, each.left]))
    return carts.map(({ items }) => {
      const after = new Map(left)
      for (const item of items) after.set(item.ticketTypeId, (after.get(item.ticketTypeId) ?? 0) - item.quantity)
      if ([...after.values()].some((count) => count < 0)) return false
      for (const [type, count] of after) left.set(type, count)
      return true
    })
  }

  test('nothing is oversold, what is taken is what was accepted, and no cart that fits is refused', () => {
    fc.assert(
      fc.property(anyStock, fc.array(anyCart, { maxLength: 60 }), (before, carts) => {
        const decision = decideCarts(before, carts)
        const accepted = carts.filter((_, place) => decision.refusals[place] === undefined)
        expect(decision.refusals.map((refusal) => refusal === undefined)).toEqual(decideNaively(before, carts))
        for (const each of before.lines) {
          const sold = accepted
            .flatMap(({ items }) => items)
            .reduce((sum, item) => (item.ticketTypeId === each.ticketTypeId ? sum + item.quantity : sum), 0)
          expect(decision.taken.get(each.ticketTypeId) ?? 0).toBe(sold)
          expect(sold).toBeLessThanOrEqual(each.left)
        }
      }),
      { seed: 20_261_121, numRuns: 500 },
    )
  })

  test('one batch decides as two batches of the same carts', () => {
    fc.assert(
      fc.property(anyStock, fc.array(anyCart, { maxLength: 30 }), fc.nat(30), (before, carts, cut) => {
        const first = decideCarts(before, carts.slice(0, cut))
        const remaining = stock(
          before.lines.map((each) => line(each.ticketTypeId, each.left - (first.taken.get(each.ticketTypeId) ?? 0))),
        )
        const second = decideCarts(remaining, carts.slice(cut))
        expect([...first.refusals, ...second.refusals]).toEqual(decideCarts(before, carts).refusals)
      }),
      { seed: 20_261_122, numRuns: 300 },
    )
  })

  test('a batch of 20,000 carts is decided within half a second', () => {
    const many = Array.from({ length: 20_000 }, (_, place) => cart({ [types[place % 3] ?? 'a']: 1 + (place % 4) }))
    const started = performance.now()
    decideCarts(stock(types.map((type) => line(type, 1000))), many)
    expect(performance.now() - started).toBeLessThan(500)
  })
})

describe('a cart with a coupon', () => {
  const coupon = {
    id: 'c',
    code: 'TENOFF',
    kind: 'percent' as const,
    value: 1000,
    ticketTypeIds: null,
    maxTickets: null,
    active: true,
    startsAt: null,
    endsAt: null,
    maxUses: 3,
    taken: 1,
  }
  const types: StockLine[] = [{ ticketTypeId: 'a', left: 10, type: 'regular' }]
  const withCoupon: Cart = { items: [{ ticketTypeId: 'a', quantity: 1 }], coupon: 'tenoff' }
  const decide = (carts: Cart[]) =>
    decideCarts({ now, isOnSale: true, lines: types, coupons: new Map([['tenoff', coupon]]) }, carts)

  test('a cart takes one use in order of arrival, and nothing when no use is left', () => {
    const { refusals, taken, uses } = decide([withCoupon, withCoupon, withCoupon, { items: withCoupon.items }])
    expect(refusals.map((refusal) => refusal?.refusal)).toEqual([undefined, undefined, 'coupon_used_up', undefined])
    expect(uses).toEqual(new Map([['c', 2]]))
    expect(taken).toEqual(new Map([['a', 3]]))
  })

  test('a refused cart takes no use, and an unknown coupon refuses the cart', () => {
    const { refusals, uses } = decide([
      { ...withCoupon, items: [{ ticketTypeId: 'a', quantity: 11 }] },
      { ...withCoupon, coupon: 'x' },
    ])
    expect(refusals.map((refusal) => refusal?.refusal)).toEqual(['sold_out', 'coupon_unknown'])
    expect(uses.size).toBe(0)
  })
})

describe('a limit for one phone', () => {
  const types: StockLine[] = [
    { ticketTypeId: 'a', left: 99, type: 'regular' },
    { ticketTypeId: 'b', left: 99, type: 'regular' },
  ]

  test('the limit counts all ticket types, earlier orders and those of the same batch', () => {
    const { refusals } = decideCarts(
      { now, isOnSale: true, lines: types, phoneLimit: 4, bought: new Map([['p', new Map([['a', 1]])]]) },
      [
        { phone: 'p', items: [{ ticketTypeId: 'b', quantity: 2 }] },
        { phone: 'p', items: [{ ticketTypeId: 'a', quantity: 2 }] },
        { phone: 'q', items: [{ ticketTypeId: 'a', quantity: 4 }] },
        { phone: 'p', items: [{ ticketTypeId: 'a', quantity: 1 }] },
      ],
    )
    expect(refusals).toEqual([
      undefined,
      { refusal: 'purchase_limit', detail: { limit: 4, bought: 3, left: 1 } },
      undefined,
      undefined,
    ])
    expect(
      phoneLimitRefusal({ lines: types, phoneLimit: 4 }, [{ ticketTypeId: 'a', quantity: 2 }], new Map([['b', 3]])),
    ).toEqual({ refusal: 'purchase_limit', detail: { limit: 4, bought: 3, left: 1 } })
  })
})
