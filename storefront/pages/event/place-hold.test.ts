// @vitest-environment node

import { beforeEach, describe, expect, it } from 'vitest'
import type { Result } from '../../shared/api.ts'
import { heldFor } from '../../shared/saved-hold.ts'
import type { Api } from '../../shared/use-api.ts'
import { placeHold } from './place-hold.ts'

interface Said {
  readonly path: string
  readonly method: string | undefined
  readonly key: string | undefined
  readonly body: unknown
}

const EVENT = 'e1'
const items = [{ events_ticket_uuid: 't1', quantity: 2 }]
const cart = JSON.stringify(items)
const lost: Result<never> = { ok: false, status: 0, code: 'N1', text: 'אין רשת', detail: {} }
const soldOut: Result<never> = { ok: false, status: 409, code: 'sold_out', text: 'אזל', detail: { left: { t1: 0 } } }
const reservation = { uuid: 'o1', token: 'key', expires_at: '2026-12-01T10:00:00Z' }

/** An API that answers in turn and remembers what it was asked. */
const talk = (...answers: readonly Result<unknown>[]) => {
  const said: Said[] = []
  const api = (async (path: string, options: { method?: string; idempotencyKey?: string; body?: unknown } = {}) => {
    said.push({ path, method: options.method, key: options.idempotencyKey, body: options.body })
    return answers[said.length - 1] ?? { ok: true, data: {} }
  }) as Api
  return { api, said }
}

beforeEach(() => {
  const kept = new Map<string, string>()
  Object.assign(globalThis, {
    localStorage: {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => kept.set(name, value),
      removeItem: (name: string) => kept.delete(name),
    },
    document: { cookie: '', documentElement: { dataset: {} } },
    location: { protocol: 'https:' },
  })
})

describe('holding a basket', () => {
  it('remembers the key of the order for this browser', async () => {
    const { api } = talk({ ok: true, data: reservation })
    expect(await placeHold(api, EVENT, { items }, { cart: '', key: '' }, undefined)).toEqual({
      ok: true,
      order: 'o1',
      token: 'key',
    })
    expect(heldFor(EVENT)).toEqual({ order: 'o1', token: 'key', expires: reservation.expires_at, cart })
    expect(document.cookie).toMatch(/^kartis_order_o1=key; path=\/order; .*secure$/)
  })

  it('after a lost network asks again with the same key, so that nothing is held twice', async () => {
    const { api, said } = talk(lost, { ok: true, data: reservation })
    const attempt = { cart: '', key: '' }
    await placeHold(api, EVENT, { items }, attempt, undefined)
    await placeHold(api, EVENT, { items }, attempt, undefined)
    expect(said[0]?.key).toMatch(/^[\da-f]{32}$/)
    expect(said[1]?.key).toBe(said[0]?.key)
  })

  it('after a refusal, or with another basket, asks with a new key', async () => {
    const { api, said } = talk(soldOut, lost, lost)
    const attempt = { cart: '', key: '' }
    expect(await placeHold(api, EVENT, { items }, attempt, undefined)).toMatchObject({ ok: false, refused: soldOut })
    await placeHold(api, EVENT, { items }, attempt, undefined)
    await placeHold(api, EVENT, { items: [{ events_ticket_uuid: 't1', quantity: 1 }] }, attempt, undefined)
    expect(new Set(said.map(({ key }) => key)).size).toBe(3)
  })

  it('takes up the same basket again without asking', async () => {
    const { api, said } = talk()
    const held = { order: 'o0', token: 'k0', expires: '', cart }
    expect(await placeHold(api, EVENT, { items }, { cart: '', key: '' }, held)).toEqual({
      ok: true,
      order: 'o0',
      token: 'k0',
    })
    expect(said).toEqual([])
  })

  it('gives an earlier basket back before it holds another', async () => {
    const { api, said } = talk({ ok: true, data: {} }, { ok: true, data: reservation })
    await placeHold(api, EVENT, { items }, { cart: '', key: '' }, { order: 'o0', token: 'k0', expires: '', cart: '[]' })
    expect(said.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'DELETE /public/orders/o0',
      'POST /public/orders',
    ])
  })

  it('asks with its coupon, and anew when the coupon is another', async () => {
    const { api, said } = talk({ ok: true, data: reservation })
    await placeHold(api, EVENT, { items, coupon: 'TEN' }, { cart: '', key: '' }, undefined)
    expect(said[0]?.body).toEqual({ event_uuid: EVENT, items, coupon: 'TEN' })
    expect(heldFor(EVENT)?.cart).not.toBe(cart)
  })
})
