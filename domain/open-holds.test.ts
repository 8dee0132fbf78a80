import { describe, expect, test } from 'vitest'
import { HOLD } from './limits.ts'
import { anonymousShare, type HoldCaller, holdRefusal, verifiedShare } from './open-holds.ts'

const NOW = new Date('2026-11-28T10:00:00Z')
const nothing = { orders: 0, tickets: 0 }

const refusalOf = (offered: number, requested: number, caller: HoldCaller) =>
  holdRefusal(offered, requested, caller, NOW)

describe('open holds of a network', () => {
  test('the share is a percentage of the offer, and a number of tickets for small events', () => {
    expect([600, 10_000].map(anonymousShare)).toEqual([20, 300])
    // Of few tickets it is never all of them, and always enough for a family.
    expect([1, 20, 60, 100, 150, 300].map(anonymousShare)).toEqual([6, 6, 6, 10, 15, 20])
    expect([verifiedShare(100), verifiedShare(10_000)]).toEqual([40, 1000])
  })

  test('an anonymous caller above the share of the network verifies a phone', () => {
    const network = { orders: 9, tickets: 18 }
    expect(refusalOf(600, 2, { network })).toBeUndefined()
    expect(refusalOf(600, 3, { network })?.refusal).toBe('phone_unverified')
  })

  test('an anonymous caller above the share of a ticket type verifies a phone, though the event has many tickets', () => {
    const network = { orders: 1, tickets: 4 }
    const typed = (held: number, requested: number) => ({ network, types: [{ offered: 20, held, requested }] })
    expect(refusalOf(600, 2, typed(4, 2))).toBeUndefined()
    expect(refusalOf(600, 3, typed(4, 3))?.refusal).toBe('phone_unverified')
    // A type that the cart gives back is not in its way.
    expect(refusalOf(600, 0, typed(9, -3))).toBeUndefined()
  })

  test('what the network gave back counts, up to twice its share', () => {
    const network = { orders: 1, tickets: 10 }
    expect(refusalOf(600, 10, { network, returned: 20 })).toBeUndefined()
    expect(refusalOf(600, 10, { network, returned: 21 })?.refusal).toBe('phone_unverified')
    expect(refusalOf(600, 10, { network, returned: 900, person: nothing })).toBeUndefined()
  })

  test('verified callers of a network have a larger share, and the first order is never refused', () => {
    const person = nothing
    expect(refusalOf(100, 90, { network: nothing, person })).toBeUndefined()
    expect(refusalOf(600, 2, { network: { orders: 20, tickets: 58 }, person })).toBeUndefined()
    expect(refusalOf(600, 3, { network: { orders: 20, tickets: 58 }, person })?.refusal).toBe('too_many_requests')
  })
})

test('a device and a person have at most three open orders of an event', () => {
  const full = { orders: 3, tickets: 3 }
  expect(refusalOf(600, 1, { network: nothing, device: { orders: 2, tickets: 2 } })).toBeUndefined()
  expect(refusalOf(600, 1, { network: nothing, device: full })?.refusal).toBe('too_many_requests')
})

describe('the wait that a refusal names', () => {
  const open = (orders: number, seconds?: number) => ({
    orders,
    tickets: orders,
    until: seconds === undefined ? undefined : NOW.getTime() + seconds * 1000,
  })
  const detailOf = (caller: HoldCaller) => refusalOf(100, 1, caller)?.detail

  test('lasts until the first open order ends, and at most as long as an order can be open', () => {
    expect(detailOf({ network: nothing, person: open(3, 212.4) })).toEqual({ retry_after: 213, reason: 'open_orders' })
    expect(detailOf({ network: nothing, device: open(3, 90), person: open(3, 400) })?.retry_after).toBe(400)
    expect(detailOf({ network: nothing, device: open(3, -5) })?.retry_after).toBe(1)
    expect(detailOf({ network: nothing, device: open(3, 90_000) })?.retry_after).toBe(HOLD.maxMinutes * 60)
  })

  test('is as long as an order lives while none of them was counted', () => {
    expect(detailOf({ network: nothing, device: open(3) })?.retry_after).toBe(HOLD.minutes * 60)
  })

  test('is that of the network where the network holds its share', () => {
    const network = { ...open(40, 75), tickets: 40 }
    expect(detailOf({ network, person: nothing })).toEqual({ retry_after: 75, reason: 'network_orders' })
  })
})
