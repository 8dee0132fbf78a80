import { showPublicEvent } from '@kartis/contract/public-events.ts'
import { changeTickets } from '@kartis/contract/public-orders.ts'
import { sendInvitation } from '@kartis/contract/invitations.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { holding, requestReservation, reserved } from '../../../testing/orders.ts'
import { newPhone, type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

/** Seven of 30 tickets are left, which is too many to be scarce, and an order may have ten. */
const sale = async () => {
  const settings = { hide_remaining: true, order_limit: 10 }
  const { event, type } = await eventOnSale(world, owner, { event: { settings }, type: { sum_total_available: 30 } })
  const other = await ticketTypeOf(world, owner, event, { name: 'יציע', sum_total_available: 30 })
  const order = await reserved(world, event.uuid, { [type.uuid]: 10 })
  await reserved(world, event.uuid, { [type.uuid]: 10 })
  await reserved(world, event.uuid, { [type.uuid]: 3 })
  return { event, type, other, order }
}
const typesOf = async (event: { uuid: string }) =>
  (await world.call(showPublicEvent, { params: { uuid: event.uuid } })).body.data.events_tickets

describe('an event that hides how many tickets are left', () => {
  it('offers as many in an order as it allows, until none is left', async () => {
    const { event, type } = await sale()
    const [shown] = await typesOf(event)
    expect(shown).toMatchObject({ left: null, scarce: false, max_per_order: 10 })
    await reserved(world, event.uuid, { [type.uuid]: 7 })
    expect((await typesOf(event))[0]).toMatchObject({ left: null, sale_state: 'sold_out', max_per_order: 0 })
  })

  it('shows the number once the last tickets are on sale', async () => {
    const { event, type } = await sale()
    await reserved(world, event.uuid, { [type.uuid]: 4 })
    expect((await typesOf(event))[0]).toMatchObject({ left: 3, scarce: true, max_per_order: 3 })
  })

  it('refuses a cart of more by the type that lacks tickets, without their number', async () => {
    const { event, type, other, order } = await sale()
    const refused = await requestReservation(world, event.uuid, { [type.uuid]: 8, [other.uuid]: 1 })
    expect(refused.error).toMatchObject({ code: 'sold_out', detail: { left: { [type.uuid]: null } } })
    expect(Object.keys(refused.error?.detail['left'] as object)).toEqual([type.uuid])
    const items = [{ events_ticket_uuid: other.uuid, quantity: 10 }]
    expect((await world.call(changeTickets, { ...holding(order), body: { items } })).status).toBe(200)
    await reserved(world, event.uuid, { [other.uuid]: 10 })
    await reserved(world, event.uuid, { [other.uuid]: 5 })
    const more = [{ events_ticket_uuid: other.uuid, quantity: 10 }]
    const next = await reserved(world, event.uuid, { [type.uuid]: 1 })
    const changed = await world.call(changeTickets, { ...holding(next), body: { items: more } })
    expect(changed.error).toMatchObject({ code: 'sold_out', detail: { left: { [other.uuid]: null } } })
  })

  it('names the number to its own team', async () => {
    const { event, type } = await sale()
    const refused = await world.call(sendInvitation, {
      ...as(owner),
      params: { uuid: event.uuid },
      body: {
        recipient: { name: 'דנה כהן', phone: newPhone() },
        items: [{ events_ticket_uuid: type.uuid, quantity: 8 }],
      },
    })
    expect(refused.error).toMatchObject({ code: 'sold_out', detail: { left: { [type.uuid]: 7 } } })
  })
})
