import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inPage, refusal, serve } from '../testing/serve.tsx'
import { storedToken, storeToken, useUserApi } from './session.ts'

const TOKEN = { token: 'fresh', expires_at: '2026-12-01T00:00:00Z' }
const userApi = () => renderHook(() => useUserApi(), { wrapper: inPage() }).result.current
const bearer = (headers: Headers) => headers.get('authorization')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  storeToken('old')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  storeToken(undefined)
})

describe('the stored token', () => {
  it('is base64 under the name that the producer app reads', () => {
    expect(localStorage.getItem('access_token')).toBe(btoa('old'))
    storeToken(undefined)
    expect(storedToken()).toBeUndefined()
  })
})

describe('useUserApi', () => {
  it('refreshes an expired token once for all calls, and makes each again', async () => {
    const requests = serve(({ path, headers }) => {
      if (path === '/login/refresh') return TOKEN
      return bearer(headers) === 'Bearer fresh' ? [] : refusal(401, 'unauthorized')
    })
    const api = userApi()
    const results = await Promise.all([api('GET', '/v1/customer/orders'), api('GET', '/v1/customer/consents')])
    expect(results.map(({ ok }) => ok)).toEqual([true, true])
    expect(requests.filter(({ path }) => path === '/login/refresh')).toHaveLength(1)
    expect(storedToken()).toBe('fresh')
  })

  it('signs out when the refresh is refused', async () => {
    serve(() => refusal(401, 'unauthorized'))
    expect(await userApi()('GET', '/v1/customer/orders')).toMatchObject({ ok: false, status: 401 })
    expect(storedToken()).toBeUndefined()
  })

  it('stays signed in when an overloaded server refreshes nothing', async () => {
    serve(({ path }) => (path === '/login/refresh' ? refusal(503, 'overloaded') : refusal(401, 'unauthorized')))
    const result = userApi()('GET', '/v1/customer/orders')
    await vi.advanceTimersByTimeAsync(3100)
    expect((await result).ok).toBe(false)
    expect(storedToken()).toBe('old')
  })

  it('reports a network failure and stays signed in when the refresh gets no reply twice', async () => {
    const requests = serve(({ path }) => {
      if (path === '/login/refresh') throw new TypeError('network')
      return refusal(401, 'unauthorized')
    })
    const result = userApi()('GET', '/v1/customer/orders')
    await vi.advanceTimersByTimeAsync(3100)
    expect(await result).toMatchObject({ ok: false, status: 0, code: 'N1' })
    expect(requests.filter(({ path }) => path === '/login/refresh')).toHaveLength(2)
    expect(storedToken()).toBe('old')
  })
})
