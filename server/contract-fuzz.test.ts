import { createCoupon } from '@kartis/contract/coupons.ts'
import { queryText } from '@kartis/contract/client.ts'
import type { Endpoint } from '@kartis/contract/endpoint.ts'
import { errorReply } from '@kartis/contract/errors.ts'
import { createForm } from '@kartis/contract/forms.ts'
import { createVenue } from '@kartis/contract/venues.ts'
import { ROLES } from '@kartis/domain/permissions.ts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApi } from './platform/http/openapi/document.ts'
import { registerFor } from './testing/box-office.ts'
import { as, eventOnSale } from './testing/events.ts'
import { useTestGateway } from './testing/gateway.ts'
import { inputsOf } from './testing/hostile-inputs.ts'
import { atGateway, deliverWebhook, freeOrder, reserved, withDetails } from './testing/orders.ts'
import { joinAs, person, type Producer, producer, signIn } from './testing/people.ts'
import { type Caller, openWorld, type World } from './testing/world.ts'

/** The same inputs in every run; another number tries others. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_122)
/** Requests of each operation by each kind of caller. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 6)
/** Milliseconds that the inputs of one operation may take: a slow one is tried with fewer. */
const OPERATION_MS = 1500

let world: World
let owner: Producer
let ids: string[]
const callers = new Map<string, () => Promise<Caller>>()

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  const gateway = await useTestGateway(world)
  const { event, type } = await eventOnSale(world, owner, { type: { price: 100, sum_total_available: 5000 } })
  const free = await eventOnSale(world, owner, { type: { price: 0, sum_total_available: 5000 } })
  const open = await reserved(world, event.uuid, { [type.uuid]: 2 })
  const paid = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 1 }))
  const payment = await atGateway(world, paid)
  gateway.charge(payment, Math.round(paid.total_amount * 100))
  await deliverWebhook(world, { payment })
  const gift = await freeOrder(world, free.event.uuid, { [free.type.uuid]: 2 })
  const coupon = await world.call(createCoupon, {
    ...as(owner),
    body: { event_uuid: event.uuid, code: 'FUZZ', kind: 'percent', value: 10 },
  })
  const form = await world.call(createForm, {
    ...as(owner),
    body: { name: 'שאלון', fields: [{ name: 'שם', type: 'text' }] },
  })
  const address = { address_street: 'הרצל', address_street_number: '1', address_city: 'תל אביב' }
  const venue = await world.call(createVenue, { ...as(owner), body: { name: 'האולם', ...address } })
  const register = await registerFor(world, owner)
  ids = [
    ...[event, free.event, type, free.type, open, paid, gift].map(({ uuid }) => uuid),
    ...gift.tickets.map(({ uuid }) => uuid),
    ...[coupon.body.data, form.body.data, venue.body.data].map(({ uuid }) => uuid),
    payment,
    owner.account.uuid,
    owner.user.uuid,
    register.device.uuid,
  ]
  const orders = [open, paid, gift]
  let turn = 0
  callers.set('anonymous', async () => {
    // A buyer has the token of his order and nothing else.
    const order = orders[turn++ % orders.length]
    return { orderToken: order?.token }
  })
  const customer = await person(world)
  // An operation may end the session that it is called with.
  const fresh = (phone: string, account?: string) => {
    let token = ''
    return async (): Promise<Caller> => {
      if (!token || (await world.http('GET', '/api/v1/me', undefined, { token })).status === 401)
        token = (await signIn(world, phone)).token
      return { token, account, headers: { 'x-device-token': register.token } }
    }
  }
  callers.set('signed in', fresh(customer.phone))
  callers.set('owner', fresh(owner.phone, owner.account.uuid))
  for (const role of ROLES.filter((name) => name !== 'owner'))
    callers.set(role, fresh((await joinAs(world, owner, role)).phone, owner.account.uuid))
})
afterAll(() => world.close())

