import { data, endpoint, listQuery, shekels } from '@kartis/contract/endpoint.ts'
import { refuse } from '@kartis/domain/refusal.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openWorld, type World } from '../../testing/world.ts'
import { download } from './download.ts'
import { limit } from './rate-limit.ts'
import { type Plugin, route } from './route.ts'

const ACCOUNT = '01970000-0000-7000-8000-000000000001'
const ORDER = '01970000-0000-7000-8000-000000000002'
const USER = { id: '01970000-0000-7000-8000-000000000003', sessionId: 's', phone: '+972501234567' }

const base = { tag: 'probe', summary: 'A probe.' } as const
const reply = data(z.object({ seen: z.unknown() }))

const listProbes = endpoint({
  ...base,
  method: 'GET',
  path: '/v1/probe/things',
  access: 'public',
  query: listQuery({
    with: ['user', 'user.phone'],
    sort: ['name'],
    filter: { event_uuid: z.uuid().optional() },
    or: ['number', 'phone'],
  }),
  reply,
})
const bare = endpoint({ ...base, method: 'GET', path: '/v1/probe/bare', access: 'public', reply })
const make = endpoint({
  ...base,
  method: 'POST',
  path: '/v1/probe/things',
  access: 'public',
  body: z.object({
    name: z.string().trim().min(1),
    price: shekels,
    items: z.array(z.object({ quantity: z.int().min(1) })).min(1),
    email: z.email().optional(),
    kind: z.enum(['a', 'b']).optional(),
  }),
  reply: data(z.object({ name: z.string(), serial: z.int(), price: shekels, note: z.string().nullable() })),
  status: 201,
})
const mine = endpoint({ ...base, method: 'GET', path: '/v1/probe/mine', access: 'user', reply })
const scanned = endpoint({
  ...base,
  method: 'GET',
  path: '/v1/probe/scanned',
  access: { permission: 'account.read' },
  reply,
})
const managed = endpoint({
  ...base,
  method: 'GET',
  path: '/v1/probe/managed',
  access: { permission: 'team.list' },
  reply,
})
const bought = endpoint({
  ...base,
  method: 'GET',
  path: '/v1/probe/orders/:uuid',
  access: 'order-token',
  params: z.object({ uuid: z.uuid() }),
  reply,
})
const refusals = ['sold_out'] as const
const refused = endpoint({ ...base, method: 'GET', path: '/v1/probe/refused', access: 'public', reply, refusals })
const misread = endpoint({ ...base, method: 'GET', path: '/v1/probe/misread', access: 'public', reply })
const broken = endpoint({ ...base, method: 'GET', path: '/v1/probe/broken', access: 'public', reply })
const sheet = endpoint({
  ...base,
  method: 'GET',
  path: '/v1/probe/sheet',
  access: 'public',
  reply: z.unknown(),
  replyType: 'xlsx',
})
const few = endpoint({ ...base, method: 'POST', path: '/v1/probe/few', access: 'public', reply })

let serial = 0

const probe: Plugin = async (app) => {
  const echo = async (call: { query?: unknown; actor?: unknown }) => ({ data: { seen: call.query ?? call.actor } })
  route(app, listProbes, echo)
  route(app, bare, echo)
  route(app, make, async ({ body }) => {
    return { data: { name: body.name, serial: ++serial, price: body.price, note: null, hidden: 'never leaves' } }
  })
  for (const guarded of [mine, scanned, managed, bought])
    route(app, guarded, async ({ actor }) => ({ data: { seen: actor } }))
  route(app, refused, async () => refuse('sold_out', { detail: { left: { general: 2 } } }))
  route(app, misread, async () => refuse('purchase_limit', { detail: { max: 'many' } }), {
    shared: { version: String },
  })
  route(app, broken, async () => {
    throw new Error('password=hunter2')
  })
  route(app, sheet, async () =>
    download({ type: 'application/x-sheet', name: 'הזמנות "2026".xlsx' }, Buffer.from('bytes')),
  )
  route(
    app,
    few,
    async ({ platform }) => (await limit(platform, 'few:me', { max: 2, seconds: 60 })) ?? { data: { seen: 1 } },
  )
  return {
    session: async (bearer) => (bearer.startsWith('good') ? USER : undefined),
    membership: async (userId, account) =>
      userId === USER.id && account === ACCOUNT ? { id: ACCOUNT, role: 'scanner', events: null } : undefined,
    orderAccess: async (order, token) => (order === ORDER && token === 'key' ? { id: ORDER, eventId: 'e' } : undefined),
  }
}

let world: World
beforeAll(async () => {
  world = await openWorld({ modules: [probe], env: { RATE_LIMITS: 'on' } })
})
afterAll(() => world.close())

