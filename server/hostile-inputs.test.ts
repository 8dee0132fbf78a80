import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { as, draftEvent, eventOnSale } from './testing/events.ts'
import { type Producer, producer } from './testing/people.ts'
import { reserved } from './testing/orders.ts'
import { openWorld, type World } from './testing/world.ts'

let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld({ env: { RATE_LIMITS: 'on' } })
  owner = await producer(world)
})
afterAll(() => world.close())

const reasonOf = ({ status, error }: { status: number; error?: { code: string } | undefined }) => [status, error?.code]

describe('inputs that PostgreSQL or Node cannot use are refused with 422', () => {
  test.each(['0020-01-01', '0000-01-01', '9999-12-31', '1899-12-31'])('a report from %s', async (from) => {
    for (const path of ['summary', 'summary/export?format=xlsx&']) {
      const url = `/api/v1/producer/reports/${path}${path.includes('?') ? '' : '?'}from=${from}&to=2026-11-22`
      const reply = await world.http('GET', url, undefined, as(owner))
      if (reply.status !== 404) expect(reasonOf(reply)).toEqual([422, 'validation'])
    }
    const list = await world.http('GET', `/api/v1/public/events?filter[from]=${from}`)
    expect(reasonOf(list)).toEqual([422, 'validation'])
  })

  test.each(['2027-01-01T10:00:00+23:59', '2027-01-01T10:00:00-23:59', '0020-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])(
    'an event that starts at %s',
    async (starts_at) => {
      const { uuid } = await draftEvent(world, owner)
      const settings = { doors_at: starts_at }
      for (const body of [{ starts_at }, { settings }])
        expect(reasonOf(await world.http('PATCH', `/api/v1/producer/events/${uuid}`, body, as(owner)))).toEqual([
          422,
          'validation',
        ])
    },
  )

  test.each([
    { value: 9e15 },
    { value: 1e308 },
    { value: 10, max_uses: 9e15 },
    { value: 10, max_tickets: 9e15 },
    { value: 10, max_tickets: -9e15 },
  ])('a coupon with %o', async (fields) => {
    const { event } = await eventOnSale(world, owner)
    for (const kind of ['percent', 'amount', 'price']) {
      const body = { event_uuid: event.uuid, code: 'BIG', kind, ...fields }
      expect(reasonOf(await world.http('POST', '/api/v1/producer/coupons', body, as(owner)))).toEqual([
        422,
        'validation',
      ])
    }
  })
})

describe('a body made to keep the event loop busy', () => {
  const json = { headers: { 'content-type': 'application/json' } }
  const manyFields = (count: number): string =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, place) => [`k${place}`, 1])))

  test('the reply names the first hundred of thousands of unknown fields and is smaller than the request', async () => {
    const body = manyFields(4000)
    const reply = await world.http('POST', '/api/v1/login', body, json)
    expect(reasonOf(reply)).toEqual([422, 'validation'])
    expect(Object.keys(reply.error?.detail ?? {})).toHaveLength(100)
    expect(reply.text.length).toBeLessThan(body.length / 10)
    const long = await world.http('POST', '/api/v1/login', JSON.stringify({ ['x'.repeat(30_000)]: 1 }), json)
    expect(long.text.length).toBeLessThan(1000)
  })

  test('of more than 64 KB is taken of nobody who is unknown', async () => {
    for (const path of ['/api/v1/login', '/api/v1/public/orders'])
      expect(reasonOf(await world.http('POST', path, manyFields(8000), json))).toEqual([413, 'payload_too_large'])
    const { uuid } = await draftEvent(world, owner)
    const description = `<p>${'ש'.repeat(39_000)}</p>`
    const body = { description, texts: { en: { description }, ar: { description } } }
    expect((await world.http('PATCH', `/api/v1/producer/events/${uuid}`, body, as(owner))).status).toBe(200)
  })

  test.each(['<x>', '<a b=c>', '</p>', '&'])('of a description of %s only is refused by its field', async (unit) => {
    const { uuid } = await draftEvent(world, owner)
    const description = `<p>${unit.repeat(Math.floor(39_990 / unit.length))}`
    for (const [body, field] of [
      [{ description }, 'description'],
      [{ texts: { ar: { description } } }, 'texts.ar.description'],
    ] as const) {
      const reply = await world.http('PATCH', `/api/v1/producer/events/${uuid}`, body, as(owner))
      expect([reply.status, reply.error?.detail]).toEqual([422, { [field]: ['too_long'] }])
    }
  })

  test('leaves room for a long description of a thousand paragraphs', async () => {
    const { uuid } = await draftEvent(world, owner)
    const description = '<p>שורה של תיאור &amp; עוד</p>'.repeat(1000)
    const reply = await world.http('PATCH', `/api/v1/producer/events/${uuid}`, { description }, as(owner))
    expect([reply.status, (reply.body as { data: { description: string } }).data.description]).toEqual([
      200,
      description,
    ])
  })
})

const bothAre = (status: number, code: string) => [
  [status, code],
  [status, code],
]

describe('an upload', () => {
  const send = async (contentType: string, body: string) => {
    const { event, type } = await eventOnSale(world, owner)
    const order = await reserved(world, event.uuid, { [type.uuid]: 1 })
    const headers = { 'content-type': contentType }
    return [
      await world.http('POST', `/api/v1/public/orders/${order.uuid}/attachments`, body, {
        orderToken: order.token,
        headers,
      }),
      await world.http('POST', `/api/v1/account/accounts/${owner.account.uuid}/attachments`, body, {
        ...as(owner),
        headers,
      }),
    ].map(reasonOf)
  }
  const part = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`

  test('without a boundary is of no known type', async () => {
    expect(await send('multipart/form-data', 'x')).toEqual(bothAre(415, 'unsupported_media_type'))
  })

  test('with a field named __proto__ is refused', async () => {
    expect(await send('multipart/form-data; boundary=b', `${part('__proto__')}--b--\r\n`)).toEqual(
      bothAre(422, 'validation'),
    )
  })

  test('that ends in the middle is refused', async () => {
    expect(await send('multipart/form-data; boundary=b', part('file').slice(0, -6))).toEqual(bothAre(422, 'validation'))
  })
})

test('callers who hang up at once cause no error', async () => {
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.app.server.address() as AddressInfo
  const body = JSON.stringify({ phone_country_code: '972', phone_number: '0521234567' })
  const request = `POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  for (let place = 0; place < 30; place++) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(request, () => socket.destroy())
  }
  await sleep(500)
  const { text } = await world.http('GET', '/metrics')
  expect(text).toContain('route="/api/v1/login"')
  expect(text).not.toMatch(/http_request_duration_seconds_count\{[^}]*status="500"/)
})
