import { type Endpoint, isMemberAccess, type ParamsOf } from '@kartis/contract/endpoint.ts'
import { listAccounts, listMembers } from '@kartis/contract/accounts.ts'
import { init } from '@kartis/contract/auth.ts'
import { listCoupons, createCoupon } from '@kartis/contract/coupons.ts'
import { listEvents, showEvent } from '@kartis/contract/events.ts'
import { listPayments } from '@kartis/contract/listed-payments.ts'
import { listOrders } from '@kartis/contract/orders.ts'
import { listTicketTypes } from '@kartis/contract/tickets.ts'
import { can, PERMISSION_NAMES, PERMISSIONS, permissionsOf, type Role, ROLES } from '@kartis/domain/permissions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from './testing/events.ts'
import { freeOrder } from './testing/orders.ts'
import { joinAs, person, producer, type Producer, type SignedIn } from './testing/people.ts'
import { type AccessKind, EXPECTED_ACCESS } from './testing/permitted-roles.ts'
import { type Caller, openWorld, type World } from './testing/world.ts'

let world: World
let owner: Producer
let stranger: Producer
let customer: SignedIn
let sale: Awaited<ReturnType<typeof eventOnSale>>
let otherSale: Awaited<ReturnType<typeof eventOnSale>>
let order: { uuid: string }
let coupon: { uuid: string }
const members = new Map<Role, SignedIn>()
/** A member of the other event, by role. */
const limited = new Map<Role, SignedIn>()

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  stranger = await producer(world)
  customer = await person(world)
  sale = await eventOnSale(world, owner, { type: { price: 0 } })
  otherSale = await eventOnSale(world, owner, { event: { name: 'ערב אחר' }, type: { price: 0 } })
  order = await freeOrder(world, sale.event.uuid, { [sale.type.uuid]: 1 })
  const body = { event_uuid: sale.event.uuid, code: 'WALK', value: 10 }
  coupon = (await world.call(createCoupon, { ...as(owner), body })).body.data
  for (const role of ROLES.filter((name) => name !== 'owner')) {
    members.set(role, await joinAs(world, owner, role))
    limited.set(role, await joinAs(world, owner, role, { events: [otherSale.event.uuid] }))
  }
})
afterAll(() => world.close())

const kindOf = ({ access }: Endpoint): AccessKind =>
  isMemberAccess(access) ? access.permission : typeof access === 'object' ? 'user' : access
const nameOf = ({ method, path }: Endpoint): string => `${method} ${path.slice('/v1'.length)}`
const endpointsOf = (matches: (kind: AccessKind, endpoint: Endpoint) => boolean): Endpoint[] =>
  world.app.endpoints.filter((endpoint) => matches(kindOf(endpoint), endpoint))
const forMembers = (): Endpoint[] => endpointsOf((_, { access }) => isMemberAccess(access))
const PERMISSION_OF = (endpoint: Endpoint) =>
  isMemberAccess(endpoint.access) ? endpoint.access : { permission: 'account.read' as const }

const memberOf = (people: ReadonlyMap<Role, SignedIn>, role: Role): Caller => {
  const member = people.get(role)
  if (!member) throw new Error(`no member is ${role}`)
  return { token: member.token, account: owner.account.uuid }
}

/** A uuid of the owner's own, so that only its ownership can keep a stranger out. */
const uuidFor = (path: string): string => {
  if (path.includes('/orders/') || path.includes('/sales/')) return order.uuid
  if (path.includes('/events_tickets/')) return sale.type.uuid
  if (path.includes('/coupons/')) return coupon.uuid
  return path.includes('/account/accounts/') ? owner.account.uuid : sale.event.uuid
}

const FIXED_PARAMS: Readonly<Record<string, string>> = {
  slot: 'banner_event',
  key: 'default',
  app_name: 'producer',
  provider: 'test',
}

const addressOf = ({ path }: Endpoint): string =>
  `/api${path.replace(/:(\w+)/g, (_, name: string) => FIXED_PARAMS[name] ?? uuidFor(path))}`

interface Result {
  readonly name: string
  readonly status: number
  readonly code: string | undefined
}

const request = async (endpoint: Endpoint, caller: Caller, body = '{}'): Promise<Result> => {
  const headers = { 'content-type': 'application/json' }
  const sent = endpoint.method === 'GET' ? undefined : body
  const answer = await world.http(endpoint.method, addressOf(endpoint), sent, { ...caller, headers })
  return { name: nameOf(endpoint), status: answer.status, code: answer.error?.code }
}