interface Sent {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const urlOf = (path: string, { params, query }: Sent): string => {
  const values = (params ?? {}) as Readonly<Record<string, unknown>>
  // A lone surrogate has no encoding: no client can send it in an address.
  const encoded = (value: unknown): string => encodeURIComponent(asText(value ?? '-').toWellFormed() || '-')
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encoded(values[name]))
  const text =
    typeof query === 'object' && query !== null ? queryText(query as Record<string, unknown>) : asText(query ?? '')
  return `/api${filled}?${text}`
}

const FORM = (value: unknown): FormData => {
  const form = new FormData()
  form.set('file', new Blob([asText(value)]), 'file.pdf')
  for (const [name, inner] of Object.entries((value ?? {}) as object)) form.set(name, asText(inner))
  return form
}

/** What the description says of a reply: nothing where it does not name the status. */
const described = async (): Promise<(endpoint: Endpoint, status: number) => Record<string, unknown> | undefined> => {
  const { paths } = (await openApi(world.app.endpoints, '0')) as unknown as {
    paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, unknown> }> }>>
  }
  return ({ method, path }, status) => {
    const operation = paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()]
    const response = operation?.responses[String(status)]
    return response && (response.content ?? {})
  }
}

/** They end a session or remove a person, so they come last. */
const isLast = ({ path }: Endpoint): boolean => /logout|erase|data_rights|my_data|\/me\b|members|users|leave/.test(path)

test(
  'every operation of the contract answers hostile and fitting inputs as described, and never with an error of its own',
  { timeout: 600_000 },
  async () => {
    const responseOf = await described()
    const operations = world.app.endpoints.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)))
    const problems = new Map<string, string>()
    let requests = 0
    for (const endpoint of operations) {
      const name = `${endpoint.method} ${endpoint.path}`
      const inputs = fc.record({
        params: inputsOf(endpoint.params, ids),
        query: inputsOf(endpoint.query, ids),
        body: inputsOf(endpoint.body, ids),
      })
      const kinds =
        endpoint.access === 'public' || endpoint.access === 'order-token' ? ['anonymous', 'owner'] : [...callers.keys()]
      const until = Date.now() + OPERATION_MS
      for (const kind of kinds) {
        const runs = kind === 'anonymous' || kind === 'owner' ? RUNS : Math.ceil(RUNS / 3)
        for (const sent of fc.sample(inputs, { seed: SEED, numRuns: runs }) as Sent[]) {
          if (Date.now() > until) break
          const caller = (await callers.get(kind)?.()) ?? {}
          const body =
            endpoint.requestType === 'multipart' ? FORM(sent.body) : endpoint.method === 'GET' ? undefined : sent.body
          const reply = await world.http(endpoint.method, urlOf(endpoint.path, sent), body, {
            ...caller,
            headers: {
              ...caller.headers,
              ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
            },
          })
          requests += 1
          const content = responseOf(endpoint, reply.status)
          const type = String(reply.headers['content-type'] ?? '').split(';')[0] ?? ''
          const problem =
            reply.status === 500
              ? `status 500`
              : content === undefined
                ? `status ${reply.status} ${reply.error?.code ?? ''} is not described`
                : reply.status >= 400 && !errorReply.safeParse(reply.body).success
                  ? `status ${reply.status} without the envelope of errors`
                  : reply.text !== '' &&
                      Object.keys(content).length > 0 &&
                      !Object.keys(content).some((each) => each === type || each.endsWith('/*') || each === '*/*')
                    ? `status ${reply.status} has the type ${type}`
                    : undefined
          if (problem && !problems.has(`${name}: ${problem}`))
            problems.set(
              `${name}: ${problem}`,
              `${kind} ${JSON.stringify(sent).slice(0, 600)} → ${reply.text.slice(0, 200)}`,
            )
        }
      }
    }
    expect(requests).toBeGreaterThan(operations.length * 4)
    expect(Object.fromEntries(problems)).toEqual({})
  },
)