describe('who may call', () => {
  test('a signed-in endpoint asks strangers to sign in', async () => {
    expect(await world.call(mine)).toMatchObject({ status: 401, error: { code: 'unauthorized' } })
    expect(await world.call(mine, { token: 'bad' })).toMatchObject({ status: 401 })
    expect(await world.call(mine, { token: 'good' })).toMatchObject({
      status: 200,
      body: { data: { seen: { user: USER } } },
    })
  })

  test('an open endpoint knows a caller who happens to be signed in, and forgives a stale token', async () => {
    expect((await world.call(listProbes, { token: 'bad' })).status).toBe(200)
  })

  test('a workspace that is missing, malformed or not yours is a 403', async () => {
    for (const account of [undefined, 'x', ORDER]) {
      expect(await world.call(scanned, { token: 'good', account })).toMatchObject({
        status: 403,
        error: { code: 'wrong_workspace' },
      })
    }
    expect(await world.call(scanned, { token: 'good', account: ACCOUNT })).toMatchObject({
      status: 200,
      body: { data: { seen: { user: USER, account: { id: ACCOUNT, role: 'scanner', events: null } } } },
    })
  })

  test('a role too low is forbidden', async () => {
    expect(await world.call(managed, { token: 'good', account: ACCOUNT })).toMatchObject({
      status: 403,
      error: { code: 'forbidden' },
    })
  })

  test('an order opens to its token alone; another order is not found', async () => {
    expect(await world.call(bought, { params: { uuid: ORDER } })).toMatchObject({ status: 401 })
    expect(await world.call(bought, { params: { uuid: ORDER }, orderToken: 'no' })).toMatchObject({ status: 404 })
    expect(await world.call(bought, { params: { uuid: ACCOUNT }, orderToken: 'key' })).toMatchObject({ status: 404 })
    expect(await world.call(bought, { params: { uuid: ORDER }, orderToken: 'key' })).toMatchObject({ status: 200 })
  })
})

describe('list parameters', () => {
  const get = (query: string) => world.http('GET', `/api/v1/probe/things${query}`)

  test('brackets, one relation or many, and the OR group are understood', async () => {
    const { body } = await get(
      `?with[]=user&with[]=user.phone&page=2&per_page=100&sort=-name&filter[event_uuid]=${ORDER}&filter[or][phone]=050`,
    )
    expect(body).toEqual({
      data: {
        seen: {
          with: ['user', 'user.phone'],
          page: 2,
          per_page: 100,
          sort: '-name',
          filter: { event_uuid: ORDER, or: { phone: '050' } },
        },
      },
    })
    expect((await get('?with=user')).body).toMatchObject({ data: { seen: { with: ['user'], page: 1, per_page: 20 } } })
  })

  test.each([
    ['?with[]=money', 'with.0', 'unknown_option'],
    ['?append[]=x', 'append', 'too_many'],
    ['?filter[colour]=red', 'filter.colour', 'unknown_field'],
    ['?filter[or][email]=x', 'filter.or.email', 'unknown_field'],
    ['?filter[event_uuid]=12', 'filter.event_uuid', 'invalid'],
    ['?per_page=101', 'per_page', 'too_large'],
    ['?page=0', 'page', 'too_small'],
    ['?page=abc', 'page', 'not_a_number'],
    ['?sort=price', 'sort', 'unknown_option'],
    ['?limit=5', 'limit', 'unknown_field'],
  ])('%s is a 422 that names %s', async (query, field, reason) => {
    const answer = await get(query)
    expect(answer.status).toBe(422)
    expect(answer.error).toMatchObject({ code: 'validation', detail: { [field]: [reason] } })
  })

  test('an endpoint without parameters accepts none', async () => {
    expect(await world.http('GET', '/api/v1/probe/bare?with[]=x')).toMatchObject({
      status: 422,
      error: { detail: { with: ['unknown_field'] } },
    })
  })
})

