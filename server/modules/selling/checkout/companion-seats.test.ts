import { updateEventSeats } from '@kartis/contract/event-seating.ts'
import { sendInvitation } from '@kartis/contract/invitations.ts'
import { pay, releaseOrder } from '@kartis/contract/public-orders.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../testing/events.ts'
import { holding, withDetails } from '../../../testing/orders.ts'
import { newPhone, type Producer, producer } from '../../../testing/people.ts'
import {
  expectSeatsBalanced,
  requestBest,
  requestSeats,
  type SeatedEvent,
  seatedEvent,
} from '../../../testing/seats.ts'
import { openWorld, type World } from '../../../testing/world.ts'

/** The first place is for a wheelchair, the second one for who comes with it; so are the last two, the other way round. */
const ROW = {
  except: {
    1: { is: ['wheelchair' as const] },
    2: { is: ['companion' as const], of: 'r1.1' },
    9: { is: ['companion' as const], of: 'r1.10' },
    10: { is: ['wheelchair' as const] },
  },
}
const [WHEELCHAIR, COMPANION] = [0, 1]

let world: World
let secondWorld: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld()
  secondWorld = await openWorld({ beside: world })
  owner = await producer(world)
})
afterAll(async () => {
  await secondWorld.close()
  await world.close()
})

const newHall = () => seatedEvent(world, owner, { price: 0, rows: [ROW] })
const request = (hall: SeatedEvent, ...places: number[]) => requestSeats(world, hall, places.map(hall.seat))
/** At the other server, whose hall follows the database. */
const refusal = async (hall: SeatedEvent): Promise<unknown> =>
  (await requestSeats(secondWorld, hall, [hall.seat(COMPANION)])).error?.detail['items.0.seat_uuids']
const change = (hall: SeatedEvent, sale: object) =>
  world.call(updateEventSeats, {
    ...as(owner),
    params: { uuid: hall.event.uuid },
    body: { seat_uuids: [hall.seat(WHEELCHAIR)], ...sale },
  })

describe('a companion’s place', () => {
  it('is not sold by itself while its wheelchair place is free, held, closed or set aside', async () => {
    const hall = await newHall()
    expect(await refusal(hall)).toEqual(['companion_alone'])
    const held = (await request(hall, WHEELCHAIR)).body.data
    expect(await refusal(hall)).toEqual(['companion_alone'])
    await world.call(releaseOrder, holding(held))
    await change(hall, { for_sale: false })
    expect(await refusal(hall)).toEqual(['companion_alone'])
    await change(hall, { for_sale: true, channel: 'box_office' })
    expect(await refusal(hall)).toEqual(['companion_alone'])
    await change(hall, { channel: 'public' })
    expect((await request(hall, WHEELCHAIR, COMPANION)).status).toBe(201)
    await expectSeatsBalanced(world, hall)
  })

  it('is sold by itself once its wheelchair place is sold, so that a companion may buy later', async () => {
    const hall = await newHall()
    const order = (await request(hall, WHEELCHAIR)).body.data
    await withDetails(world, order)
    await world.call(pay, { ...holding(order), body: {} })
    expect(await refusal(hall)).toBeUndefined()
    await expectSeatsBalanced(world, hall)
  })

  it('of a held wheelchair place is given to no other party, with a wheelchair or without', async () => {
    const hall = await newHall()
    await request(hall, WHEELCHAIR)
    // Nothing else is left beside the other wheelchair place and its companion's place.
    const others = [2, 3, 4, 5, 6, 7].map(hall.seat)
    await world.call(updateEventSeats, {
      ...as(owner),
      params: { uuid: hall.event.uuid },
      body: { seat_uuids: others, for_sale: false },
    })
    expect((await requestBest(world, hall, 3, { wheelchairs: 1 })).error?.code).toBe('seat_taken')
    expect((await requestBest(world, hall, 1)).error?.code).toBe('sold_out')
    expect((await requestBest(world, hall, 2, { wheelchairs: 1 })).status).toBe(201)
  })

  it('is the producer’s to give while the wheelchair place is closed', async () => {
    const hall = await newHall()
    await change(hall, { for_sale: false })
    const items = [{ events_ticket_uuid: hall.type.uuid, quantity: 1, seat_uuids: [hall.seat(COMPANION)] }]
    const recipient = { name: 'אורי לב', phone: newPhone() }
    const params = { uuid: hall.event.uuid }
    expect((await world.call(sendInvitation, { ...as(owner), params, body: { recipient, items } })).status).toBe(201)
    await expectSeatsBalanced(world, hall)
  })
})
