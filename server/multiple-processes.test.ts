import { listEvents } from '@kartis/contract/events.ts'
import { showAvailability, showPublicEvent } from '@kartis/contract/public-events.ts'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serverVersion } from './platform/database/open-database.ts'
import { as, eventOnSale } from './testing/events.ts'
import { useTestGateway } from './testing/gateway.ts'
import { atGateway, balanceOf, freeOrder, reserved, deliverWebhook, showOrder, withDetails } from './testing/orders.ts'
import { producer } from './testing/people.ts'
import { openPooler, poolerVersion } from '@kartis/simulators/pooler.ts'
import { openWorld, type World } from './testing/world.ts'

describe('two servers on one database', () => {
  let first: World
  let second: World
  beforeAll(async () => {
    first = await openWorld()
    second = await openWorld({ beside: first })
  })
  afterAll(async () => {
    await second.close()
    await first.close()
  })

  it('a session of one server is valid on the other', async () => {
    const organiser = await producer(first)
    const { event } = await eventOnSale(first, organiser)
    const { status, body } = await second.call(listEvents, { ...as(organiser), query: {} })
    expect(status).toBe(200)
    expect(body.data.map(({ uuid }) => uuid)).toEqual([event.uuid])
  })

  it('two servers sell from the same stock, and a buyer may use both in turn', async () => {
    const organiser = await producer(first)
    const gateway = await useTestGateway(first)
    await useTestGateway(second, gateway)
    const { event, type } = await eventOnSale(first, organiser, { type: { sum_total_available: 7 } })
    const order = await withDetails(second, await reserved(first, event.uuid, { [type.uuid]: 3 }))
    const payment = await atGateway(first, order)
    gateway.charge(payment, Math.round(order.total_amount * 100))
    await deliverWebhook(second, { payment })
    expect((await showOrder(first, order)).tickets).toHaveLength(3)
    expect(await balanceOf(first, type.uuid)).toMatchObject({ sold: 3, held: 0, tickets: 3 })
    const left = (world: World) => world.call(showAvailability, { params: { uuid: event.uuid } })
    expect((await left(first)).body.data.events_tickets).toEqual((await left(second)).body.data.events_tickets)
    const pages = await Promise.all([first, second].map((world) => world.http('GET', `/order/${event.slug}`)))
    expect(pages[0]?.headers.etag).toBe(pages[1]?.headers.etag)
  })

  it('a job runs once, however many servers process jobs', async () => {
    let done = 0
    for (const { platform } of [first, second]) platform.jobs.define('test.once', async () => (done += 1))
    await Promise.all([first, second].map(({ platform }) => platform.jobs.start()))
    for (let job = 0; job < 20; job++) await first.platform.jobs.enqueue(first.db, 'test.once', { job })
    await Promise.all([first, second].map(({ platform }) => platform.jobs.drain({ names: ['test.once'] })))
    expect(done).toBe(20)
  })
})

const pooler = poolerVersion()

describe.skipIf(pooler === undefined)(`behind PgBouncer in transaction mode${pooler ? '' : ' (not installed)'}`, () => {
  let world: World
  let pooled: Awaited<ReturnType<typeof openPooler>>
  beforeAll(async () => {
    world = await openWorld({
      env: { DATABASE_PREPARED: 'off' },
      through: async (url) => {
        const client = new Client({ connectionString: url })
        await client.connect()
        await client.query(
          `do $$ begin execute format('alter database %I set timezone = ''UTC''', current_database()); end $$`,
        )
        await client.end()
        pooled = await openPooler(url)
        return pooled.url
      },
    })
  })
  afterAll(async () => {
    await world?.close()
    await pooled?.close()
  })

  it('the server finds its database', async () => {
    expect(await serverVersion(pooled.url)).toMatch(/^\d+/)
  })

  it('tickets are sold in parallel over three pooled connections', async () => {
    const organiser = await producer(world)
    const { event, type } = await eventOnSale(world, organiser, { type: { price: 0, sum_total_available: 60 } })
    const orders = await Promise.all(Array.from({ length: 40 }, () => freeOrder(world, event.uuid, { [type.uuid]: 1 })))
    expect(orders.every(({ tickets }) => tickets.length === 1)).toBe(true)
    expect(await balanceOf(world, type.uuid)).toMatchObject({ sold: 40, held: 0, tickets: 40 })
    expect((await world.call(showPublicEvent, { params: { uuid: event.uuid } })).status).toBe(200)
    expect((await world.platform.jobs.drain()).failed).toBe(0)
  })
})
