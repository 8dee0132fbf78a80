import { unreported } from '@kartis/contract/error-report.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listen } from '@kartis/simulators/listen.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { createErrorReports } from './error-reports.ts'
import { openJobs } from '../jobs/jobs.ts'

interface Report {
  readonly path: string
  readonly auth: string
  readonly head: { event_id: string }
  readonly item: { type: string }
  readonly event: { tags: Record<string, string>; exception: { values: { type: string; value: string }[] } }
  readonly text: string
}

const reports: Report[] = []
let service: Awaited<ReturnType<typeof listen>>
let world: World

/** A service that reads envelopes: JSON lines of the envelope's header, the item's header and the item. */
beforeAll(async () => {
  service = await listen((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString()
      const [head, item, event] = text.split('\n').map((line) => JSON.parse(line) as never)
      if (head && item && event)
        reports.push({
          path: request.url ?? '',
          auth: String(request.headers['x-sentry-auth']),
          head,
          item,
          event,
          text,
        })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  world = await openWorld({
    env: { SENTRY_DSN: `${service.url.replace('://', '://thekey@')}/7` },
    modules: [
      async (app) => {
        app.get('/api/broken/:uuid', async () => {
          throw new Error('no seat for 050-234-5678 (noa@example.co.il)')
        })
        app.get('/api/away', async () => {
          throw Object.assign(new Error('connect'), { code: 'ECONNRESET' })
        })
        app.get('/api/marked', async () => {
          throw unreported(new Error('known trouble'))
        })
      },
    ],
  })
})
afterAll(async () => {
  await world.close()
  await service.close()
})
beforeEach(() => {
  reports.length = 0
  world.clock.advance(120)
})

const get = async (url: string) => {
  const answer = await world.http('GET', url, undefined, { token: 'kt_secret-token-of-somebody-0123456789' })
  await world.platform.errorReports.flush()
  return answer
}

describe('error reports', () => {
  test('an error is reported to the service of SENTRY_DSN, with its route and without personal data', async () => {
    const answer = await get('/api/broken/019a5b3c-1111-7111-8111-111111111111?phone=0502345678')
    expect([answer.status, answer.error?.code]).toEqual([500, 'system_error'])
    expect(reports).toHaveLength(1)
    const [report] = reports
    expect(report?.path).toBe('/api/7/envelope/')
    expect(report?.auth).toContain('sentry_key=thekey')
    expect(report?.head.event_id).toMatch(/^[0-9a-f]{32}$/)
    expect(report?.item.type).toBe('event')
    expect(report?.event.tags).toMatchObject({ app: 'server', method: 'GET', route: '/api/broken/:uuid' })
    expect(report?.event.tags['request']).toBe(answer.headers['x-request-id'])
    expect(report?.event.exception.values[0]).toMatchObject({ type: 'Error', value: 'no seat for [number] ([email])' })
    expect(report?.text).not.toMatch(/0502345678|050-234|noa@|kt_secret|019a5b3c-1111/u)
  })

  test('an error is reported once in a minute', async () => {
    for (let times = 0; times < 5; times++) await get('/api/broken/019a5b3c-1111-7111-8111-111111111111')
    expect(reports).toHaveLength(1)
  })

  test.each(['/api/away', '/api/marked', '/api/nowhere'])(
    'a network error, an error marked as unreported and a refusal are not reported: %s',
    async (url) => {
      await get(url)
      expect(reports).toEqual([])
    },
  )

  test('the error of a job is reported after its last attempt', async () => {
    const jobs = openJobs({
      connectionString: world.url,
      db: world.db,
      log: world.platform.log,
      work: false,
      onDeadJob: world.platform.errorReports.report,
    })
    jobs.define('trouble', async () => Promise.reject(new Error('cannot print')), { retries: 0 })
    await jobs.start()
    await jobs.enqueue(world.db, 'trouble', {})
    await jobs.drain({ names: ['trouble'] })
    await jobs.stop(1)
    await world.platform.errorReports.flush()
    expect(reports.map(({ event }) => event.tags)).toMatchObject([{ job: 'trouble' }])
  })
})

describe('error report service', () => {
  test('the producer app may connect to the service', async () => {
    const page = await world.http('GET', '/login', undefined, { headers: { accept: 'text/html' } })
    expect(page.headers['content-security-policy']).toContain(`connect-src 'self' ${service.url};`)
  })

  test('an unreachable service is logged, and without a service nothing is sent', async () => {
    const logged: string[] = []
    const log = { warn: (_fields: object, message: string) => void logged.push(message) }
    const clock = () => new Date()
    const unreachable = createErrorReports({
      settings: { sentryDsn: 'http://k@127.0.0.1:1/7', mode: 'test' },
      clock,
      log,
    })
    unreachable.report(new Error('x'))
    await unreachable.flush()
    expect(logged).toEqual(['error report not delivered'])
    const none = createErrorReports({ settings: { sentryDsn: undefined, mode: 'test' }, clock, log })
    none.report(new Error('x'))
    await none.flush()
    expect(logged).toHaveLength(1)
  })
})
