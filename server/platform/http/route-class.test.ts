import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../testing/world.ts'
import { createWindows, PER_MINUTE } from './network-limit.ts'
import { classOfRoute } from './route-class.ts'
import type { App } from './route.ts'

let world: World
const routes = async (app: App): Promise<void> => {
  app.get('/api/v1/quick', async () => ({ ok: true }))
  app.get('/api/v1/public/events/:uuid/waiting-room', async () => ({ ok: true }))
  app.get('/order/:slug', async () => 'page')
}
beforeAll(async () => {
  world = await openWorld({ modules: [routes], env: { RATE_LIMITS: 'on' } })
})
afterAll(() => world.close())

let addresses = 0
/** Statuses of as many requests as the limit allows, and of one more, all from one new address. */
const exhaust = async (paths: readonly string[], limit: number): Promise<number[]> => {
  const remoteAddress = `198.51.100.${++addresses}`
  const statuses: number[] = []
  for (let sent = 0; sent <= limit; sent++) {
    const url = paths[sent % paths.length] ?? '/'
    statuses.push(
      (await world.app.inject({ method: 'GET', url, remoteAddress, headers: { accept: 'text/html' } })).statusCode,
    )
  }
  return statuses
}

describe('the limit of a network', { timeout: 120_000 }, () => {
  test('counts every spelling of an address of the API', async () => {
    const spellings = ['/api/v1/quick', '/%61pi/v1/quick', '/api/%76%31/quick?x=1', '/api/v1/quick/']
    const statuses = await exhaust(spellings, PER_MINUTE.api)
    expect(new Set(statuses.slice(0, PER_MINUTE.api))).toEqual(new Set([200]))
    expect(statuses.at(-1)).toBe(429)
  })

  test('counts pages, those that do not exist included, and answers with Retry-After', async () => {
    const statuses = await exhaust(['/order/show', '/%6frder/show', '/nothing', '/login'], PER_MINUTE.page)
    expect(statuses.slice(0, PER_MINUTE.page)).not.toContain(429)
    expect(statuses.at(-1)).toBe(429)
    const reply = await world.app.inject({ url: '/login', remoteAddress: `198.51.100.${addresses}` })
    expect([reply.statusCode, Number(reply.headers['retry-after']) > 0]).toEqual([429, true])
    // Another network, and the calls of the same one, are not concerned.
    expect((await world.app.inject({ url: '/order/show', remoteAddress: '203.0.113.9' })).statusCode).toBe(200)
    const call = { url: '/api/v1/quick', remoteAddress: `198.51.100.${addresses}` }
    expect((await world.app.inject(call)).statusCode).toBe(200)
  })

  test('counts neither health checks nor the poll of a waiting room', async () => {
    const poll = '/api/v1/public/events/019a5b3c-1111-7111-8111-111111111111/waiting-room'
    const statuses = await exhaust(['/healthz', poll], PER_MINUTE.api + 200)
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  test('begins again after its minute', () => {
    const clock = { now: 0 }
    const over = createWindows(() => clock.now)
    expect([over('a', 2), over('a', 2), over('a', 2), over('b', 2)]).toEqual([
      undefined,
      undefined,
      { wait: 60, isFirst: true },
      undefined,
    ])
    clock.now = 59_500
    expect(over('a', 2)).toEqual({ wait: 1, isFirst: false })
    clock.now = 60_000
    expect(over('a', 2)).toBeUndefined()
  })
})

describe('priority, limit and headers', () => {
  test('belong to the route and not to the text of the address', async () => {
    const policies = await Promise.all(
      ['/api/v1/quick', '/%61pi/v1/quick', '/api/v1/nothing', '/%61pi/v1/nothing'].map(
        async (url) => (await world.app.inject({ url })).headers['content-security-policy'],
      ),
    )
    expect(new Set(policies)).toEqual(new Set(["default-src 'none'; frame-ancestors 'none'"]))
    const page = await world.app.inject({ url: '/%6frder/show' })
    expect(page.headers['content-security-policy']).toContain('frame-ancestors *')
  })

  test.each([
    ['GET', '/healthz', 'producer', 'unlimited', 'always'],
    ['POST', '/api/v1/producer/events/:uuid/scan_ticket', 'api', 'api', 'first'],
    ['GET', '/api/v1/producer/events/:uuid/admission_list', 'api', 'api', 'first'],
    ['POST', '/api/v1/payments/:provider/notify', 'api', 'api', 'first'],
    ['POST', '/api/v1/cashier/sales', 'api', 'api', 'first'],
    ['POST', '/api/v1/public/orders', 'api', 'api', 'usual'],
    ['GET', '/api/v1/public/orders/:uuid/tickets.pdf', 'api', 'api', 'begun'],
    ['GET', '/api/v1/public/events/:uuid/waiting-room', 'api', 'unlimited', 'usual'],
    ['POST', '/api/v1/public/events/:uuid/waiting-room', 'api', 'api', 'usual'],
    ['GET', '/api/docs', 'producer', 'api', 'usual'],
    ['GET', '/order/*', 'sale', 'page', 'usual'],
    ['GET', '/order/checkout/*', 'sale', 'page', 'begun'],
    ['GET', '/order/tickets/*', 'sale', 'page', 'begun'],
    ['GET', '/order/_/*', 'sale', 'unlimited', 'usual'],
    ['GET', '/assets/*', 'producer', 'unlimited', 'usual'],
    ['GET', '/icon.svg', 'producer', 'unlimited', 'usual'],
    ['GET', '/embed.js', 'sale', 'unlimited', 'usual'],
    ['GET', '/', 'producer', 'page', 'usual'],
  ] as const)('%s %s: %s, %s, %s', (method, route, area, traffic, priority) => {
    expect(classOfRoute(method, route)).toMatchObject({ area, traffic, priority })
  })

  test.each([
    ['POST', '/api/v1/public/orders', true],
    ['GET', '/order/event/:slug', true],
    ['GET', '/api/v1/public/orders/:uuid', true],
    ['POST', '/api/v1/public/orders/:uuid/payment', false],
    ['POST', '/api/v1/producer/events/:uuid/scan_ticket', true],
    ['GET', '/api/v1/producer/orders/export', false],
    ['GET', '/healthz', false],
  ])('the time of %s %s says whether the process is overloaded: %s', (method, route, isTimed) => {
    expect(classOfRoute(method, route).isTimed).toBe(isTimed)
  })
})
