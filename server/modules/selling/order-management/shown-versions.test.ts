import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../platform/database/ids.ts'
import { eventOnSale } from '../../../testing/events.ts'
import { atGateway, reserved, withDetails } from '../../../testing/orders.ts'
import { producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { readShownOrders } from './buyer-orders-queries.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const CHANGES = {
  'the order': (orderId: string) => sql`update orders set buyer_name = buyer_name where id = ${orderId}`,
  'its payment': (orderId: string) => sql`update payments set checked_at = now() where order_id = ${orderId}`,
  'its answers': (orderId: string, eventId: string) =>
    sql`insert into order_answers (event_id, order_id, field_id, ticket_no, question, type, value)
      values (${eventId}, ${orderId}, ${newId()}, 0, 'שאלה', 'text', '"תשובה"')`,
}

it('an order that waits for its payment has another version after each change, and is not read again without one', async () => {
  const { event, type } = await eventOnSale(world, await producer(world))
  const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 1 }))
  const read = async (versions: readonly string[]) => {
    const found = await readShownOrders(world.db, event.uuid, [{ orderId: order.uuid, versions }])
    const shown = found.get(order.uuid)
    return { version: shown?.version ?? '', isRead: shown?.whole !== undefined }
  }
  expect((await read([])).version).toBe('')
  await atGateway(world, order)
  const seen: string[] = []
  for (const change of [undefined, ...Object.values(CHANGES)]) {
    await change?.(order.uuid, event.uuid).execute(world.db)
    const { version, isRead } = await read(seen)
    expect(isRead).toBe(true)
    seen.push(version)
    expect(await read(seen)).toEqual({ version, isRead: false })
  }
  expect(new Set(seen).size).toBe(4)
})
