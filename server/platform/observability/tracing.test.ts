import { createServer, type Server } from 'node:http'
import { cancelOrder } from '@kartis/contract/orders.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../../settings.ts'
import { as, eventOnSale } from '../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../testing/gateway.ts'
import { type Producer, producer } from '../../testing/people.ts'
import { boughtByCard } from '../../testing/sales.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { startTracing } from './start-tracing.ts'
import { tracing } from './tracing.ts'

interface Value {
  readonly stringValue?: string
  readonly intValue?: number
  readonly arrayValue?: { readonly values: readonly Value[] }
}
type Attributes = readonly { readonly key: string; readonly value: Value }[]
interface WireSpan {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: Attributes
  readonly events: readonly { readonly name: string; readonly attributes: Attributes }[]
  readonly links: readonly { readonly spanId: string }[]
  readonly status: { readonly code?: number; readonly message?: string }
}
interface Batch {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Attributes }
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[]
  }[]
}

const PHONE = '+972521234567'
/** What every buyer of the tests enters. */
const NAME = 'דנה כהן'
const EMAIL = 'dana@example.co.il'

const addressOf = (server: Server): string => {
  const at = server.address()
  return `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`
}

/** A collector as OpenTelemetry's own: it takes what is posted to /v1/traces. */
const openCollector = async () => {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(body)
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: addressOf(server), bodies, close: () => new Promise((resolve) => server.close(resolve)) }
}

const valueOf = (attributes: Attributes, key: string): string | number | undefined => {
  const value = attributes.find((each) => each.key === key)?.value
  return value?.stringValue ?? value?.intValue
}

const warnings: string[] = []
const log = { warn: (_fields: object, message: string) => void warnings.push(message) } as never

let collector: Awaited<ReturnType<typeof openCollector>>
let world: World
let owner: Producer
let gateway: TestGateway
let spans: readonly WireSpan[]
let order: string
let secrets: readonly string[]

beforeAll(async () => {
  collector = await openCollector()
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.url
  process.env['OTEL_RESOURCE_ATTRIBUTES'] = 'deployment.environment.name=test'
  const stop = await startTracing(true, log)
  world = await openWorld()
  gateway = await useTestGateway(world)
  owner = await producer(world)
  const sale = await eventOnSale(world, owner, { type: { price: 100 } })
  const bought = await boughtByCard(world, gateway, sale, { phone: PHONE })
  order = bought.uuid
  secrets = [PHONE, PHONE.slice(4), NAME, EMAIL, bought.token, owner.token, owner.user.id]
  await world.handleEvents()
  await world.platform.jobs.drain()
  await world.call(cancelOrder, { ...as(owner), params: { uuid: order }, body: { refund: true } })
  await world.http('GET', '/healthz')
  await stop()
  spans = collector.bodies.flatMap((body) =>
    (JSON.parse(body) as Batch).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )
})
afterAll(async () => {
  delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT']
  delete process.env['OTEL_RESOURCE_ATTRIBUTES']
  await world.close()
  await collector.close()
})

