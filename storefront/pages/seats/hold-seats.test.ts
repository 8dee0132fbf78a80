import { beforeEach, describe, expect, it } from 'vitest'
import type { Result } from '../../shared/api.ts'
import { readHold } from '../../shared/saved-hold.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { holdSeats } from './hold-seats.ts'

const items = [{ events_ticket_uuid: 't1', quantity: 1, seat_uuids: ['s1'] }]
const others = [{ events_ticket_uuid: 't1', quantity: 1, seat_uuids: ['s2'] }]
const reservation = { uuid: 'o1', token: 'key', expires_at: '2026-12-01T10:00:00Z' }
const earlier = { order: 'o0', token: 'k0', expires: '2026-12-01T09:00:00Z', cart: JSON.stringify(others) }
const refused = (code: string): Result<never> => ({ ok: false, status: 409, code, text: code, detail: {} })
const calledBy = (calls: readonly { method: string; path: string }[]) =>
  calls.map(({ method, path }) => `${method} ${path}`)

beforeEach(() => localStorage.clear())

describe('holdSeats', () => {
  it('reserves the seats by the first click', async () => {
    const { api, calls } = fakeApi({ ok: true, data: reservation })
    expect(await holdSeats(api, 'e1', items, undefined)).toMatchObject({ ok: true, hold: { order: 'o1' } })
    expect(calls[0]?.body).toEqual({ event_uuid: 'e1', items })
  })

  it('exchanges them by another click, in the same order', async () => {
    const { api, calls } = fakeApi({ ok: true, data: { expires_at: '2026-12-01T09:10:00Z' } })
    const result = await holdSeats(api, 'e1', items, earlier)
    expect(calledBy(calls)).toEqual(['PUT /v1/public/orders/:uuid/seats'])
    expect(calls[0]).toMatchObject({ params: { uuid: 'o0' }, orderToken: 'k0', body: { items } })
    const hold = { order: 'o0', token: 'k0', expires: '2026-12-01T09:10:00Z', cart: JSON.stringify(items) }
    expect(result).toEqual({ ok: true, hold })
    expect(readHold('e1')).toEqual(hold)
  })

  it('asks for nothing when the seats are held already', async () => {
    const { api, calls } = fakeApi()
    expect(await holdSeats(api, 'e1', others, earlier)).toMatchObject({ ok: true, hold: { order: 'o0' } })
    expect(calls).toEqual([])
  })

  it('keeps what is held when the others are refused', async () => {
    const { api, calls } = fakeApi(refused('seat_taken'))
    expect(await holdSeats(api, 'e1', items, earlier)).toMatchObject({ ok: false, refused: { code: 'seat_taken' } })
    expect(calledBy(calls)).toEqual(['PUT /v1/public/orders/:uuid/seats'])
  })

  it.each(['hold_expired', 'order_state'])('reserves anew when the earlier order is over: %s', async (code) => {
    const { api, calls } = fakeApi(refused(code), { ok: true, data: reservation })
    expect(await holdSeats(api, 'e1', items, earlier)).toMatchObject({ ok: true, hold: { order: 'o1' } })
    expect(calledBy(calls)).toEqual(['PUT /v1/public/orders/:uuid/seats', 'POST /v1/public/orders'])
  })
})
