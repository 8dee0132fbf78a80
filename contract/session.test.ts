import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSession } from './session.ts'

interface Reply {
  readonly status: number
  readonly token: string | undefined
}

const TOKEN = { data: { token: 'fresh', expires_at: '2026-12-01T00:00:00Z' } }

/** A session of one site: calls are refused until the token is `fresh`; `refreshes` answers refresh requests in turn. */
const world = (...refreshes: readonly (() => Response)[]) => {
  const state = { token: 'old' as string | undefined, ended: 0, keys: [] as string[], accepts: 'fresh' }
  const session = createSession<Reply>({
    readToken: () => state.token,
    saveToken: (token) => {
      state.token = token
    },
    send: async (request, headers) => {
      expect(request).toMatchObject({ method: 'POST', url: '/api/v1/login/refresh' })
      state.keys.push(headers['Idempotency-Key'] ?? '')
      const respond = refreshes[state.keys.length - 1]
      if (!respond) throw new Error('an unexpected refresh')
      return respond()
    },
    isUnauthorized: ({ status }) => status === 401,
    onEnd: () => {
      state.ended += 1
    },
    unavailable: async ({ status }) => new Error(`unavailable: ${status}`),
  })
  const attempt = async (): Promise<Reply> => ({
    status: state.token === state.accepts ? 200 : 401,
    token: state.token,
  })
  return { state, session, call: () => session.call(attempt) }
}

const granted = () => Response.json(TOKEN)
const refused = () => Response.json({ error: { code: 'unauthorized' } }, { status: 401 })
const overloaded = () => Response.json({ error: { code: 'overloaded' } }, { status: 503 })
const noNetwork = (): Response => {
  throw new TypeError('network')
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a session', () => {
  it('passes a reply on without a refresh while the token is accepted', async () => {
    const { state, call } = world()
    state.token = 'fresh'
    expect(await call()).toEqual({ status: 200, token: 'fresh' })
    expect(state.keys).toEqual([])
  })

  it('outlives a server that cannot look: the refresh is repeated once with its key, and the call fails alone', async () => {
    const { state, call } = world(overloaded, granted, overloaded, overloaded)
    const first = call()
    await vi.advanceTimersByTimeAsync(3100)
    expect(await first).toEqual({ status: 200, token: 'fresh' })
    expect(state.keys[1]).toBe(state.keys[0])
    state.accepts = 'fresher'
    const second = expect(call()).rejects.toThrow('unavailable: 503')
    await vi.advanceTimersByTimeAsync(3100)
    await second
    expect([state.ended, state.token]).toEqual([0, 'fresh'])
  })

  it('refreshes once for all calls that wait, and makes each again with the new token', async () => {
    const { state, call } = world(granted)
    const replies = await Promise.all([call(), call(), call()])
    expect(replies.map(({ status, token }) => [status, token])).toEqual([
      [200, 'fresh'],
      [200, 'fresh'],
      [200, 'fresh'],
    ])
    expect(state.keys).toHaveLength(1)
    expect(state.ended).toBe(0)
  })

  it('ends when the refresh is refused, and keeps the first reply', async () => {
    const { state, call } = world(refused)
    expect(await call()).toEqual({ status: 401, token: 'old' })
    expect(state.ended).toBe(1)
  })

  it('ends when the refresh brings no token', async () => {
    const { state, call } = world(() => new Response('<html>'))
    expect(await call()).toMatchObject({ status: 401 })
    expect(state).toMatchObject({ ended: 1, token: 'old' })
  })

  it('ends on a second 401', async () => {
    const { state, call } = world(granted)
    state.accepts = 'another'
    expect(await call()).toEqual({ status: 401, token: 'fresh' })
    expect(state.ended).toBe(1)
  })

  it('waits three seconds after a network failure and tries the refresh once more with the same key', async () => {
    const { state, call } = world(noNetwork, granted)
    const reply = call()
    await vi.advanceTimersByTimeAsync(2900)
    expect(state.keys).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(200)
    expect(await reply).toMatchObject({ status: 200 })
    expect(state.keys[0]).toMatch(/^[\da-f]{32}$/)
    expect(state.keys[1]).toBe(state.keys[0])
  })

  it('goes on after two network failures: the call rejects, the token stays', async () => {
    const { state, call } = world(noNetwork, noNetwork, granted)
    const rejected = expect(call()).rejects.toThrow('network')
    await vi.advanceTimersByTimeAsync(3100)
    await rejected
    expect(state).toMatchObject({ ended: 0, token: 'old' })
    // The next call tries again, with a key of its own.
    expect(await call()).toMatchObject({ status: 200 })
    expect(state.keys[2]).not.toBe(state.keys[0])
  })

  it('takes over the token of another tab without a refresh', async () => {
    const { state, session } = world()
    const reply = await session.call(async () => {
      const { token } = state
      // Another tab stores its token while the request is on its way.
      state.token = 'fresh'
      return { status: token === 'fresh' ? 200 : 401, token }
    })
    expect(reply).toEqual({ status: 200, token: 'fresh' })
    expect(state.keys).toEqual([])
  })

  it('refreshes under a lock that all tabs share, where the browser has locks', async () => {
    const request = vi.fn((_name: string, work: () => Promise<boolean>) => work())
    vi.stubGlobal('navigator', { locks: { request } })
    const { call } = world(granted)
    expect(await call()).toMatchObject({ status: 200 })
    expect(request).toHaveBeenCalledWith('kartis-refresh', expect.any(Function))
  })
})
