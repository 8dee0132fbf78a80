import { beforeEach, describe, expect, it } from 'vitest'
import type { Api, Result } from '../../shared/api.ts'
import { readHold } from '../../shared/saved-hold.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { placeHold } from './place-hold.ts'

const EVENT = 'e1'
const items = [{ events_ticket_uuid: 't1', quantity: 2 }]
const cart = JSON.stringify(items)
const soldOut: Result<never> = { ok: false, status: 409, code: 'sold_out', text: 'אזל', detail: { left: { t1: 0 } } }
const reservation = { uuid: 'o1', token: 'key', expires_at: '2026-12-01T10:00:00Z' }

const hold = (api: Api) => placeHold(api, EVENT, { items }, undefined)

beforeEach(() => localStorage.clear())

describe('placeHold', () => {
  it('saves the token of the order in this browser', async () => {
    const { api } = fakeApi({ ok: true, data: reservation })
    expect(await hold(api)).toEqual({ ok: true, order: 'o1', token: 'key', expires: reservation.expires_at })
    expect(readHold(EVENT)).toEqual({ order: 'o1', token: 'key', expires: reservation.expires_at, cart })
  })

  it('gives a refusal to the caller and saves nothing', async () => {
    const { api } = fakeApi(soldOut)
    expect(await hold(api)).toEqual({ ok: false, refused: soldOut })
    expect(readHold(EVENT)).toBeUndefined()
  })

  it('reuses the hold of the same cart without a request', async () => {
    const { api, calls } = fakeApi()
    const held = { order: 'o0', token: 'k0', expires: '', cart }
    expect(await placeHold(api, EVENT, { items }, held)).toEqual({
      ok: true,
      order: 'o0',
      token: 'k0',
      expires: '',
    })
    expect(calls).toEqual([])
  })

  it('releases an earlier cart before it holds another', async () => {
    const { api, calls } = fakeApi({ ok: true, data: {} }, { ok: true, data: reservation })
    await placeHold(api, EVENT, { items }, { order: 'o0', token: 'k0', expires: '', cart: '[]' })
    expect(calls.map(({ method, path, params }) => [method, path, params])).toEqual([
      ['DELETE', '/v1/public/orders/:uuid', { uuid: 'o0' }],
      ['POST', '/v1/public/orders', undefined],
    ])
  })

  it('sends the coupon, and holds again when the coupon is another', async () => {
    const { api, calls } = fakeApi({ ok: true, data: reservation })
    await placeHold(api, EVENT, { items, coupon: 'TEN' }, undefined)
    expect(calls[0]?.body).toEqual({ event_uuid: EVENT, items, coupon: 'TEN' })
    expect(readHold(EVENT)?.cart).not.toBe(cart)
  })

  it('sends the pass of the waiting room with the reservation', async () => {
    const until = new Date(Date.now() + 60_000).toISOString()
    localStorage.setItem(`kartis.pass.${EVENT}`, JSON.stringify({ pass: 'p1', until }))
    const { api, calls } = fakeApi({ ok: true, data: reservation })
    await hold(api)
    expect(calls[0]?.headers).toMatchObject({ 'x-waiting-pass': 'p1' })
    expect(calls[0]?.headers?.['x-waiting-device']).toMatch(/^[\w-]{16,64}$/)
  })
})
