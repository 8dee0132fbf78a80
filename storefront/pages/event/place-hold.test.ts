import { beforeEach, describe, expect, it } from 'vitest'
import type { Api, Result } from '../../shared/api.ts'
import { readHold } from '../../shared/saved-hold.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { placeHold } from './place-hold.ts'

const EVENT = 'e1'
const items = [{ events_ticket_uuid: 't1', quantity: 2 }]
const cart = JSON.stringify(items)
const reservation = { uuid: 'o1', token: 'key', expires_at: '2026-12-01T10:00:00Z' }
const hold = { order: 'o1', token: 'key', expires: reservation.expires_at, cart }
const earlier = { order: 'o0', token: 'k0', expires: '2026-12-01T09:00:00Z', cart: '[]' }
const refused = (code: string, detail = {}): Result<never> => ({ ok: false, status: 409, code, text: code, detail })
const soldOut = refused('sold_out', { left: { t1: 0 } })
const paying = refused('order_state', { status: 'pending_payment' })

const first = (api: Api) => placeHold(api, EVENT, { items }, undefined)
const instead = (api: Api) => placeHold(api, EVENT, { items }, earlier)
const calledBy = (calls: readonly { method: string; path: string }[]) =>
  calls.map(({ method, path }) => `${method} ${path.replace('/v1/public/orders', '')}`)

beforeEach(() => localStorage.clear())

describe('a cart that is the first of this browser', () => {
  it('is held, and the token of its order is saved', async () => {
    const { api } = fakeApi({ ok: true, data: reservation })
    expect(await first(api)).toEqual({ ok: true, hold })
    expect(readHold(EVENT)).toEqual(hold)
  })

  it('that is refused saves nothing', async () => {
    const { api } = fakeApi(soldOut)
    expect(await first(api)).toEqual({ ok: false, refused: soldOut })
    expect(readHold(EVENT)).toBeUndefined()
  })

  it('is sent with its coupon, which makes it another cart', async () => {
    const { api, calls } = fakeApi({ ok: true, data: reservation })
    await placeHold(api, EVENT, { items, coupon: 'TEN' }, undefined)
    expect(calls[0]?.body).toEqual({ event_uuid: EVENT, items, coupon: 'TEN' })
    expect(readHold(EVENT)?.cart).not.toBe(cart)
  })

  it('is sent with the pass of the waiting room', async () => {
    const until = new Date(Date.now() + 60_000).toISOString()
    localStorage.setItem(`kartis.pass.${EVENT}`, JSON.stringify({ pass: 'p1', until }))
    const { api, calls } = fakeApi({ ok: true, data: reservation })
    await first(api)
    expect(calls[0]?.headers).toMatchObject({ 'x-waiting-pass': 'p1' })
    expect(calls[0]?.headers?.['x-waiting-device']).toMatch(/^[\w-]{16,64}$/)
  })
})

describe('another cart in place of one that is held', () => {
  it('is no request when it is the same', async () => {
    const { api, calls } = fakeApi()
    const held = { ...earlier, cart }
    expect(await placeHold(api, EVENT, { items }, held)).toEqual({ ok: true, hold: held })
    expect(calls).toEqual([])
  })

  it('is another order while the payment of the first one is awaited, which is not released', async () => {
    const { api, calls } = fakeApi({ ok: true, data: reservation })
    const awaited = { ...earlier, paying: '2026-12-01T10:00:00Z' }
    expect(await placeHold(api, EVENT, { items }, awaited)).toEqual({ ok: true, hold })
    expect(calledBy(calls)).toEqual(['POST '])
  })

  it('is exchanged in one step, in the same order', async () => {
    const { api, calls } = fakeApi({ ok: true, data: { expires_at: '2026-12-01T09:10:00Z' } })
    const changed = { ...earlier, expires: '2026-12-01T09:10:00Z', cart }
    expect(await instead(api)).toEqual({ ok: true, hold: changed })
    expect(calls).toMatchObject([
      { method: 'PUT', path: '/v1/public/orders/:uuid/seats', params: { uuid: 'o0' }, orderToken: 'k0' },
    ])
    expect(calls[0]?.body).toEqual({ items })
    expect(readHold(EVENT)).toEqual(changed)
  })

  it.each([
    ['TEN', 'TEN'],
    ['', null],
  ])('sends the coupon %j of the page, or that it has none', async (coupon, sent) => {
    const { api, calls } = fakeApi({ ok: true, data: {} })
    await placeHold(api, EVENT, { items, coupon }, earlier)
    expect(calls[0]?.body).toEqual({ items, coupon: sent })
  })

  it.each(['sold_out', 'seat_taken', 'purchase_limit', 'coupon_ended'])(
    'keeps what is held when it is refused: %s',
    async (code) => {
      const { api, calls } = fakeApi(refused(code))
      localStorage.setItem(`kartis.hold.${EVENT}`, JSON.stringify(earlier))
      expect(await instead(api)).toMatchObject({ ok: false, refused: { code } })
      expect(calledBy(calls)).toEqual(['PUT /:uuid/seats'])
      expect(readHold(EVENT)).toEqual(earlier)
    },
  )

  it.each([refused('hold_expired'), refused('not_found'), refused('order_state', { status: 'paid' })])(
    'is a new order when the earlier one is over',
    async (over) => {
      const { api, calls } = fakeApi(over, { ok: true, data: reservation })
      expect(await instead(api)).toEqual({ ok: true, hold })
      expect(calledBy(calls)).toEqual(['PUT /:uuid/seats', 'POST '])
    },
  )

  it('is a new order once the payment of the earlier one has begun, which is released after it', async () => {
    const { api, calls } = fakeApi(paying, { ok: true, data: reservation })
    expect(await instead(api)).toEqual({ ok: true, hold })
    expect(calledBy(calls)).toEqual(['PUT /:uuid/seats', 'POST ', 'DELETE /:uuid'])
    expect(calls[2]).toMatchObject({ params: { uuid: 'o0' }, orderToken: 'k0' })
    expect(readHold(EVENT)).toEqual(hold)
  })

  it('leaves an order that is being paid as it is when it is refused', async () => {
    localStorage.setItem(`kartis.hold.${EVENT}`, JSON.stringify(earlier))
    const { api, calls } = fakeApi(paying, soldOut)
    expect(await instead(api)).toEqual({ ok: false, refused: soldOut })
    expect(calledBy(calls)).toEqual(['PUT /:uuid/seats', 'POST '])
    expect(readHold(EVENT)).toEqual(earlier)
  })
})