/** Calls each endpoint and returns those whose result is not the expected one. */
const unexpected = async (
  endpoints: readonly Endpoint[],
  caller: Caller,
  isExpected: (result: Result) => boolean,
  body?: string,
): Promise<Result[]> => {
  const results = []
  for (const endpoint of endpoints) results.push(await request(endpoint, caller, body))
  return results.filter((result) => !isExpected(result))
}

/** The uuid names an organiser, who is public; the caller changes only what the own phone allowed him. */
const OWN_ONLY: ReadonlySet<string> = new Set(['/v1/customer/consents/:uuid'])

/** Endpoints that change the members that the tests use. */
const CHANGES_TEAM: ReadonlySet<string> = new Set(['/v1/account/members/:uuid'])

describe('the access of an endpoint', () => {
  it('is the one written down, for every endpoint', () => {
    const kinds: readonly AccessKind[] = ['public', 'order-token', 'user', ...PERMISSION_NAMES]
    for (const kind of kinds)
      expect(
        endpointsOf((other) => other === kind)
          .map(nameOf)
          .toSorted(),
        kind,
      ).toEqual((EXPECTED_ACCESS[kind] ?? []).toSorted())
  })

  it('says what the endpoint touches wherever the permission is one of an event', () => {
    const silent = forMembers().filter((endpoint) => {
      const { permission, of } = PERMISSION_OF(endpoint)
      return PERMISSIONS[permission].reach === 'event' && of === undefined
    })
    expect(silent.map(nameOf)).toEqual([])
  })
})

describe('a stranger', () => {
  it('who is not signed in reaches only public endpoints', async () => {
    const guarded = endpointsOf((kind) => kind !== 'public')
    expect(await unexpected(guarded, {}, ({ status }) => status === 401)).toEqual([])
  })

  it('without a workspace reaches no endpoint of members', async () => {
    const isOut = ({ code }: Result) => code === 'wrong_workspace'
    expect(await unexpected(forMembers(), { token: customer.token }, isOut)).toEqual([])
  })

  it('who names a workspace that is not his is refused', async () => {
    const caller = { token: stranger.token, account: owner.account.uuid }
    expect(await unexpected(forMembers(), caller, ({ code }) => code === 'wrong_workspace')).toEqual([])
  })

  it('in his own workspace does not find what belongs to another', async () => {
    const named = endpointsOf(
      (kind, { path }) => !['public', 'order-token'].includes(kind) && path.includes(':uuid') && !OWN_ONLY.has(path),
    )
    expect(named.length).toBeGreaterThan(40)
    // The body may be refused first, or a register that is not paired.
    const isNothing = ({ status, code }: Result) => [404, 415, 422].includes(status) || code === 'device_unpaired'
    expect(await unexpected(named, as(stranger), isNothing)).toEqual([])
  })
})

describe.each(ROLES.filter((role) => role !== 'owner'))('a member who is %s', (role) => {
  it('is refused every endpoint whose permission the role lacks', async () => {
    const closed = forMembers().filter((endpoint) => !can(role, PERMISSION_OF(endpoint).permission))
    const isForbidden = ({ status, code }: Result) => status === 403 && code === 'forbidden'
    expect(await unexpected(closed, memberOf(members, role), isForbidden)).toEqual([])
  })

  it('may read with every permission that the role has', async () => {
    const open = forMembers().filter(
      (endpoint) => endpoint.method === 'GET' && can(role, PERMISSION_OF(endpoint).permission),
    )
    expect(await unexpected(open, memberOf(members, role), ({ code }) => code !== 'forbidden')).toEqual([])
  })
})

describe.each(ROLES.filter((role) => role !== 'owner'))('a %s of another event', (role) => {
  const isAllowed = (endpoint: Endpoint) => can(role, PERMISSION_OF(endpoint).permission)

  it('does not find what belongs to this event', async () => {
    const named = forMembers().filter((endpoint) => {
      const { permission, of } = PERMISSION_OF(endpoint)
      return isAllowed(endpoint) && PERMISSIONS[permission].reach === 'event' && of !== 'list'
    })
    const body = JSON.stringify({ event_uuid: sale.event.uuid })
    const isNothing = ({ status, code }: Result) => status === 404 && code === 'not_found'
    expect(await unexpected(named, memberOf(limited, role), isNothing, body)).toEqual([])
  })

  it('is refused every endpoint that reaches the whole account', async () => {
    const wide = forMembers().filter(
      (endpoint) =>
        PERMISSIONS[PERMISSION_OF(endpoint).permission].reach === 'account' && !CHANGES_TEAM.has(endpoint.path),
    )
    expect(await unexpected(wide, memberOf(limited, role), ({ code }) => code === 'forbidden')).toEqual([])
  })
})

