import { changeTickets, releaseOrder, reserve } from '@kartis/contract/public-orders.ts'
import { HOLD } from '@kartis/domain/limits.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventOnSale } from '../../../testing/events.ts'
import { holding } from '../../../testing/orders.ts'
import { type Producer, producer, signIn } from '../../../testing/people.ts'
import { type Caller, openWorld, type World } from '../../../testing/world.ts'
import { createHoldBudget } from './hold-budget.ts'
import { originOf } from './order-origin.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
  owner = await producer(world)
})
afterAll(() => world.close())

const OFFERED = 600

const sale = async (offered = OFFERED) => {
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

describe('an address that holds what it can of 600 tickets', () => {
  it('holds 3 percent with 600 carts of one ticket at once, where it held all of them', async () => {
    const event = await sale()
    const answers = await Promise.all(Array.from({ length: OFFERED }, () => take(event, 1, from(ATTACKER))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(new Set(answers.flatMap(({ error }) => error?.code ?? []))).toEqual(new Set(['phone_unverified']))
    expect(await heldOf(event)).toBe(20)
  })

  it('holds no more with large carts, one after the other, of many devices', async () => {
    const event = await sale()
    for (let cart = 0; cart < 30; cart++)
      await take(event, 7, from(ATTACKER, { headers: { 'x-waiting-device': `device-of-attacker-${cart}-000` } }))
    expect(await heldOf(event)).toBe(14)
  })

  it('holds no more with carts of one ticket that it enlarges', async () => {
    const event = await sale()
    for (let cart = 0; cart < 6; cart++) {
      const order = (await take(event, 1, from(ATTACKER))).body.data
      await world.call(changeTickets, {
        ...from(ATTACKER, holding(order)),
        params: { uuid: order.uuid },
        body: { items: [{ events_ticket_uuid: event.type, quantity: 8 }] },
      })
    }
    expect(await heldOf(event)).toBeLessThanOrEqual(20)
  })

  it('does not keep a buyer of another network from tickets, nor one of its own network who verifies a phone', async () => {
    const event = await sale()
    await Promise.all(Array.from({ length: 100 }, () => take(event, 4, from(ATTACKER))))
    expect((await take(event, 6, from('198.51.100.4'))).status).toBe(201)
    expect((await take(event, 2, from(ATTACKER))).error).toMatchObject({
      code: 'phone_unverified',
      detail: { phone: ['phone_unverified'] },
    })
    const { token } = await signIn(world)
    expect((await take(event, 2, from(ATTACKER, { token }))).status).toBe(201)
  })

  it('holds a tenth with verified phones, and three orders with each', async () => {
    const event = await sale()
    const tokens: string[] = []
    for (let phone = 0; phone < 12; phone++) tokens.push((await signIn(world)).token)
    const answers = []
    for (const token of tokens)
      for (let cart = 0; cart < 4; cart++) answers.push(await take(event, 5, from(ATTACKER, { token })))
    expect(answers[3]?.error).toMatchObject({ code: 'too_many_requests', detail: { reason: 'open_orders' } })
    expect(await heldOf(event)).toBe(60)
  })
})

describe('a buyer', () => {
  it('has at most three open orders of an event in one browser', async () => {
    const event = await sale()
    const device = { headers: { 'x-waiting-device': 'device-of-one-browser-1' } }
    const answers = []
    for (let cart = 0; cart < 4; cart++) answers.push(await take(event, 1, from(`198.51.100.${cart + 20}`, device)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429])
  })

  it('reads in the refusal, its header and its text how long the first of them is open', async () => {
    const event = await sale()
    const caller = from('198.51.100.40', { headers: { 'x-waiting-device': 'device-of-one-browser-2' } })
    const first = (await take(event, 1, caller)).body.data
    for (let cart = 0; cart < 2; cart++) await take(event, 1, caller)
    world.clock.advance(240)
    await new Promise((resolve) => setTimeout(resolve, 150))
    const refused = await take(event, 1, caller)
    const left = Math.ceil((Date.parse(first.expires_at) - world.clock.now().getTime()) / 1000)
    const wait = Number(refused.error?.detail.retry_after)
    expect(Math.abs(wait - left)).toBeLessThanOrEqual(2)
    expect(wait).toBeLessThanOrEqual(HOLD.minutes * 60)
    expect(refused.headers['retry-after']).toBe(String(wait))
    expect(refused.error?.description).toContain(`${Math.ceil(wait / 60)} דקות`)
  })

  it('may hold again what was given back, at once', async () => {
    const event = await sale()
    const first = await take(event, 20, from('198.51.100.30'))
    expect((await take(event, 1, from('198.51.100.30'))).error?.code).toBe('phone_unverified')
    await world.call(releaseOrder, holding(first.body.data))
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect((await take(event, 20, from('198.51.100.30'))).status).toBe(201)
  })

  it('gets the first reply again for a repeated request, though the network holds its share', async () => {
    const event = await sale()
    const caller = from('198.51.100.31', { idempotencyKey: 'the-same-cart' })
    const [first, again] = [await take(event, 15, caller), await take(event, 15, caller)]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body.data.uuid).toBe(first.body.data.uuid)
  })
})

describe('an event that verifies the phone before it holds tickets', () => {
  it('holds nothing for anonymous carts, however many networks they come from, and sells to verified phones', async () => {
    const { event, type } = await eventOnSale(world, owner, {
      event: { settings: { verify_before_hold: true } },
      type: { price: 0, sum_total_available: OFFERED },
    })
    const hot = { event: event.uuid, type: type.uuid }
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, bot) => take(hot, 1, from(`192.0.2.${bot}`, { lang: 'en' }))),
    )
    expect(new Set(answers.map(({ error }) => error?.code))).toEqual(new Set(['phone_unverified']))
    expect(await heldOf(hot)).toBe(0)
    const { token } = await signIn(world)
    expect((await take(hot, 2, from('192.0.2.201', { token }))).status).toBe(201)
  })
})

describe('the cost of the limits', () => {
  it('is no statement for networks that take a few tickets, and one count in a second for those that take more', async () => {
    const event = await sale()
    let statements = 0
    const db = world.db.withPlugin({
      transformQuery: ({ node }) => {
        statements++
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const budget = createHoldBudget({ ...world.platform, db })
    const hold = (network: string, tickets: number) =>
      budget.within(
        {
          eventId: event.event,
          tickets,
          origin: { network, device: null },
          userId: null,
          isRepeat: async () => false,
        },
        async () => 'held',
      )
    await Promise.all(Array.from({ length: 50 }, (_, buyer) => hold(`network-${buyer}`, 4)))
    expect(statements).toBe(0)
    await Promise.all(Array.from({ length: 15 }, () => hold('network-of-many', 1)))
    expect(statements).toBe(1)
  })

  it('is lifted by RATE_LIMITS=off, and the order then keeps nothing of its origin', async () => {
    const budget = createHoldBudget({ ...world.platform, settings: { ...world.platform.settings, rateLimits: false } })
    const { event } = await sale(10)
    const request = { eventId: event, tickets: 1000, origin: { network: 'any', device: null }, userId: null }
    expect(await budget.within({ ...request, isRepeat: async () => false }, async () => 'held')).toBe('held')
    const limitless = { keys: world.platform.keys, settings: { ...world.platform.settings, rateLimits: false } }
    expect(originOf(limitless, { network: ATTACKER, headers: {} })).toEqual({ network: null, device: null })
    expect(originOf(world.platform, { network: ATTACKER, headers: {} }).network).toMatch(/^[\w-]{16}$/)
  })
})
