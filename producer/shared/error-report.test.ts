// @vitest-environment node

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

interface ReceivedReport {
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, unknown>>
}

const received: ReceivedReport[] = []
/** An error service that receives envelopes as a browser posts them. */
const service = createServer((request, answer) => {
  let body = ''
  request.on('data', (part: Buffer) => {
    body += part.toString()
  })
  request.on('end', () => {
    received.push({ url: request.url ?? '', body, headers: request.headers })
    answer.end('{}')
  })
})
let dsn: string | null = null

const START = {
  user: null,
  account: null,
  status: {
    signed_in: false,
    signup_complete: false,
    has_account: false,
    pending_invites: 0,
    version: '1.2.7',
    now: '2026-12-03T18:00:00Z',
    payments: 'sandbox',
    messages: 'outbox',
  },
}

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  service.close()
})

const requests: { url: string; headers: Headers }[] = []
beforeEach(() => {
  vi.resetModules()
  received.length = 0
  requests.length = 0
  dsn = `http://thekey@127.0.0.1:${(service.address() as AddressInfo).port}/7`
  const real = globalThis.fetch
  vi.stubGlobal('document', { documentElement: { lang: 'he' } })
  vi.stubGlobal('location', { pathname: '/events/019a5b3c-1111-7111-8111-111111111111/scan-tickets' })
  vi.stubGlobal('fetch', async (url: string, request: RequestInit = {}) => {
    if (!url.startsWith('/')) return real(url, { ...request, keepalive: false })
    requests.push({ url, headers: new Headers(request.headers) })
    return Response.json({ data: { ...START, status: { ...START.status, fault_reports: dsn } } })
  })
})
afterEach(() => vi.unstubAllGlobals())

/** The reporter keeps state between reports: each test imports it anew, together with the classes it compares with. */
const fresh = async () => ({
  ...(await import('./api-error.ts')),
  ...(await import('@kartis/contract/error-report.ts')),
  ...(await import('./error-report.ts')),
})
type Fresh = Awaited<ReturnType<typeof fresh>>

const report = async (...errors: ((modules: Fresh) => unknown)[]): Promise<void> => {
  const modules = await fresh()
  for (const error of errors) modules.reportError(error(modules))
  await vi
    .waitFor(() => expect(received.length + requests.length).toBeGreaterThan(0), { timeout: 300 })
    .catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, 100))
}

/** The report is sent asynchronously after the settings were loaded. */
const oneReportReceived = () => vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 5000 })

describe('reportError', () => {
  it('sends an error to the configured service with its screen and without personal data, tokens or cookies', async () => {
    await report(() => new Error('row of 050-234-5678 (noa@example.co.il) is gone'))
    await oneReportReceived()
    expect(received[0]?.url).toBe('/api/7/envelope/?sentry_version=7&sentry_key=thekey')
    expect(received[0]?.headers['authorization']).toBeUndefined()
    const [head, item, event] = (received[0]?.body ?? '').split('\n').map((line) => JSON.parse(line) as unknown)
    expect(head).toMatchObject({ event_id: expect.stringMatching(/^[0-9a-f]{32}$/u) })
    expect(item).toEqual({ type: 'event' })
    expect(event).toMatchObject({
      platform: 'javascript',
      release: 'kartis@1.2.7',
      tags: { app: 'producer', screen: '/events/[uuid]/scan-tickets', lang: 'he' },
      exception: { values: [{ type: 'Error', value: 'row of [number] ([email]) is gone' }] },
    })
    expect(requests.every(({ headers }) => !headers.has('authorization'))).toBe(true)
  })

  it('sends server errors and non-JSON responses with their code', async () => {
    await report(({ ApiError }) => new ApiError({ code: 'SYSTEM_ERROR', description: '', status: 502 }))
    await oneReportReceived()
    expect(received[0]?.body).toContain('"code":"SYSTEM_ERROR"')
  })

  it.each<[string, (modules: Fresh) => unknown]>([
    ['a network failure', ({ ApiError }) => new ApiError({ code: 'N1', description: '', status: 0 })],
    ['a refusal', ({ ApiError }) => new ApiError({ code: 'sold_out', description: '', status: 409 })],
    ['an overloaded server', ({ ApiError }) => new ApiError({ code: 'overloaded', description: '', status: 503 })],
    [
      'a chunk of the app that could not be fetched',
      () => new TypeError('Failed to fetch dynamically imported module'),
    ],
    ['an error marked as unreported', ({ unreported }) => unreported(new Error('known'))],
  ])('does not report %s', async (_name, error) => {
    await report(error)
    expect([received, requests]).toEqual([[], []])
  })

  it('sends nothing where no service is configured', async () => {
    dsn = null
    await report(() => new Error('x'))
    expect(received).toEqual([])
  })

  it('reports the same error once', async () => {
    const x = () => new Error('x')
    await report(x, x, x)
    await oneReportReceived()
  })
})
