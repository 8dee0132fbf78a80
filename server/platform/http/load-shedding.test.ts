import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { openWorld, type World } from '../../testing/world.ts'
import type { App } from './route.ts'
import { createConcurrencyLimit, createOverloadDetector } from './load-shedding.ts'

test('the event loop is overloaded after two long samples in a row, until the first short one', () => {
  const detector = createOverloadDetector()
  detector.sample(9000)
  expect(detector.isOverloaded()).toBe(false)
  detector.sample(9000)
  expect(detector.isOverloaded()).toBe(true)
  detector.sample(10)
  expect(detector.isOverloaded()).toBe(false)
})

describe('concurrency limit', () => {
  const state = { waiting: 0, isOverloaded: false }
  const createLimit = () =>
    createConcurrencyLimit({
      maxInFlight: 10,
      waiting: () => state.waiting,
      isOverloaded: () => state.isOverloaded,
    })
  beforeEach(() => Object.assign(state, { waiting: 0, isOverloaded: false }))

  it('an overloaded event loop admits check-in and webhooks, and no other requests', () => {
    state.isOverloaded = true
    expect((['always', 'first', 'begun', 'usual'] as const).map(createLimit().admits)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('requests are refused while half of the limit waits for the database', () => {
    state.waiting = 5
    expect((['always', 'first', 'begun', 'usual'] as const).map(createLimit().admits)).toEqual([
      true,
      true,
      true,
      false,
    ])
    state.waiting = 7
    expect(createLimit().admits('begun')).toBe(false)
  })

  it('requests of the first priority have a limit too', () => {
    const limit = createLimit()
    for (let place = 0; place < 20; place++) limit.enter()
    expect([limit.admits('first'), limit.admits('always')]).toEqual([false, true])
    limit.leave()
    expect(limit.admits('first')).toBe(true)
  })
})

describe('server with MAX_IN_FLIGHT=10', () => {
  let world: World
  let base: string
  let release: () => void
  let held: Promise<void>

  const slow = async (app: App): Promise<void> => {
    app.get('/api/v1/slow', async () => held.then(() => 'done'))
    app.get('/api/v1/quick', async () => 'done')
    app.get('/api/v1/public/orders/:uuid', async () => 'done')
    app.post('/api/v1/producer/events/:uuid/scan_ticket', async () => 'in')
    app.post('/api/v1/payments/:provider/notify', async () => 'ok')
  }

  beforeAll(async () => {
    world = await openWorld({ modules: [slow], env: { MAX_IN_FLIGHT: '10' } })
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    base = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    // fetch keeps the connections of aborted requests open, and a close would wait for them.
    world.app.server.closeAllConnections()
    await world.close()
  })
  beforeEach(() => {
    held = new Promise((resolve) => (release = resolve))
  })

  const request = (path: string, init?: RequestInit) => fetch(`${base}${path}`, init)
  /** Ten requests in flight that do not end. */
  const fill = async (signal?: AbortSignal) => {
    const inFlight = Array.from({ length: 10 }, () => request('/api/v1/slow', signal ? { signal } : {}))
    inFlight.forEach((response) => void response.catch(() => undefined))
    for (let tries = 0; tries < 200 && (await request('/api/v1/quick')).status === 200; tries++) await sleep(10)
    return inFlight
  }

  it('the eleventh request is refused at once in its language, and new ones are served after the ten', async () => {
    const inFlight = await fill()
    const refused = await request('/api/v1/quick', { headers: { 'accept-language': 'en' } })
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(2)
    expect(refused.headers.get('cache-control')).toBe('no-store')
    const { error } = (await refused.json()) as { error: { code: string; description: string } }
    expect(error).toMatchObject({ code: 'overloaded' })
    expect(error.description).toMatch(/busy/i)
    release()
    expect((await Promise.all(inFlight)).every(({ status }) => status === 200)).toBe(true)
    expect((await request('/api/v1/quick')).status).toBe(200)
  })

  it('check-in, webhooks, checkouts and health checks are served during an overload', async () => {
    const inFlight = await fill()
    const post = { method: 'POST' }
    const answers = await Promise.all([
      request('/api/v1/producer/events/one/scan_ticket', post),
      request('/api/v1/payments/test/notify', post),
      request('/api/v1/public/orders/mine'),
      request('/healthz'),
      request('/readyz'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await request('/api/v1/quick')).status).toBe(503)
    release()
    await Promise.all(inFlight)
  })

  it.each([
    ['he', 'rtl'],
    ['en', 'ltr'],
    ['ar', 'rtl'],
  ])('a refused page is in the language of the visitor (%s) and reloads itself', async (lang, direction) => {
    const inFlight = await fill()
    const answer = await request(`/order?lang=${lang}`, { headers: { accept: 'text/html' } })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('content-type')).toContain('text/html')
    const html = await answer.text()
    expect(html).toContain(`<html lang="${lang}" dir="${direction}">`)
    expect(html).toContain(`http-equiv="refresh" content="${answer.headers.get('retry-after')}"`)
    expect(html).not.toContain('busy:')
    release()
    await Promise.all(inFlight)
  })

  it('a disconnected client makes room for the next request', async () => {
    const abort = new AbortController()
    const inFlight = await fill(abort.signal)
    abort.abort()
    await Promise.allSettled(inFlight)
    let status = 503
    for (let tries = 0; tries < 100 && status === 503; tries++) {
      await sleep(20)
      status = (await request('/api/v1/quick')).status
    }
    expect(status).toBe(200)
    release()
  })
})

describe.each([
  ['400', true],
  ['0', false],
])('server with SHED_ABOVE_MS=%s', (SHED_ABOVE_MS, isShed) => {
  const WORK_MS = 15
  const CALLERS = 64
  const SECONDS = 7
  let world: World
  let base: string
  /** The work in front of each request that was let in, its own included: how long it takes is up to the machine. */
  const served: { at: number; ms: number }[] = []

  /** Handles one request after the other, as a processor does. */
  const busy = async (app: App): Promise<void> => {
    let last: Promise<unknown> = Promise.resolve()
    let queued = 0
    app.get('/api/v1/public/work', async () => {
      queued += 1
      served.push({ at: Date.now(), ms: queued * WORK_MS })
      last = last.then(() => sleep(WORK_MS))
      await last
      queued -= 1
      return 'done'
    })
    app.post('/api/v1/producer/events/:uuid/scan_ticket', async () => 'in')
  }

  beforeAll(async () => {
    world = await openWorld({ modules: [busy], env: { SHED_ABOVE_MS } })
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    base = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    world.app.server.closeAllConnections()
    await world.close()
  })

  it(`${isShed ? 'refuses' : 'serves'} what it cannot serve quickly, and every scan`, async () => {
    const until = Date.now() + SECONDS * 1000
    let refused = 0
    const call = async (): Promise<void> => {
      const { status } = await fetch(`${base}/api/v1/public/work`)
      if (status !== 503) return
      refused += 1
      await sleep(100)
    }
    const scans: number[] = []
    await Promise.all([
      ...Array.from({ length: CALLERS }, async () => {
        while (Date.now() < until) await call()
      }),
      (async () => {
        for (; Date.now() < until; await sleep(50))
          scans.push((await fetch(`${base}/api/v1/producer/events/e/scan_ticket`, { method: 'POST' })).status)
      })(),
    ])
    expect(refused > 0).toBe(isShed)
    expect(new Set(scans)).toEqual(new Set([200]))
    const later = served.filter(({ at }) => at > until - 2000).map(({ ms }) => ms)
    const middle = later.toSorted((left, right) => left - right)[Math.floor(later.length / 2)] ?? Number.NaN
    if (isShed) expect(middle).toBeLessThan(750)
    else expect(middle).toBeGreaterThan(800)
  })
})
