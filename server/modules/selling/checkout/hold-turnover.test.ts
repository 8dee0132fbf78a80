import { changeTickets, pay, releaseOrder, reserve } from '@kartis/contract/public-orders.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { holding, withDetails } from '../../../testing/orders.ts'
import { type Producer, producer, signIn } from '../../../testing/people.ts'
import { type Caller, openWorld, type World } from '../../../testing/world.ts'
import { expireOrders } from './expire-orders.ts'
import { openHoldsQuery } from './open-holds-queries.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
  owner = await producer(world)
})
afterAll(() => world.close())

const sale = async (offered = 600) => {
  const { event, type } = await eventOnSale(world, owner, { type: { price: 0, sum_total_available: offered } })
  return { event: event.uuid, type: type.uuid }
}
type Sale = Awaited<ReturnType<typeof sale>>

const from = (address: string, caller: Caller = {}): Caller => ({
  ...caller,
  headers: { 'x-forwarded-for': address, ...caller.headers },
})

const take = ({ event, type }: Sale, quantity: number, caller: Caller) =>
  world.call(reserve, { ...caller, body: { event_uuid: event, items: [{ events_ticket_uuid: type, quantity }] } })

const heldOf = async ({ event }: Sale): Promise<number> => {
  const { rows } = await sql<{ held: number }>`
    select sum(held)::int as held from stock where event_id = ${event}`.execute(world.db)
  return rows[0]?.held ?? 0
}

const ATTACKER = '203.0.113.7'

/** Two ticket types of one event: 580 of one and 20 of the other. */
const withFewPlaces = async () => {
  const { event, type } = await eventOnSale(world, owner, { type: { price: 0, sum_total_available: 580 } })
  const few = await ticketTypeOf(world, owner, event, { name: 'VIP', price: 0, sum_total_available: 20 })
  return { event: event.uuid, type: few.uuid, many: type.uuid }
}

describe('an address that wants all 20 places of one ticket type', () => {
  it('holds 6 of them without a phone, where it held all 20, and the others are sold to everybody else', async () => {
    const event = await withFewPlaces()
    const answers = await Promise.all(Array.from({ length: 20 }, () => take(event, 1, from(ATTACKER))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(6)
    expect(new Set(answers.flatMap(({ error }) => error?.code ?? []))).toEqual(new Set(['phone_unverified']))
    expect(await heldOf(event)).toBe(6)
    expect((await take(event, 4, from('198.51.100.50'))).status).toBe(201)
    // Places of the other type are not in short supply.
    expect((await take({ ...event, type: event.many }, 8, from(ATTACKER))).status).toBe(201)
    const { token } = await signIn(world)
    expect((await take(event, 2, from(ATTACKER, { token }))).status).toBe(201)
  })

  it('gets no more by changing carts of another type into it', async () => {
    const event = await withFewPlaces()
    const order = (await take({ ...event, type: event.many }, 10, from(ATTACKER))).body.data
    const changed = await world.call(changeTickets, {
      ...from(ATTACKER, holding(order)),
      params: { uuid: order.uuid },
      body: { items: [{ events_ticket_uuid: event.type, quantity: 10 }] },
    })
    expect(changed.error?.code).toBe('phone_unverified')
  })

  it('holds 6 of an event that offers 20 in all', async () => {
    const event = await sale(20)
    for (let cart = 0; cart < 20; cart++) await take(event, 1, from(ATTACKER))
    expect(await heldOf(event)).toBe(6)
  })
})

describe('an address that holds its share, lets it go and holds it again', () => {
  it('runs dry at once where it gives carts back, and a verified phone goes on', async () => {
    const event = await sale(60)
    const statuses: number[] = []
    for (let cart = 0; cart < 10; cart++) {
      const answer = await take(event, 4, from('203.0.113.9'))
      statuses.push(answer.status)
      if (answer.status === 201) await world.call(releaseOrder, holding(answer.body.data))
      await new Promise((resolve) => setTimeout(resolve, 110))
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(3)
    const { token } = await signIn(world)
    expect((await take(event, 4, from('203.0.113.9', { token }))).status).toBe(201)
  })

  it('does not count what was bought', async () => {
    const event = await sale(60)
    const office = '198.51.100.60'
    for (let buyer = 0; buyer < 8; buyer++) {
      const order = await take(event, 2, from(office))
      expect(order.status).toBe(201)
      await withDetails(world, order.body.data)
      await world.call(pay, holding(order.body.data))
      await new Promise((resolve) => setTimeout(resolve, 110))
    }
  })

  it('does so twice in half an hour, where it did so for ever', async () => {
    const event = await sale()
    const held: number[] = []
    for (let minute = 0; minute < 80; minute += 10) {
      await expireOrders(world.platform, world.payments)
      await new Promise((resolve) => setTimeout(resolve, 150))
      await take(event, 20, from('203.0.113.8'))
      held.push(await heldOf(event))
      world.clock.advance(601)
    }
    expect(held).toEqual([20, 20, 0, 0, 20, 20, 0, 0])
  })
})

describe('the count of open orders', () => {
  it('reads orders that ended by an index of their own, and not all orders of the event', async () => {
    const { rows } = await world.db.transaction().execute(async (tx) => {
      // The tables of a test are too small for any index.
      await sql`set local enable_seqscan = off`.execute(tx)
      const query = openHoldsQuery(world.platform.newId(), world.clock.now())
      return sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(tx)
    })
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(
      /Index (?:Only )?Scan using orders_given_up on orders/u,
    )
  })
})
