import { describe, expect, test } from 'vitest'
import { anonymousShare, holdRefusal, verifiedShare } from './open-holds.ts'

const nothing = { orders: 0, tickets: 0 }

describe('open holds of a network', () => {
  test('the share is a percentage of the offer, and a number of tickets for small events', () => {
    expect([anonymousShare(600), anonymousShare(10_000)]).toEqual([20, 300])
    expect([verifiedShare(100), verifiedShare(10_000)]).toEqual([40, 1000])
  })

  test('an anonymous caller above the share of the network verifies a phone', () => {
    const network = { orders: 9, tickets: 18 }
    expect(holdRefusal(600, 2, { network })).toBeUndefined()
    expect(holdRefusal(600, 3, { network })?.refusal).toBe('phone_unverified')
  })

  test('verified callers of a network have a larger share, and the first order is never refused', () => {
    const person = nothing
    expect(holdRefusal(100, 90, { network: nothing, person })).toBeUndefined()
    expect(holdRefusal(600, 2, { network: { orders: 20, tickets: 58 }, person })).toBeUndefined()
    expect(holdRefusal(600, 3, { network: { orders: 20, tickets: 58 }, person })?.refusal).toBe('too_many_requests')
  })
})

test('a device and a person have at most three open orders of an event', () => {
  const full = { orders: 3, tickets: 3 }
  expect(holdRefusal(600, 1, { network: nothing, device: { orders: 2, tickets: 2 } })).toBeUndefined()
  expect(holdRefusal(600, 1, { network: nothing, device: full })?.refusal).toBe('too_many_requests')
  expect(holdRefusal(600, 1, { network: nothing, person: full })?.detail).toEqual({ retry_after: 60 })
})
