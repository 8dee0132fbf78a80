import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../testing/world.ts'
import { networkOf } from './rate-limit.ts'
import { securityHeaders } from './security.ts'
import { inlineScripts, isProducerPage, withSupport } from './producer-app.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ modules: [] })
})
afterAll(() => world.close())

const page = { headers: { accept: 'text/html,application/xhtml+xml' } }

describe('health endpoints', () => {
  test('a process with a reachable database is ready', async () => {
    expect(await world.http('GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(await world.http('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })
  })

  test('metrics count requests by route, never by URL', async () => {
    await world.http('GET', '/api/v1/nothing?token=secret')
    const { text, headers } = await world.http('GET', '/metrics')
    expect(headers['content-type']).toContain('text/plain')
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="none",status="404",app="other"}')
    expect(text).toContain('process_resident_memory_bytes')
    expect(text).not.toContain('secret')
  })
})

describe('metrics', () => {
  test('are written once for all who ask at the same time', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => world.http('GET', '/metrics')))
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  })

  test('are hidden from everybody without the token, once there is one', async () => {
    const guarded = await openWorld({ modules: [], env: { METRICS_TOKEN: 'a-token-of-metrics-1' } })
    const as = (authorization?: string) =>
      guarded.http('GET', '/metrics', undefined, authorization ? { headers: { authorization } } : {})
    expect([(await as()).status, (await as('Bearer wrong')).status]).toEqual([404, 404])
    expect((await as('Bearer a-token-of-metrics-1')).text).toContain('process_resident_memory_bytes')
    await guarded.close()
  })

  test('are served by nobody but a loopback installation without a token', async () => {
    const open = await openWorld({ modules: [], env: { PUBLIC_URL: 'https://tickets.example.co.il' } })
    expect((await open.http('GET', '/metrics')).status).toBe(404)
    await open.close()
  })
})

describe('malformed addresses', () => {
  test.each(['/api/v1/public/events/%zz', '/api/v1/public/events/%C0%AF', '/order/%zz', '/%'])(
    '%s is not found, in the shape of every refusal and with its headers',
    async (url) => {
      const { status, error, headers } = await world.http('GET', url)
      expect([status, error?.code]).toEqual([404, 'not_found'])
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
    },
  )

  test('a browser gets a page that says so', async () => {
    const order = `/api/v1/public/orders/${crypto.randomUUID()}/%zz`
    for (const url of ['/order/%zz', order]) {
      const answer = await world.http('GET', url, undefined, page)
      expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    }
  })
})

