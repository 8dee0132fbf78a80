import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Child, freePort, startChild } from '../../../testing/child.ts'
import { couponOf, usesOf } from '../../../testing/coupons.ts'
import { eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { balanceOf } from '../../../testing/orders.ts'
import { producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let servers: Child[] = []

beforeAll(async () => {
  const key = randomBytes(32).toString('base64')
  world = await openWorld({ env: { KARTIS_KEY: key } })
  const env = { DATABASE_URL: world.url, DATA_DIR: world.platform.settings.dataDir, KARTIS_KEY: key }
  servers = await Promise.all([0, 1].map(async () => startChild(await freePort(), env)))
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()))
  await world.close()
})

interface Outcome {
  readonly status: number
  readonly code?: string
  readonly items: readonly { events_ticket_uuid: string; quantity: number }[]
}

/** Calls a server over the network; a caller that is refused with 503 tries again. */
const call = async (path: string, init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }) => {
  for (;;) {
    const answer = await fetch(path, {
      ...init,
      headers: { ...(init.body && { 'content-type': 'application/json' }), ...init.headers },
    })
    const reply = (await answer.json()) as { data?: Record<string, unknown>; error?: { code: string } }
    if (answer.status !== 503) return { status: answer.status, ...reply }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const reserveAt = async (
  server: Child | undefined,
  body: object,
): Promise<Outcome & { uuid: string; token: string }> => {
  const { status, data, error } = await call(`${server?.url}/api/v1/public/orders`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  const {
    uuid = '',
    token = '',
    items = [],
  } = (data ?? {}) as { uuid?: string; token?: string; items?: Outcome['items'] }
  return { status, uuid, token, items, ...(error && { code: error.code }) }
}

describe('two server processes on one database', () => {
  it('two processes sell exactly what there is to concurrent buyers with mixed carts, coupons and releases', async () => {
    const owner = await producer(world)
    const { event, type } = await eventOnSale(world, owner, { type: { price: 0, sum_total_available: 120 } })
    const more = await Promise.all(
      [90, 60].map((sum_total_available) =>
        ticketTypeOf(world, owner, event, { name: String(sum_total_available), price: 0, sum_total_available }),
      ),
    )
    const types = [type, ...more].map(({ uuid }) => uuid)
    const coupon = await couponOf(world, owner, event, { code: 'TENTIMES', max_uses: 10 })
    const buyer = async (place: number): Promise<Outcome> => {
      const server = servers[place % 2]
      // Every order of the types occurs, so that locks would be taken in every order.
      const rotated = [...types.slice(place % 3), ...types.slice(0, place % 3)]
      const chosen = place % 2 === 0 ? rotated.toReversed() : rotated
      const items = chosen
        .slice(0, 1 + (place % 3))
        .map((events_ticket_uuid, line) => ({ events_ticket_uuid, quantity: 1 + ((place + line) % 2) }))
      const held = await reserveAt(server, {
        event_uuid: event.uuid,
        items,
        ...(place % 5 === 0 && { coupon: 'tentimes' }),
      })
      if (held.status !== 201) return held
      // The next request of a buyer may reach the other process.
      const order = `${servers[(place + 1) % 2]?.url}/api/v1/public/orders/${held.uuid}`
      const headers = { 'x-order-token': held.token }
      if (place % 7 === 3) await call(order, { method: 'DELETE', headers })
      if (place % 7 !== 5) return held
      await call(order, { method: 'PATCH', headers, body: JSON.stringify({ name: 'דנה כהן', phone: '0502345678' }) })
      expect((await call(`${order}/payment`, { method: 'POST', headers, body: '{}' })).status).toBe(200)
      return held
    }
    const outcomes = await Promise.all(Array.from({ length: 420 }, (_, place) => buyer(place)))
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([201, 409]))
    expect(new Set(outcomes.flatMap(({ code }) => code ?? []))).toEqual(new Set(['sold_out', 'coupon_used_up']))
    for (const uuid of types) {
      const balance = await balanceOf(world, uuid)
      expect(balance.held).toBe(balance.inHolds)
      expect(balance.sold).toBe(balance.tickets)
      expect(balance.held + balance.sold).toBeLessThanOrEqual(balance.total)
      expect(balance.sold).toBeGreaterThan(0)
    }
    const uses = await usesOf(world, coupon.uuid)
    expect([uses.held, uses.used]).toEqual([uses.inHolds, uses.inPaid])
    expect(uses.held + uses.used).toBeLessThanOrEqual(10)
    const { rows } = await sql<{ deadlocks: number }>`
      select deadlocks::int from pg_stat_database where datname = current_database()`.execute(world.db)
    expect(rows[0]?.deadlocks).toBe(0)
  })
})
