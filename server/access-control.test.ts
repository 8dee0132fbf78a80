import type { Endpoint } from '@kartis/contract/endpoint.ts'
import { listAccounts } from '@kartis/contract/accounts.ts'
import { listEvents, showEvent } from '@kartis/contract/events.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from './testing/events.ts'
import { freeOrder } from './testing/orders.ts'
import { joinAs, person, producer, type Producer, type SignedIn } from './testing/people.ts'
import { MAY } from './testing/permitted-roles.ts'
import { type Caller, openWorld, type World } from './testing/world.ts'

let world: World
let maker: Producer
let scanner: SignedIn
let stranger: Producer
let customer: SignedIn
let sale: Awaited<ReturnType<typeof eventOnSale>>
let order: { uuid: string }

beforeAll(async () => {
  world = await openWorld()
  maker = await producer(world)
  stranger = await producer(world)
  scanner = await joinAs(world, maker, 'scanner')
  customer = await person(world)
  sale = await eventOnSale(world, maker, { type: { price: 0 } })
  order = await freeOrder(world, sale.event.uuid, { [sale.type.uuid]: 1 })
})
afterAll(() => world.close())

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path.slice('/v1'.length)}`
const of = (...roles: Endpoint['who'][]): Endpoint[] => world.app.endpoints.filter(({ who }) => roles.includes(who))

/** A uuid that is really the maker's, so that only whose it is can keep a stranger out. */
const uuidFor = (path: string): string => {
  if (path.includes('/orders/')) return order.uuid
  if (path.includes('/events_tickets/')) return sale.type.uuid
  return path.includes('/account/accounts/') ? maker.account.uuid : sale.event.uuid
}

const addressOf = ({ path }: Endpoint): string =>
  `/api${path.replace(/:(\w+)/g, (_, name: string) => {
    if (name === 'slot') return 'banner_event'
    if (name === 'key') return 'default'
    return name === 'app_name' ? 'producer' : name === 'provider' ? 'test' : uuidFor(path)
  })}`

const knock = async (endpoint: Endpoint, caller: Caller) => {
  const json = { 'content-type': 'application/json' }
  const body = endpoint.method === 'GET' ? undefined : '{}'
  const answer = await world.http(endpoint.method, addressOf(endpoint), body, { ...caller, headers: json })
  return { name: nameOf(endpoint), status: answer.status, code: answer.error?.code }
}

/** Their uuid names an organiser, who is no secret; what they touch is the caller's own word to him, by his phone. */
const OWN_ONLY: ReadonlySet<string> = new Set(['/v1/customer/consents/:uuid'])

/** Calls all of them and keeps those whose answer is another than meant. */
const others = async (
  endpoints: readonly Endpoint[],
  caller: Caller,
  isRight: (answer: { status: number; code: string | undefined }) => boolean,
) => {
  const answers = []
  for (const endpoint of endpoints) answers.push(await knock(endpoint, caller))
  return answers.filter((answer) => !isRight(answer))
}

describe('who may call what', () => {
  it('stands in the table for every endpoint, and as the contract says', () => {
    for (const who of ['anyone', 'buyer', 'user', 'scanner', 'manager'] as const)
      expect(of(who).map(nameOf).toSorted(), who).toEqual(MAY[who].toSorted())
  })

  it('nobody who is not signed in passes any door but the open ones', async () => {
    expect(await others(of('buyer', 'user', 'scanner', 'manager'), {}, ({ status }) => status === 401)).toEqual([])
  })

  it('a customer without a workspace passes none of a producer’s', async () => {
    const isOut = ({ code }: { code: string | undefined }) => code === 'wrong_workspace'
    expect(await others(of('scanner', 'manager'), { token: customer.token }, isOut)).toEqual([])
  })

  it('a stranger who names a workspace that is not his is told so', async () => {
    const caller = { token: stranger.token, account: maker.account.uuid }
    expect(await others(of('scanner', 'manager'), caller, ({ code }) => code === 'wrong_workspace')).toEqual([])
  })

  it('a stranger in his own workspace does not find what is another’s', async () => {
    const named = of('user', 'scanner', 'manager').filter(({ path }) => path.includes(':uuid') && !OWN_ONLY.has(path))
    expect(named.length).toBeGreaterThan(40)
    // An endpoint that first reads its body may find that wrong, one of the counter its device; none may do anything.
    const isNothing = ({ status, code }: { status: number; code: string | undefined }) =>
      [404, 415, 422].includes(status) || code === 'device_unpaired'
    expect(await others(named, as(stranger), isNothing)).toEqual([])
  })

  it('a scanner passes the doors of the entrance and no other of the workspace', async () => {
    const caller = { token: scanner.token, account: maker.account.uuid }
    expect(await others(of('manager'), caller, ({ status, code }) => status === 403 && code === 'forbidden')).toEqual(
      [],
    )
    const doors = of('scanner').filter(({ method }) => method === 'GET')
    expect(await others(doors, caller, ({ code }) => code !== 'forbidden')).toEqual([])
  })
})

describe('what a scanner sees', () => {
  const caller = () => ({ token: scanner.token, account: maker.account.uuid })

  it('is events and their counters, without money, ticket types, fees or buyers', async () => {
    const query = { with: ['events_tickets', 'accounts_contract', 'settings'], append: ['scan_statistics'] }
    const list = await world.call(listEvents, { ...caller(), query: query as never })
    const [event] = list.body.data
    expect(event).toMatchObject({ name: sale.event.name, sales: null, summary_available: false })
    expect(event?.can).toMatchObject({ scan: true, edit: false, see_money: false, publish: false })
    expect(event?.scan_statistics).toEqual({ total_scanned: 0, total_unscanned: 1, total_tickets: 1 })
    for (const key of ['events_tickets', 'accounts_contract', 'statistics', 'report'])
      expect(event).not.toHaveProperty(key)
    for (const figure of ['statistics', 'report']) {
      const asked = { ...caller(), params: { uuid: sale.event.uuid }, query: { append: [figure] } as never }
      expect((await world.call(showEvent, asked)).error?.code).toBe('forbidden')
    }
    expect(list.text).not.toContain('דנה')
  })

  it('is the name of the workspace without its bank or its files', async () => {
    const [account] = (await world.call(listAccounts, { token: scanner.token })).body.data
    expect(account).toMatchObject({ payment_methods: [], attachments: [], can: { edit: false } })
  })
})
