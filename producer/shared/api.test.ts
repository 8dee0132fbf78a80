// @vitest-environment node

import { listEvents } from '@kartis/contract/events.ts'
import { updateMe } from '@kartis/contract/auth.ts'
import { toasts } from '@kartis/ui/components/toast.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from './api.ts'
import { readFailure } from './api-error.ts'
import { offline } from './connection.ts'
import { storeAccessToken, storeWorkspace, workspace } from './storage.ts'

const json = (body: unknown, status = 200): Response => Response.json(body, { status })
const PAGE = { data: [], meta: { current_page: 1, per_page: 20, total: 0, last_page: 1 } }
const TOKEN = { data: { token: 'fresh', expires_at: '2026-12-01T00:00:00Z' } }
const UNAUTHORIZED = { error: { code: 'unauthorized', description: '', detail: {} } }

const memoryStorage = () => {
  const values = new Map<string, string>()
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  }
}

/** A server of one function. Returns the requests it received. */
const serve = (respond: (path: string, request: RequestInit, nth: number) => Response | Promise<Response>) => {
  const requests: { path: string; headers: Headers; method: string }[] = []
  vi.stubGlobal('fetch', async (path: string, request: RequestInit = {}) => {
    if (path === '/healthz') return new Response('ok')
    requests.push({ path, headers: new Headers(request.headers), method: request.method ?? 'GET' })
    return respond(path, request, requests.filter((each) => each.path === path).length)
  })
  return requests
}

const fakeLocation = { pathname: '/', assign: vi.fn(), reload: vi.fn() }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('sessionStorage', memoryStorage())
  vi.stubGlobal('document', { documentElement: { lang: 'he' } })
  vi.stubGlobal('location', fakeLocation)
  fakeLocation.assign.mockReset()
  fakeLocation.reload.mockReset()
  toasts.write([])
  offline.write(false)
  storeAccessToken('old')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('api', () => {
  it('sends the token, the workspace, the app and the language with every call', async () => {
    storeWorkspace('account-1')
    const requests = serve(() => json(PAGE))
    await api(listEvents, { query: { page: 2 } })
    expect(requests[0]?.path).toContain('page=2')
    const headers = requests[0]?.headers
    expect(headers?.get('authorization')).toBe('Bearer old')
    expect(headers?.get('x-account-id')).toBe('account-1')
    expect(headers?.get('x-app-name')).toBe('producer')
    expect(headers?.get('x-app-version')).toBe('1.2.7')
    expect(headers?.get('accept-language')).toBe('he')
  })

  it('throws SYSTEM_ERROR when the reply is not JSON', async () => {
    serve(() => new Response('<html>', { headers: { 'content-type': 'text/html' } }))
    await expect(api(listEvents)).rejects.toMatchObject({ code: 'SYSTEM_ERROR' })
  })
})

describe('an expired token', () => {
  it('is refreshed once for all the calls that wait, and each is made again with the new one', async () => {
    const requests = serve((path, request) => {
      if (path.endsWith('/login/refresh')) return json(TOKEN)
      return new Headers(request.headers).get('authorization') === 'Bearer fresh' ? json(PAGE) : json(UNAUTHORIZED, 401)
    })
    await Promise.all([
      api(listEvents),
      api(listEvents, { query: { page: 2 } }),
      api(listEvents, { query: { page: 3 } }),
    ])
    expect(requests.filter(({ path }) => path.endsWith('/login/refresh'))).toHaveLength(1)
    expect(fakeLocation.assign).not.toHaveBeenCalled()
  })

  it('leads to the login screen without a toast when the refresh is refused', async () => {
    serve(() => json(UNAUTHORIZED, 401))
    await expect(api(listEvents)).rejects.toMatchObject({ status: 401 })
    expect(fakeLocation.assign).toHaveBeenCalledWith('/login')
    expect(toasts.read()).toHaveLength(0)
    expect(localStorage.getItem('access_token')).toBeNull()
  })

  it.each([503, 502, 500, 429])(
    'stays when the server replies to the refresh with %i, and is refreshed by a later call',
    async (status) => {
      let isAway = true
      serve((path, request) => {
        if (path.endsWith('/login/refresh'))
          return isAway ? json({ error: { code: 'overloaded', description: '', detail: {} } }, status) : json(TOKEN)
        return new Headers(request.headers).get('authorization') === 'Bearer fresh'
          ? json(PAGE)
          : json(UNAUTHORIZED, 401)
      })
      const refused = expect(api(listEvents)).rejects.toMatchObject({ status, code: 'overloaded' })
      await vi.advanceTimersByTimeAsync(3100)
      await refused
      expect(fakeLocation.assign).not.toHaveBeenCalled()
      expect(localStorage.getItem('access_token')).not.toBeNull()
      isAway = false
      await api(listEvents)
      expect(fakeLocation.assign).not.toHaveBeenCalled()
    },
  )

  it('leads to the login screen on a second 401', async () => {
    serve((path) => (path.endsWith('/login/refresh') ? json(TOKEN) : json(UNAUTHORIZED, 401)))
    await expect(api(listEvents)).rejects.toMatchObject({ status: 401 })
    expect(fakeLocation.assign).toHaveBeenCalledWith('/login')
  })

  it('waits three seconds when the network fails during the refresh, tries once more, and keeps the person signed in', async () => {
    const requests = serve((path, request, nth) => {
      if (path.endsWith('/login/refresh')) {
        if (nth === 1) throw new TypeError('network')
        return json(TOKEN)
      }
      return new Headers(request.headers).get('authorization') === 'Bearer fresh' ? json(PAGE) : json(UNAUTHORIZED, 401)
    })
    const call = api(listEvents)
    await vi.advanceTimersByTimeAsync(2900)
    expect(requests.filter(({ path }) => path.endsWith('/login/refresh'))).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(200)
    await call
    expect(fakeLocation.assign).not.toHaveBeenCalled()
  })

  it('sends one idempotency key with a refresh and its retry, and another with the next refresh', async () => {
    const requests = serve((path, request, nth) => {
      if (path.endsWith('/login/refresh')) {
        if (nth === 1) throw new TypeError('network')
        return json(TOKEN)
      }
      return new Headers(request.headers).get('authorization') === 'Bearer fresh' ? json(PAGE) : json(UNAUTHORIZED, 401)
    })
    const keys = () =>
      requests
        .filter(({ path }) => path.endsWith('/login/refresh'))
        .map(({ headers }) => headers.get('idempotency-key'))
    const call = api(listEvents)
    await vi.advanceTimersByTimeAsync(3100)
    await call
    storeAccessToken('old again')
    await api(listEvents)
    const [first, repeat, next] = keys()
    expect(first).toMatch(/^[\w-]{16,}$/)
    expect(repeat).toBe(first)
    expect(next).not.toBe(first)
  })

  it('keeps the person signed in when the network fails twice', async () => {
    serve((path) => {
      if (path.endsWith('/login/refresh')) throw new TypeError('network')
      return json(UNAUTHORIZED, 401)
    })
    const call = api(listEvents)
    const refused = expect(call).rejects.toMatchObject({ code: 'N1', status: 0 })
    await vi.advanceTimersByTimeAsync(3100)
    await refused
    expect(fakeLocation.assign).not.toHaveBeenCalled()
  })
})