describe('a collector', () => {
  it('receives every request of a purchase with its route, status, request id and order', () => {
    const requests = spans.filter(({ kind }) => kind === 2)
    const ours = requests.filter(({ attributes }) =>
      [valueOf(attributes, 'kartis.order'), valueOf(attributes, 'kartis.created')].includes(order),
    )
    expect(ours.map(({ name, attributes }) => `${name} ${valueOf(attributes, 'http.response.status_code')}`)).toEqual([
      'POST /api/v1/public/orders 201',
      'PATCH /api/v1/public/orders/:uuid 200',
      'POST /api/v1/public/orders/:uuid/payment 200',
    ])
    const ids = requests.map(({ attributes }) => valueOf(attributes, 'kartis.request_id'))
    expect(new Set(ids).size).toBe(requests.length)
    expect(ids.every((id) => /^[\da-f-]{36}$/u.test(String(id)))).toBe(true)
    expect(requests.map(({ name }) => name)).not.toContain('GET /healthz')
    expect(requests.every(({ parentSpanId }) => parentSpanId === undefined || parentSpanId === '')).toBe(true)
  })

  it('receives the settlement of its payment and its messages, by the order', () => {
    const events = spans.flatMap((span) => span.events.map((event) => ({ span: span.name, ...event })))
    const ours = events.filter(({ attributes }) => valueOf(attributes, 'kartis.order') === order)
    expect(ours.map(({ name }) => name)).toEqual(['payment settled', 'message sent', 'message sent'])
    expect(ours.filter(({ name }) => name === 'message sent').every(({ span }) => span.startsWith('job '))).toBe(true)
    expect(spans.map(({ name }) => name)).toContain('domain events orders.notifications')
  })

  it('receives the statements of a request in it, by their verb and table', () => {
    const byId = new Map(spans.map((span) => [span.spanId, span]))
    const rootOf = (span: WireSpan): WireSpan => {
      const parent = byId.get(span.parentSpanId ?? '')
      return parent ? rootOf(parent) : span
    }
    const statements = spans.filter(({ name }) => name === 'statements')
    expect(statements.length).toBeGreaterThan(10)
    const summaries = (route: string): string =>
      statements
        .filter((span) => rootOf(span).name === route)
        .map(({ attributes }) => String(valueOf(attributes, 'db.query.summary')))
        .join('\n')
    expect(summaries('POST /api/v1/public/orders')).toMatch(/with orders/u)
    expect(summaries('PATCH /api/v1/public/orders/:uuid')).toMatch(/(?:update|with) orders/u)
    // Each statement belongs to a request, a job or a reader of domain events.
    expect(statements.filter((span) => rootOf(span).name === 'statements')).toEqual([])
    const batch = spans.find(({ name }) => name === 'batch')
    expect(batch?.links.length).toBeGreaterThan(0)
  })

  it('receives nothing personal', () => {
    const text = collector.bodies.join('\n')
    for (const secret of secrets) expect(text).not.toContain(secret)
    const keys = new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)))
    expect([...keys].toSorted()).toMatchInlineSnapshot(`
      [
        "db.operation.batch.size",
        "db.query.summary",
        "db.system.name",
        "http.request.method",
        "http.response.status_code",
        "http.route",
        "kartis.account",
        "kartis.batch",
        "kartis.batch_size",
        "kartis.created",
        "kartis.domain_events",
        "kartis.jobs",
        "kartis.order",
        "kartis.request_id",
        "kartis.retries",
      ]
    `)
    expect(spans.every(({ status }) => !status.message)).toBe(true)
  })

  it('learns which service it is, and what the operator says of it', () => {
    const [first] = collector.bodies.map((body) => (JSON.parse(body) as Batch).resourceSpans[0])
    const attributes = first?.resource.attributes ?? []
    expect(valueOf(attributes, 'service.name')).toBe('kartis')
    expect(valueOf(attributes, 'deployment.environment.name')).toBe('test')
  })
})

describe('a collector that is away', () => {
  it('is one line in the log, and delays neither requests nor a stop', async () => {
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = 'http://127.0.0.1:9'
    warnings.length = 0
    const stop = await startTracing(true, log)
    for (let number = 0; number < 100; number++) tracing.tracer?.start(`span ${number}`).end()
    const began = performance.now()
    await stop()
    expect(performance.now() - began).toBeLessThan(5000)
    expect(warnings.length).toBeLessThan(2)
    expect(tracing.tracer).toBeUndefined()
  })
})

describe('tracing', () => {
  const isOn = (env: Record<string, string>): boolean => readSettings(env).tracing
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318'

  it('is off until the operator names a collector', () => {
    expect(isOn({})).toBe(false)
    expect(isOn({ OTEL_EXPORTER_OTLP_ENDPOINT })).toBe(true)
    expect(isOn({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces` })).toBe(true)
    expect(isOn({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' })).toBe(false)
    expect(isOn({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' })).toBe(false)
    expect(() => readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: '4318' })).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT is wrong')
  })
})