describe('bodies', () => {
  const good = { name: 'one', price: 12.5, items: [{ quantity: 1 }] }

  test('all validation errors are reported at once, by field', async () => {
    const answer = await world.http('POST', '/api/v1/probe/things', {
      name: ' ',
      price: 1.005,
      items: [{ quantity: 0 }, {}],
      email: 'x',
      kind: 'c',
    })
    expect(answer.status).toBe(422)
    expect(answer.error?.detail).toEqual({
      name: ['required'],
      price: ['money_two_places'],
      'items.0.quantity': ['too_small'],
      'items.1.quantity': ['required'],
      email: ['invalid_email'],
      kind: ['unknown_option'],
    })
  })

  test('a text with a NUL character is a validation error in the body and in the query', async () => {
    const body = { name: 'a\0b', price: 1, items: [{ quantity: 1 }] }
    expect(await world.http('POST', '/api/v1/probe/things', body)).toMatchObject({
      status: 422,
      body: { error: { detail: { name: ['invalid'] } } },
    })
    expect(await world.http('GET', '/api/v1/probe/things?filter[or][number]=%00')).toMatchObject({
      status: 422,
      body: { error: { detail: { 'filter.or.number': ['invalid'] } } },
    })
  })

  test('an empty or missing body names the required fields', async () => {
    const expected = { name: ['required'], price: ['required'], items: ['required'] }
    expect((await world.http('POST', '/api/v1/probe/things')).error?.detail).toEqual(expected)
    const empty = await world.http('POST', '/api/v1/probe/things', '', {
      headers: { 'content-type': 'application/json' },
    })
    expect(empty.error?.detail).toEqual(expected)
  })

  test('a body that is not JSON, too large or of another type is refused in the same shape', async () => {
    const json = { headers: { 'content-type': 'application/json' } }
    expect(await world.http('POST', '/api/v1/probe/things', '{"name":', json)).toMatchObject({
      status: 422,
      error: { code: 'validation', detail: { body: ['not_json'] } },
    })
    expect(await world.http('POST', '/api/v1/probe/things', '[1]', json)).toMatchObject({ status: 422 })
    expect(await world.http('POST', '/api/v1/probe/things', '{"__proto__":{"a":1}}', json)).toMatchObject({
      status: 422,
    })
    expect(await world.http('POST', '/api/v1/probe/things', `"${'x'.repeat(1_100_000)}"`, json)).toMatchObject({
      status: 413,
      error: { code: 'payload_too_large' },
    })
    expect(
      await world.http('POST', '/api/v1/probe/things', 'a', { headers: { 'content-type': 'text/csv' } }),
    ).toMatchObject({
      status: 415,
      error: { code: 'unsupported_media_type' },
    })
  })

  test.each([
    '__proto__=1',
    '__proto__[x]=1',
    'constructor=1',
    'toString=1',
    'page[]=2',
    'page[x]=2',
    '%5F%5Fproto__=1',
  ])('a list refuses the parameter %s', async (query) => {
    const answer = await world.http('GET', `/api/v1/probe/things?${query}`)
    expect([answer.status, answer.error?.code]).toEqual([422, 'validation'])
  })

  test('a reply has only the fields of its contract', async () => {
    const answer = await world.call(make, { body: good })
    expect(answer.status).toBe(201)
    expect(answer.body.data).toEqual({ name: 'one', serial: expect.any(Number), price: 12.5, note: null })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  })
})

describe('refusals and errors', () => {
  test('an unknown API path is a 404 in the language of the caller', async () => {
    const hebrew = await world.http('GET', '/api/v1/nothing')
    expect(hebrew).toMatchObject({ status: 404, error: { code: 'not_found', detail: {} } })
    expect(hebrew.error?.description).toMatch(/[א-ת]/)
    expect(
      (await world.http('GET', '/api/v1/nothing', undefined, { lang: 'en-GB,en;q=0.9' })).error?.description,
    ).toMatch(/^We could not/)
    expect((await world.http('GET', '/api/v1/nothing', undefined, { lang: 'ar' })).error?.description).toMatch(
      /[\u0600-\u06ff]/,
    )
  })

  test('a refusal has its status, code and detail', async () => {
    expect(await world.call(refused)).toMatchObject({
      status: 409,
      error: { code: 'sold_out', detail: { left: { general: 2 } } },
    })
  })

  test('the detail of a refusal is held against its contract where replies are shared too', async () => {
    expect((await world.call(misread)).status).toBe(500)
  })

  test('replies of an endpoint that is not public cannot be shared', () => {
    const seen = async () => ({ data: { seen: 1 } })
    expect(() => route(world.app, mine, seen, { shared: { version: String } })).toThrow(/not public/)
  })

  test('an error reveals nothing of its cause', async () => {
    const answer = await world.call(broken)
    expect(answer).toMatchObject({ status: 500, error: { code: 'system_error', detail: {} } })
    expect(answer.text).not.toContain('hunter2')
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('a file is sent with its name in any language', async () => {
    const answer = await world.call(sheet)
    expect(answer.bytes.toString()).toBe('bytes')
    expect(answer.headers['content-disposition']).toContain(
      "filename*=UTF-8''%D7%94%D7%96%D7%9E%D7%A0%D7%95%D7%AA%20%222026%22.xlsx",
    )
  })

  test('a call above its allowance is refused with the time to wait', async () => {
    expect((await world.call(few)).status).toBe(200)
    expect((await world.call(few)).status).toBe(200)
    const third = await world.call(few)
    expect(third).toMatchObject({ status: 429, error: { code: 'too_many_requests', detail: { retry_after: 60 } } })
    expect(third.headers['retry-after']).toBe('60')
    world.clock.advance(61)
    expect((await world.call(few)).status).toBe(200)
  })
})
