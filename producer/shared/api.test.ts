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

const memory = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
}

/** A server of one function; what it was asked is in `asked`. */
const serve = (answer: (path: string, request: RequestInit, nth: number) => Response | Promise<Response>) => {
  const asked: { path: string; headers: Headers; method: string }[] = []
  vi.stubGlobal('fetch', async (path: string, request: RequestInit = {}) => {
    if (path === '/healthz') return new Response('ok')
    asked.push({ path, headers: new Headers(request.headers), method: request.method ?? 'GET' })
    return answer(path, request, asked.filter((one) => one.path === path).length)
  })
  return asked
}

const place = { pathname: '/', assign: vi.fn(), reload: vi.fn() }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.stubGlobal('localStorage', memory())
  vi.stubGlobal('sessionStorage', memory())
  vi.stubGlobal('document', { documentElement: { lang: 'he' } })
  vi.stubGlobal('location', place)
  place.assign.mockReset()
  place.reload.mockReset()
  toasts.write([])
  offline.write(false)
  storeAccessToken('old')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('every call', () => {
  it('carries the token, the workspace, the app and the language', async () => {
    storeWorkspace('account-1')
    const asked = serve(() => json(PAGE))
    await api(listEvents, { query: { page: 2 } })
    expect(asked[0]?.path).toContain('page=2')
    const headers = asked[0]?.headers
    expect(headers?.get('authorization')).toBe('Bearer old')
    expect(headers?.get('x-account-id')).toBe('account-1')
    expect(headers?.get('x-app-name')).toBe('producer')
    expect(headers?.get('x-app-version')).toBe('1.2.7')
    expect(headers?.get('accept-language')).toBe('he')
  })

  it('is a SYSTEM_ERROR when the answer is not JSON', async () => {
    serve(() => new Response('<html>', { headers: { 'content-type': 'text/html' } }))
    await expect(api(listEvents)).rejects.toMatchObject({ code: 'SYSTEM_ERROR' })
  })
})

describe('a token that has run out', () => {
  it('is refreshed once for all the calls that wait, and each is asked again with the new one', async () => {
    const asked = serve((path, request) => {
      if (path.endsWith('/login/refresh')) return json(TOKEN)
      return new Headers(request.headers).get('authorization') === 'Bearer fresh' ? json(PAGE) : json(UNAUTHORIZED, 401)
    })
    await Promise.all([
      api(listEvents),
      api(listEvents, { query: { page: 2 } }),
      api(listEvents, { query: { page: 3 } }),
    ])
    expect(asked.filter(({ path }) => path.endsWith('/login/refresh'))).toHaveLength(1)
    expect(place.assign).not.toHaveBeenCalled()
  })

  it('leads to the login screen without a word when the refresh is refused', async () => {
    serve(() => json(UNAUTHORIZED, 401))
    await expect(api(listEvents)).rejects.toMatchObject({ status: 401 })
    expect(place.assign).toHaveBeenCalledWith('/login')
    expect(toasts.read()).toHaveLength(0)
    expect(localStorage.getItem('access_token')).toBeNull()
  })

  it('leads to the login screen on a second 401', async () => {
    serve((path) => (path.endsWith('/login/refresh') ? json(TOKEN) : json(UNAUTHORIZED, 401)))
    await expect(api(listEvents)).rejects.toMatchObject({ status: 401 })
    expect(place.assign).toHaveBeenCalledWith('/login')
  })

  it('waits three seconds when the network fails during the refresh, tries once more, and keeps the person signed in', async () => {
    const asked = serve((path, request, nth) => {
      if (path.endsWith('/login/refresh')) {
        if (nth === 1) throw new TypeError('network')
        return json(TOKEN)
      }
      return new Headers(request.headers).get('authorization') === 'Bearer fresh' ? json(PAGE) : json(UNAUTHORIZED, 401)
    })
    const call = api(listEvents)
    await vi.advanceTimersByTimeAsync(2900)
    expect(asked.filter(({ path }) => path.endsWith('/login/refresh'))).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(200)
    await call
    expect(place.assign).not.toHaveBeenCalled()
  })

  it('names a refresh and its repeat with one key, and the next refresh with another', async () => {
    const asked = serve((path, request, nth) => {
      if (path.endsWith('/login/refresh')) {
        if (nth === 1) throw new TypeError('network')
        return json(TOKEN)
      }
      return new Headers(request.headers).get('authorization') === 'Bearer fresh' ? json(PAGE) : json(UNAUTHORIZED, 401)
    })
    const keys = () =>
      asked.filter(({ path }) => path.endsWith('/login/refresh')).map(({ headers }) => headers.get('idempotency-key'))
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

  it('does not throw a person out for a network that is gone', async () => {
    serve((path) => {
      if (path.endsWith('/login/refresh')) throw new TypeError('network')
      return json(UNAUTHORIZED, 401)
    })
    const call = api(listEvents)
    const refused = expect(call).rejects.toMatchObject({ code: 'N1', status: 0 })
    await vi.advanceTimersByTimeAsync(3100)
    await refused
    expect(place.assign).not.toHaveBeenCalled()
  })
})

describe('a network that fails', () => {
  it('is tried once more after three seconds when reading', async () => {
    const asked = serve((_path, _request, nth) => {
      if (nth === 1) throw new TypeError('network')
      return json(PAGE)
    })
    const call = api(listEvents)
    await vi.advanceTimersByTimeAsync(3100)
    await call
    expect(asked).toHaveLength(2)
  })

  it('is not tried again when writing: the first may have arrived', async () => {
    const asked = serve(() => {
      throw new TypeError('network')
    })
    await expect(api(updateMe, { body: { first_name: 'נועה' } })).rejects.toMatchObject({ code: 'N1' })
    expect(asked).toHaveLength(1)
  })
})

describe('a workspace that is refused', () => {
  const REFUSED = { error: { code: 'wrong_workspace', description: 'לא', detail: {} } }

  it('is forgotten, and the page loads anew after two seconds, once', async () => {
    storeWorkspace('account-1')
    serve(() => json(REFUSED, 403))
    await expect(api(listEvents)).rejects.toMatchObject({ code: 'wrong_workspace', description: 'לא' })
    expect(workspace()).toBeUndefined()
    expect(place.reload).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2000)
    expect(place.reload).toHaveBeenCalledTimes(1)
    await expect(api(listEvents)).rejects.toMatchObject({ status: 403 })
    await vi.advanceTimersByTimeAsync(5000)
    expect(place.reload).toHaveBeenCalledTimes(1)
  })
})

describe('what a server says when it refuses', () => {
  it('is read as an object, bare or in an envelope, with any of the three names for the words', () => {
    expect(readFailure({ error: { code: 'S2', description: 'נסרק', detail: { at: 'x' } } }, 409)).toMatchObject({
      code: 'S2',
      description: 'נסרק',
      detail: { at: 'x' },
    })
    expect(readFailure({ code: 'X', desc: 'a', message: 'b' }, 400)).toMatchObject({ code: 'X', description: 'a' })
    expect(readFailure({ code: 7, message: 'b' }, 400)).toMatchObject({ code: '7', description: 'b' })
  })

  it('is read as a list of code and message, the message possibly a pair', () => {
    expect(readFailure(['A21', 'לא כאן'], 409)).toMatchObject({ code: 'A21', description: 'לא כאן' })
    expect(readFailure(['A21', ['כותרת', 'לא כאן']], 409)).toMatchObject({ description: 'כותרת: לא כאן' })
  })

  it('falls back to the HTTP status', () => {
    expect(readFailure({}, 502)).toMatchObject({ code: '502', description: '' })
  })
})
