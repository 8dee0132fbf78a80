import { updateEvent } from '@kartis/contract/events.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { freeOrder, reserved, withDetails } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let maker: Producer

beforeAll(async () => {
  world = await openWorld()
  maker = await producer(world)
})
afterAll(() => world.close())

const told = async (event: { uuid: string }): Promise<string[]> => {
  await world.platform.jobs.drain({ names: ['orders.tell_moved'] })
  const rows = await world.db
    .selectFrom('messages')
    .select('text')
    .where('event_id', '=', event.uuid)
    .where('template', '=', 'event_changed')
    .where('channel', '=', 'sms')
    .orderBy('id')
    .execute()
  return rows.map(({ text }) => text)
}

const evening = async () => {
  const { event, type } = await eventOnSale(world, maker, { type: { price: 0 } })
  const order = await freeOrder(world, event.uuid, { [type.uuid]: 1 })
  await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 1 }))
  const change = (body: Record<string, unknown>) =>
    world.call(updateEvent, { ...as(maker), params: { uuid: event.uuid }, body })
  return { event, order, change }
}

describe('an event that moves', () => {
  it('tells everybody with tickets, once, with the link to them, when its producer asks for it', async () => {
    const { event, order, change } = await evening()
    await change({ address_city: 'חיפה', tell_buyers: true })
    const [text, ...more] = await told(event)
    expect(more).toEqual([])
    expect(text).toContain('חיפה')
    expect(text).toContain(`/order/tickets/${order.uuid}?token=${order.token}`)
    expect(await told(event)).toHaveLength(1)
  })

  it('tells nobody when it was not asked to, or when neither time nor place moved', async () => {
    const { event, change } = await evening()
    await change({ address_city: 'חיפה' })
    await change({ name: 'שם חדש', tell_buyers: true })
    expect(await told(event)).toEqual([])
  })
})