describe('security headers', () => {
  test('the API may not be framed or run scripts', async () => {
    const { headers } = await world.http('GET', '/api/v1/nothing')
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('replies of the API are stored nowhere, unless they say otherwise themselves', async () => {
    expect((await world.http('GET', '/api/v1/nothing')).headers['cache-control']).toBe('no-store')
  })

  test('no page may change its base address, and the windows of the app belong to it alone', async () => {
    const { headers } = await world.http('GET', '/login', undefined, page)
    expect(headers['content-security-policy']).toContain("base-uri 'none'")
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    const { sale } = securityHeaders(world.platform.settings, [])
    expect(sale['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
    expect(sale['content-security-policy']).toContain("base-uri 'none'")
  })

  test('pages load pictures from this server alone', async () => {
    const { producer, sale } = securityHeaders(world.platform.settings, [])
    for (const { 'content-security-policy': policy } of [producer, sale])
      expect(policy).toContain("img-src 'self' data: blob:;")
  })

  test('security.txt says whom to write to, and until when that holds', async () => {
    const { text, headers } = await world.http('GET', '/.well-known/security.txt')
    expect(headers['content-type']).toContain('text/plain')
    expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m)
    const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')
    expect(expires - world.clock.now().getTime()).toBeGreaterThan(90 * 86_400_000)
    expect(expires - world.clock.now().getTime()).toBeLessThan(365 * 86_400_000)
  })

  test('robots.txt lets sale pages and their pictures be read, and nothing of one buyer, the API or the producer app', async () => {
    const { status, text, headers } = await world.http('GET', '/robots.txt')
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    // Of the rules that fit the longest counts, and of two such ones the one that allows.
    const rules = [...text.matchAll(/^(Allow|Disallow): (\S+)$/gm)].map(([, kind, path = '']) => ({ kind, path }))
    const isRead = (path: string) =>
      rules
        .filter((rule) => (rule.path.endsWith('$') ? path === rule.path.slice(0, -1) : path.startsWith(rule.path)))
        .toSorted((a, b) => b.path.length - a.path.length || Number(b.kind === 'Allow') - Number(a.kind === 'Allow'))[0]
        ?.kind === 'Allow'
    expect(
      ['/order', '/order/abcdefghjk', '/order/_/assets/a.js', '/order/terms', '/files/1', '/order/mybcdefghk'].map(
        isRead,
      ),
    ).toEqual([true, true, true, true, true, true])
    const closed = [
      '/',
      '/login',
      '/events',
      '/api/v1/public/events',
      '/order/tickets/1?token=x',
      '/order/checkout/1',
      '/order/my',
      '/order/my?cancel=1',
    ]
    expect(closed.filter(isRead)).toEqual([])
  })

  test('the producer app runs its own scripts only, and other sites cannot frame it', async () => {
    const { headers } = await world.http('GET', '/login', undefined, page)
    expect(headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
    expect(headers['permissions-policy']).toContain('camera=(self)')
  })

  test('the storefront may be embedded anywhere, the producer app nowhere', () => {
    const { sale, producer } = securityHeaders(world.platform.settings, [])
    expect(sale['content-security-policy']).toContain('frame-ancestors *')
    expect(sale['x-frame-options']).toBeUndefined()
    expect(producer['x-frame-options']).toBe('SAMEORIGIN')
  })

  test('other sites may call the public API, without cookies, and nothing else', async () => {
    const preflight = (path: string) =>
      world.http('OPTIONS', path, undefined, {
        headers: {
          origin: 'https://band.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-order-token',
        },
      })
    const open = await preflight('/api/v1/public/orders')
    expect(open.status).toBe(204)
    expect(open.headers['access-control-allow-origin']).toBe('*')
    expect(open.headers['access-control-allow-credentials']).toBeUndefined()
    expect((await preflight('/api/v1/login')).headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('the support contact of the producer app', () => {
  const html = '<html><head><title>Kartis</title></head><body></body></html>'

  test('the page names the phone and the email of the operator, escaped', () => {
    expect(withSupport(html, { phone: '03-555-0100', email: 'a"b<c>@example.co.il' })).toContain(
      '<meta name="support-phone" content="03-555-0100">' +
        '<meta name="support-email" content="a&quot;b&lt;c&gt;@example.co.il"></head>',
    )
  })

  test('a contact that the settings leave empty is left out', () => {
    expect(withSupport(html, { phone: '', email: '' })).toBe(html)
  })
})

describe('pages of the producer app', () => {
  test.each(['/', '/login', '/events/0197/tickets/create', '/create-event/tickets/setup', '/settings/user-management'])(
    '%s is a page of the app',
    async (path) => {
      const answer = await world.http('GET', path, undefined, page)
      expect(answer.status).toBe(200)
      expect(answer.headers['content-type']).toContain('text/html')
      expect(answer.headers['cache-control']).toBe('no-cache')
    },
  )

  test('an unknown URL is a 404, as a page for browsers and as an error for programs', async () => {
    expect(isProducerPage('/nonsense')).toBe(false)
    expect((await world.http('GET', '/nonsense', undefined, page)).status).toBe(404)
    for (const path of ['/nonsense.js', '/api/nonsense', '/order/_/nonsense.js']) {
      const shown = await world.http('GET', path, undefined, page)
      expect(shown).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } })
      expect(await world.http('GET', path)).toMatchObject({ status: 404, error: { code: 'not_found' } })
    }
    expect(await world.http('POST', '/login')).toMatchObject({ status: 404, error: { code: 'not_found' } })
  })

  test.each([
    '//e/abc',
    '//',
    '/%2Fe/abc',
    '//order/abc',
    '/order//abc',
    '/api//v1',
    '//api/v1/public/events',
    '/api/v1//public/events',
    '/events//0197',
  ])('%s, with an empty part, is a 404', async (path) => {
    expect((await world.http('GET', path, undefined, page)).status).toBe(404)
    expect((await world.http('GET', path, undefined, { headers: { accept: 'application/json' } })).error?.code).toBe(
      'not_found',
    )
  })

  test('slashes in a query are none of the path', async () => {
    expect((await world.http('GET', '/login?next=//events', undefined, page)).status).toBe(200)
  })

  test('an inline script is allowed by its hash', () => {
    expect(inlineScripts('<script src="/a.js"></script><script>1</script>')).toEqual([
      "'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='",
    ])
  })

  test('the API serves its OpenAPI document and its documentation', async () => {
    const { body, headers } = await world.http('GET', '/api/openapi.json')
    expect(body).toMatchObject({ openapi: '3.1.0', info: { title: 'Kartis' } })
    expect(headers['content-type']).toContain('application/json')
    expect((await world.http('GET', '/api/docs')).text).toContain('<h1>Kartis API')
  })
})

test('a /64 of IPv6 addresses counts as one network', () => {
  expect(networkOf('::ffff:10.0.0.7')).toBe('10.0.0.7')
  expect(networkOf('2a02:ed0:1:2:3:4:5:6')).toBe('2a02:ed0:1:2::/64')
  expect(networkOf('2a02:ed0::9')).toBe(networkOf('2a02:ed0::1:0:0:7'))
})

test('requests of one network above the limit are refused with Retry-After', async () => {
  const strict = await openWorld({ modules: [], env: { RATE_LIMITS: 'on' } })
  let refused = await strict.http('GET', '/api/docs')
  for (let i = 0; i < 1600 && refused.status !== 429; i++) refused = await strict.http('GET', '/api/docs')
  expect(refused).toMatchObject({ status: 429, error: { code: 'too_many_requests' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await strict.http('GET', '/healthz')).status).toBe(200)
  await strict.close()
})
