import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { openWorld, type World } from '../../testing/world.ts'
import type { App } from './route.ts'
import { openDoor, pressureGauge } from './load-shedding.ts'

test('one long turn is no flood; two looks in a row are, until the first short one', () => {
  const gauge = pressureGauge()
  gauge.look(9000)
  expect(gauge.pressed()).toBe(false)
  gauge.look(9000)
  expect(gauge.pressed()).toBe(true)
  gauge.look(10)
  expect(gauge.pressed()).toBe(false)
})

describe('the door', () => {
  const state = { waiting: 0, pressed: false }
  const door = () => openDoor({ places: 10, waiting: () => state.waiting, pressed: () => state.pressed })
  beforeEach(() => Object.assign(state, { waiting: 0, pressed: false }))

  it('lets scans and the gateway in while the loop is pressed, and nobody else', () => {
    state.pressed = true
    expect((['always', 'first', 'begun', 'usual'] as const).map(door().admits)).toEqual([true, true, false, false])
  })

  it('turns callers away when half of them would only wait for the database', () => {
    state.waiting = 5
    expect((['always', 'first', 'begun', 'usual'] as const).map(door().admits)).toEqual([true, true, true, false])
    state.waiting = 7
    expect(door().admits('begun')).toBe(false)
  })

  it('bounds even those who go first', () => {
    const one = door()
    for (let place = 0; place < 20; place++) one.enter()
    expect([one.admits('first'), one.admits('always')]).toEqual([false, true])
    one.leave()
    expect(one.admits('first')).toBe(true)
  })
})

describe('a server with ten places', () => {
  let world: World
  let base: string
  let release: () => void
  let held: Promise<void>

  const slow = async (app: App): Promise<void> => {
    app.get('/api/v1/slow', async () => held.then(() => 'done'))
    app.get('/api/v1/quick', async () => 'done')
    app.get('/api/v1/public/orders/mine', async () => 'done')
    app.post('/api/v1/producer/events/one/scan_ticket', async () => 'in')
    app.post('/api/v1/payments/test/notify', async () => 'heard')
  }

  beforeAll(async () => {
    world = await openWorld({ modules: [slow], env: { MAX_IN_FLIGHT: '10' } })
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    base = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    // Our own fetch keeps the connections of callers who hung up; a server that stops has patience with them.
    world.app.server.closeAllConnections()
    await world.close()
  })
  beforeEach(() => {
    held = new Promise((resolve) => (release = resolve))
  })

  const ask = (path: string, init?: RequestInit) => fetch(`${base}${path}`, init)
  /** Ten callers inside who do not end. */
  const fill = async (signal?: AbortSignal) => {
    const inside = Array.from({ length: 10 }, () => ask('/api/v1/slow', signal ? { signal } : {}))
    inside.forEach((one) => void one.catch(() => undefined))
    for (let tries = 0; tries < 200 && (await ask('/api/v1/quick')).status === 200; tries++) await sleep(10)
    return inside
  }

  it('tells the eleventh at once to come back, in his language, and takes everyone again when the ten have gone', async () => {
    const inside = await fill()
    const refused = await ask('/api/v1/quick', { headers: { 'accept-language': 'en' } })
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(2)
    expect(refused.headers.get('cache-control')).toBe('no-store')
    const { error } = (await refused.json()) as { error: { code: string; description: string } }
    expect(error).toMatchObject({ code: 'overloaded' })
    expect(error.description).toMatch(/busy/i)
    release()
    expect((await Promise.all(inside)).every(({ status }) => status === 200)).toBe(true)
    expect((await ask('/api/v1/quick')).status).toBe(200)
  })

  it('still admits at the gates, hears the gateway, serves those who hold tickets and answers health checks', async () => {
    const inside = await fill()
    const post = { method: 'POST' }
    const answers = await Promise.all([
      ask('/api/v1/producer/events/one/scan_ticket', post),
      ask('/api/v1/payments/test/notify', post),
      ask('/api/v1/public/orders/mine'),
      ask('/healthz'),
      ask('/readyz'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await ask('/api/v1/quick')).status).toBe(503)
    release()
    await Promise.all(inside)
  })

  it.each([
    ['he', 'rtl'],
    ['en', 'ltr'],
    ['ar', 'rtl'],
  ])('shows people a page in their language (%s) that opens again by itself', async (lang, direction) => {
    const inside = await fill()
    const answer = await ask(`/order?lang=${lang}`, { headers: { accept: 'text/html' } })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('content-type')).toContain('text/html')
    const html = await answer.text()
    expect(html).toContain(`<html lang="${lang}" dir="${direction}">`)
    expect(html).toContain(`http-equiv="refresh" content="${answer.headers.get('retry-after')}"`)
    expect(html).not.toContain('busy:')
    release()
    await Promise.all(inside)
  })

  it('gives the place of a caller who hung up to the next', async () => {
    const gone = new AbortController()
    const left = await fill(gone.signal)
    gone.abort()
    await Promise.allSettled(left)
    let status = 503
    for (let tries = 0; tries < 100 && status === 503; tries++) {
      await sleep(20)
      status = (await ask('/api/v1/quick')).status
    }
    expect(status).toBe(200)
    release()
  })
})
