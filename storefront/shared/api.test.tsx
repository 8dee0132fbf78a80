import { renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { inPage, refusal, serve } from '../testing/serve.tsx'
import { useApi } from './api.ts'

const api = () => renderHook(() => useApi(), { wrapper: inPage() }).result.current
const ORDER = { params: { uuid: 'o1' }, orderToken: 'key' }

afterEach(() => vi.unstubAllGlobals())

describe('useApi', () => {
  it('sends the order’s token, the idempotency key and the language, and unwraps the envelope', async () => {
    const requests = serve(() => ({ payment: null }))
    const result = await api()('POST', '/v1/public/orders/:uuid/payment', {
      ...ORDER,
      body: { lang: 'en' },
    })
    expect(result).toEqual({ ok: true, data: { payment: null } })
    expect(requests[0]).toMatchObject({ method: 'POST', path: '/public/orders/o1/payment', body: { lang: 'en' } })
    const { headers } = requests[0] ?? { headers: new Headers() }
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-order-token': 'key',
      'idempotency-key': expect.stringMatching(/^[\da-f]{32}$/),
      'accept-language': 'en',
      'x-app-name': 'order',
      'content-type': 'application/json',
    })
  })

  it('gives a refusal as a value with its code, text and detail', async () => {
    serve(() => refusal(409, 'order_state', { status: 'paid' }))
    expect(await api()('DELETE', '/v1/public/orders/:uuid', ORDER)).toEqual({
      ok: false,
      status: 409,
      code: 'order_state',
      text: 'refused: order_state',
      detail: { status: 'paid' },
    })
  })

  it('gives N1 when no reply comes', async () => {
    serve(() => {
      throw new TypeError('network')
    })
    expect(await api()('GET', '/v1/public/orders/:uuid', ORDER)).toMatchObject({ ok: false, status: 0, code: 'N1' })
  })

  it('gives SYSTEM_ERROR for a reply that is not JSON', async () => {
    serve(() => new Response('<html>', { status: 502 }))
    const result = await api()('GET', '/v1/public/orders/:uuid', ORDER)
    expect(result).toMatchObject({ ok: false, status: 502, code: 'SYSTEM_ERROR' })
  })
})
