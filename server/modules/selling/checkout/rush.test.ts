import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuyerOrder, Reservation } from '@kartis/contract/public-orders.ts'
import { freePort } from '../../../testing/child.ts'
import { eventOnSale } from '../../../testing/events.ts'
import { balanceOf, typeCard } from '../../../testing/orders.ts'
import { producer } from '../../../testing/people.ts'
import { GOOD_CARD } from '../../../testing/gateway-bench.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const BUYERS = 300
const TICKETS = 60

let world: World
let base: string
const ended = new AbortController()
let jobs: Promise<void>

/** Runs the jobs that a server's own workers run. */
const runJobs = async (): Promise<void> => {
  while (!ended.signal.aborted) {
    await world.platform.jobs.drain({ names: ['payments.word'] })
    await sleep(20)
  }
}

beforeAll(async () => {
  const port = await freePort()
  base = `http://127.0.0.1:${port}`
  world = await openWorld({ env: { PORT: String(port), PUBLIC_URL: base }, sharedReadMs: 200 })
  await world.app.listen({ port, host: '127.0.0.1' })
  jobs = runJobs()
})
afterAll(async () => {
  ended.abort()
  await jobs
  await world.close()
})

const send = (path: string, method = 'GET', body?: object, token?: string): Promise<Response> =>
  fetch(`${base}${path}`, {
    method,
    headers: {
      accept: 'text/html,application/json',
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { 'x-order-token': token }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })

interface Outcome {
  readonly answer: number
  readonly code?: string
  readonly order?: BuyerOrder
}

/** Buys as a browser does: the page, the availability, a cart, details, the gateway's page and card, the tickets. */
const buyer = async (place: number, slug: string, event: string, type: string): Promise<Outcome> => {
  await (await send(`/order/${slug}`)).text()
  await (await send(`/api/v1/public/events/${event}/availability`)).text()
  const items = [{ events_ticket_uuid: type, quantity: 1 }]
  let reserved = await send('/api/v1/public/orders', 'POST', { event_uuid: event, items })
  // A busy machine turns buyers away for a moment, who come again.
  while (reserved.status === 503) {
    await sleep(200)
    reserved = await send('/api/v1/public/orders', 'POST', { event_uuid: event, items })
  }
  if (reserved.status !== 201) {
    const { error } = (await reserved.json()) as { error: { code: string } }
    return { answer: reserved.status, code: error.code }
  }
  const { uuid, token } = ((await reserved.json()) as { data: Reservation }).data
  const path = `/api/v1/public/orders/${uuid}`
  const phone = `05${20_000_000 + place}`
  await (await send(path, 'PATCH', { name: 'דנה כהן', phone }, token)).text()
  const { data } = (await (await send(`${path}/payment`, 'POST', {}, token)).json()) as {
    data: { payment: { url: string } }
  }
  await (await fetch(data.payment.url)).text()
  await typeCard(data.payment.url, GOOD_CARD)
  for (let polls = 0; polls < 200; polls++) {
    const { data: order } = (await (await send(path, 'GET', undefined, token)).json()) as { data: BuyerOrder }
    if (order.status === 'paid') return { answer: 201, order }
    await sleep(50)
  }
  return { answer: 201 }
}

describe('the opening of a sale with 300 buyers for 60 tickets', () => {
  it('every ticket is sold once, and everybody else is refused with sold_out', async () => {
    const { event, type } = await eventOnSale(world, await producer(world), { type: { sum_total_available: TICKETS } })
    const outcomes = await Promise.all(
      Array.from({ length: BUYERS }, (_, place) => buyer(place, event.slug, event.uuid, type.uuid)),
    )
    const buyers = outcomes.filter(({ order }) => order)
    expect(buyers).toHaveLength(TICKETS)
    expect(buyers.every(({ order }) => order?.tickets.length === 1)).toBe(true)
    expect(new Set(buyers.flatMap(({ order }) => order?.tickets.map(({ uuid }) => uuid))).size).toBe(TICKETS)
    const others = outcomes.filter(({ answer }) => answer !== 201)
    expect(others).toHaveLength(BUYERS - TICKETS)
    expect(new Set(others.map(({ code }) => code))).toEqual(new Set(['sold_out']))
    expect(await balanceOf(world, type.uuid)).toEqual({
      total: TICKETS,
      held: 0,
      sold: TICKETS,
      inHolds: 0,
      tickets: TICKETS,
    })
    const { rows } = await sql<{ owed: number; charged: number; refunds: number }>`
      select (select sum(total)::int from orders where event_id = ${event.uuid} and status = 'paid') as owed,
             (select sum(amount)::int from payments where event_id = ${event.uuid} and status = 'paid') as charged,
             (select count(*)::int from refunds where event_id = ${event.uuid}) as refunds`.execute(world.db)
    expect(rows[0]).toEqual({ owed: TICKETS * 14_900, charged: TICKETS * 14_900, refunds: 0 })
  }, 120_000)
})
