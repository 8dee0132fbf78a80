import { updateEvent } from '@kartis/contract/events.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { freeOrder, reserved, withDetails } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

const textsTo = async (event: { uuid: string }): Promise<string[]> => {
  await world.handleEvents()
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

const soldEvent = async () => {
  const { event, type } = await eventOnSale(world, owner, { type: { price: 0 } })
  const order = await freeOrder(world, event.uuid, { [type.uuid]: 1 })
  await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 1 }))
  const change = (body: Record<string, unknown>) =>
    world.call(updateEvent, { ...as(owner), params: { uuid: event.uuid }, body })
  return { event, order, change }
}

describe('notification of a moved event', () => {
  it('every buyer gets one message with the link to the tickets when the producer asks for it', async () => {
    const { event, order, change } = await soldEvent()
    await change({ address_city: 'חיפה', tell_buyers: true })
    const [text, ...more] = await textsTo(event)
    expect(more).toEqual([])
    expect(text).toContain('חיפה')
    expect(text).toContain(`/order/tickets/${order.uuid}?token=${order.token}`)
    expect(await textsTo(event)).toHaveLength(1)
  })

  it('nobody gets a message when the producer did not ask for it or neither time nor place moved', async () => {
    const { event, change } = await soldEvent()
    await change({ address_city: 'חיפה' })
    await change({ name: 'שם חדש', tell_buyers: true })
    expect(await textsTo(event)).toEqual([])
  })
})