describe('a network failure', () => {
  it('retries a read once after three seconds', async () => {
    const requests = serve((_path, _request, nth) => {
      if (nth === 1) throw new TypeError('network')
      return json(PAGE)
    })
    const call = api(listEvents)
    await vi.advanceTimersByTimeAsync(3100)
    await call
    expect(requests).toHaveLength(2)
  })

  it('retries a write with its key, because the first may have arrived', async () => {
    const requests = serve(() => {
      throw new TypeError('network')
    })
    const call = expect(api(updateMe, { body: { first_name: 'נועה' } })).rejects.toMatchObject({ code: 'N1' })
    await vi.advanceTimersByTimeAsync(3100)
    await call
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(2)
    expect(keys[0]).toMatch(/^[\da-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
  })

  it('fails at once where the caller has a fallback of its own', async () => {
    const requests = serve(() => {
      throw new TypeError('network')
    })
    const call = api(updateMe, { body: { first_name: 'נועה' }, retry: false })
    await expect(call).rejects.toMatchObject({ code: 'N1' })
    expect(requests).toHaveLength(1)
  })
})

describe('a refused workspace', () => {
  const REFUSED = { error: { code: 'wrong_workspace', description: 'לא', detail: {} } }

  it('is cleared, and the page reloads after two seconds, once', async () => {
    storeWorkspace('account-1')
    serve(() => json(REFUSED, 403))
    await expect(api(listEvents)).rejects.toMatchObject({ code: 'wrong_workspace', description: 'לא' })
    expect(workspace()).toBeUndefined()
    expect(fakeLocation.reload).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2000)
    expect(fakeLocation.reload).toHaveBeenCalledTimes(1)
    await expect(api(listEvents)).rejects.toMatchObject({ status: 403 })
    await vi.advanceTimersByTimeAsync(5000)
    expect(fakeLocation.reload).toHaveBeenCalledTimes(1)
  })
})

describe('readFailure', () => {
  it('reads an object, bare or in an envelope, with any of the three names for the description', () => {
    expect(readFailure({ error: { code: 'S2', description: 'נסרק', detail: { at: 'x' } } }, 409)).toMatchObject({
      code: 'S2',
      description: 'נסרק',
      detail: { at: 'x' },
    })
    expect(readFailure({ code: 'X', desc: 'a', message: 'b' }, 400)).toMatchObject({ code: 'X', description: 'a' })
    expect(readFailure({ code: 7, message: 'b' }, 400)).toMatchObject({ code: '7', description: 'b' })
  })

  it('reads a list of code and message, where the message may be a pair', () => {
    expect(readFailure(['A21', 'לא כאן'], 409)).toMatchObject({ code: 'A21', description: 'לא כאן' })
    expect(readFailure(['A21', ['כותרת', 'לא כאן']], 409)).toMatchObject({ description: 'כותרת: לא כאן' })
  })

  it('falls back to the HTTP status', () => {
    expect(readFailure({}, 502)).toMatchObject({ code: '502', description: '' })
  })
})