describe('lists of a member of another event', () => {
  const caller = () => memberOf(limited, 'manager')
  const uuidsIn = async (endpoint: typeof listEvents | typeof listTicketTypes | typeof listOrders) =>
    (await world.call(endpoint, caller())).body.data.map(({ uuid }) => uuid)

  it('hold what belongs to that event and nothing else', async () => {
    expect(await uuidsIn(listEvents)).toEqual([otherSale.event.uuid])
    expect(await uuidsIn(listTicketTypes)).toEqual([otherSale.type.uuid])
    expect(await uuidsIn(listOrders)).toEqual([])
    expect((await world.call(listCoupons, caller())).body.meta.total).toBe(0)
    expect((await world.call(listPayments, caller())).body.meta.total).toBe(0)
    const filtered = { ...caller(), query: { filter: { event_uuid: sale.event.uuid } } }
    expect((await world.call(listOrders, filtered)).body.meta.total).toBe(0)
    expect((await world.call(listOrders, as(owner))).body.meta.total).toBe(1)
  })

  it('grow with the events of the membership', async () => {
    const wide = await joinAs(world, owner, 'sales', { events: [sale.event.uuid, otherSale.event.uuid] })
    const both = { token: wide.token, account: owner.account.uuid }
    expect((await world.call(listEvents, both)).body.meta.total).toBe(2)
    expect((await world.call(listOrders, both)).body.meta.total).toBe(1)
  })
})

describe('the workspace of the start', () => {
  it('carries what the member may do, for all events and for named ones', async () => {
    const params: ParamsOf<typeof init> = { app_name: 'producer' }
    for (const role of ['manager', 'scanner'] as const) {
      const all = await world.call(init, { ...memberOf(members, role), params })
      expect(all.body.data.account).toMatchObject({
        role,
        all_events: true,
        can: permissionsOf({ role, events: null }),
      })
      const some = await world.call(init, { ...memberOf(limited, role), params })
      expect(some.body.data.account).toMatchObject({
        role,
        all_events: false,
        can: permissionsOf({ role, events: [] }),
      })
    }
  })
})

describe('a scanner', () => {
  const caller = () => memberOf(members, 'scanner')

  it('sees events and their counters without money, ticket types, fees or buyers', async () => {
    const query = { with: ['events_tickets', 'accounts_contract', 'settings'], append: ['scan_statistics'] }
    const list = await world.call(listEvents, { ...caller(), query: query as never })
    const event = list.body.data.find(({ uuid }) => uuid === sale.event.uuid)
    expect(event).toMatchObject({ name: sale.event.name, sales: null, summary_available: false })
    expect(event?.can).toMatchObject({ scan: true, edit: false, see_money: false, publish: false })
    expect(event?.scan_statistics).toEqual({ total_scanned: 0, total_unscanned: 1, total_tickets: 1 })
    for (const key of ['events_tickets', 'accounts_contract', 'statistics', 'report'])
      expect(event).not.toHaveProperty(key)
    for (const figure of ['statistics', 'report']) {
      const request = { ...caller(), params: { uuid: sale.event.uuid }, query: { append: [figure] } as never }
      expect((await world.call(showEvent, request)).error?.code).toBe('forbidden')
    }
    expect(list.text).not.toContain('דנה')
  })

  it('sees the name of the account and none of its details', async () => {
    const answer = await world.call(listAccounts, { token: caller().token })
    const [account] = answer.body.data
    expect(account).toMatchObject({
      name: owner.account.name,
      tax_id: null,
      phone: null,
      accounts_contract: null,
      payment_methods: [],
      attachments: [],
      can: { edit: false, bank: false },
    })
    expect(answer.text).not.toContain(owner.account.tax_id)
  })
})

describe('finance', () => {
  it('sees statistics and the payout report of an event, and no team', async () => {
    const caller = memberOf(members, 'finance')
    const query = { append: ['statistics', 'report'] } as never
    const answer = await world.call(showEvent, { ...caller, params: { uuid: sale.event.uuid }, query })
    expect(answer.body.data.report).toBeDefined()
    expect((await world.call(listMembers, caller)).error?.code).toBe('forbidden')
  })

  it('is not sales: sales may not read the payout report', async () => {
    const request = { params: { uuid: sale.event.uuid }, query: { append: ['report'] } as never }
    expect((await world.call(showEvent, { ...memberOf(members, 'sales'), ...request })).error?.code).toBe('forbidden')
  })
})
