import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Child, freePort, startChild } from '../../../testing/child.ts'
import { eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { balanceOf, typeCard } from '../../../testing/orders.ts'
import { producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { expireOrders } from './expire-orders.ts'

let world: World
let port: number
let key: string
const children: Child[] = []

beforeAll(async () => {
  port = await freePort()
  key = randomBytes(32).toString('base64')
  world = await openWorld({ env: { PORT: String(port), KARTIS_KEY: key } })
})
afterAll(async () => {
  await Promise.all(children.map((child) => child.kill()))
  await world.close()
})

const start = async (): Promise<Child> => {
  const child = await startChild(port, {
    DATABASE_URL: world.url,
    DATA_DIR: world.platform.settings.dataDir,
    KARTIS_KEY: key,
  })
  children.push(child)
  return child
}

interface Cart {
  readonly event: string
  readonly items: Readonly<Record<string, number>>
  readonly card: string
}

/** One buyer over the network, until the tickets or until the server dies. `acknowledged` collects what the server confirmed. */
const buy = async (
  base: string,
  cart: Cart,
  acknowledged: { paid: Set<string>; reserved: Set<string> },
): Promise<void> => {
  const call = async <T>(method: string, path: string, body?: unknown, token?: string): Promise<T> => {
    const answer = await fetch(`${base}/api/v1/public/orders${path}`, {
      method,
      headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...(token && { 'x-order-token': token }) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { data: T }).data
  }
  const items = Object.entries(cart.items).map(([events_ticket_uuid, quantity]) => ({ events_ticket_uuid, quantity }))
  const { uuid, token } = await call<{ uuid: string; token: string }>('POST', '', { event_uuid: cart.event, items })
  acknowledged.reserved.add(uuid)
  await call('PATCH', `/${uuid}`, { name: 'דנה כהן', phone: '0502345678' }, token)
  const { payment } = await call<{ payment: { url: string } | null }>('POST', `/${uuid}/payment`, {}, token)
  if (payment) await typeCard(payment.url, cart.card)
  for (let looks = 0; looks < 100; looks++) {
    const { status } = await call<{ status: string }>('GET', `/${uuid}`, undefined, token)
    if (status === 'paid') return void acknowledged.paid.add(uuid)
    await sleep(20)
  }
}

interface AuditedOrder {
  readonly id: string
  readonly status: string
  readonly bought: number
  readonly tickets: number
  readonly charged: number
  readonly retained: number
}

/** Each order beside the gateway's records: what was charged, what was not refunded, how many tickets there are. */
const auditOrders = async (): Promise<AuditedOrder[]> => {
  const { rows } = await sql<AuditedOrder>`
    select o.id, o.status, o.tickets_count as bought,
      (select count(*)::int from tickets t where t.event_id = o.event_id and t.order_id = o.id) as tickets,
      (select coalesce(sum(x.amount), 0)::int from payments p
         join sandbox_transactions x on x.user_fields ->> 'kartis_payment' = p.id::text
        where p.order_id = o.id and x.txn_type = 'DEBIT' and x.response = '000') as charged,
      (select coalesce(sum(p.amount - p.refunded), 0)::int from payments p where p.order_id = o.id and p.status = 'paid') as retained
    from orders o`.execute(world.db)
  return rows
}

describe('a server that is killed repeatedly while people buy', () => {
  it('no paid order and no stock is lost, and no ticket is issued twice', async () => {
    const owner = await producer(world)
    const { event, type } = await eventOnSale(world, owner, { type: { price: 40, sum_total_available: 200 } })
    const free = await ticketTypeOf(world, owner, event, { name: 'חופשי', price: 0, sum_total_available: 200 })
    const acknowledged = { paid: new Set<string>(), reserved: new Set<string>() }
    const kills = [60, 140, 240, 380, 560]
    for (const wait of [...kills, undefined]) {
      const child = await start()
      const buyers = Array.from({ length: 10 }, (_, place) =>
        buy(
          child.url,
          {
            event: event.uuid,
            items: place % 4 === 3 ? { [free.uuid]: 2 } : { [type.uuid]: 1 + (place % 3) },
            card: place % 5 === 4 ? '4580000000000034' : '4580000000001008',
          },
          acknowledged,
        ),
      )
      const all = Promise.allSettled(buyers)
      if (wait !== undefined) await sleep(wait + Math.random() * 80)
      else expect((await all).filter(({ status }) => status === 'rejected')).toEqual([])
      await child.kill()
      await all
    }
    // A running server does this by itself within minutes: payments are looked up, then expired holds end.
    world.clock.set(new Date(Date.now() + 3 * 60_000))
    await world.payments.checkUnconfirmed()
    world.clock.advance(3600)
    await expireOrders(world.platform, world.payments)

    const orders = await auditOrders()
    expect(orders.length).toBeGreaterThan(20)
    for (const order of orders) {
      if (order.charged > 0) expect(order).toMatchObject({ status: 'paid', retained: order.charged })
      expect(order.tickets).toBe(order.status === 'paid' ? order.bought : 0)
      expect(['paid', 'expired']).toContain(order.status)
    }
    const byId = new Map(orders.map((order) => [order.id, order]))
    for (const id of acknowledged.reserved) expect(byId.has(id)).toBe(true)
    for (const id of acknowledged.paid) expect(byId.get(id)?.status).toBe('paid')
    expect(acknowledged.paid.size).toBeGreaterThanOrEqual(10)
    for (const id of [type.uuid, free.uuid]) {
      const balance = await balanceOf(world, id)
      expect(balance.held).toBe(0)
      expect(balance.sold).toBe(balance.tickets)
    }
  }, 120_000)
})
