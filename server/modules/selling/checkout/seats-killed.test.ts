import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Child, freePort, startChild } from '../../../testing/child.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { expectSeatsBalanced, seatedEvent } from '../../../testing/seats.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const key = randomBytes(32).toString('base64')
let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld({ env: { KARTIS_KEY: key } })
  owner = await producer(world)
})
afterAll(() => world.close())

it('a server that is killed amid batches loses no seat and sells none twice', async () => {
  const hall = await seatedEvent(world, owner, { price: 0, rows: Array.from({ length: 16 }, () => ({})) })
  const acknowledged = new Map<string, readonly string[]>()
  const reserve = async (server: Child, first: number): Promise<void> => {
    const seat_uuids = [hall.seat(first), hall.seat(first + 1)]
    const items = [{ events_ticket_uuid: hall.type.uuid, quantity: 2, seat_uuids }]
    const answer = await fetch(`${server.url}/api/v1/public/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ event_uuid: hall.event.uuid, items }),
    })
    const { data } = (await answer.json()) as { data?: { uuid: string } }
    if (data) acknowledged.set(data.uuid, seat_uuids)
  }
  const env = { DATABASE_URL: world.url, DATA_DIR: world.platform.settings.dataDir, KARTIS_KEY: key }
  // The last server is killed after its answers, on seats that no reservation without an answer may hold.
  for (const { wait, from } of [{ wait: 60, from: 0 }, { wait: 160, from: 0 }, { from: 80 }]) {
    const server = await startChild(await freePort(), env)
    const buyers = Promise.allSettled(
      Array.from({ length: 60 }, (_, place) => reserve(server, from + ((place * 7) % 79))),
    )
    if (wait === undefined) await buyers
    else await sleep(wait)
    await server.kill()
    await buyers
  }
  await expectSeatsBalanced(world, hall)
  expect(acknowledged.size).toBeGreaterThan(0)
  for (const [order, seats] of acknowledged) {
    const rows = await world.db.selectFrom('event_seats').select('seat_no').where('order_id', '=', order).execute()
    expect(rows).toHaveLength(seats.length)
  }
})
