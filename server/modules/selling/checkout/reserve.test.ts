import { reserve } from '@kartis/contract/public-orders.ts'
import { updateTicketType } from '@kartis/contract/tickets.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/database/db.ts'
import { as, eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { requestReservation, balanceOf, reserved } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let secondWorld: World
beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  secondWorld = await openWorld({ beside: world })
})
afterAll(async () => {
  await secondWorld.close()
  await world.close()
})

const numbersOf = async (eventId: string): Promise<Map<string, string>> => {
  const rows = await world.db.selectFrom('orders').select(['id', 'number']).where('event_id', '=', eventId).execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** Holds the counters of an event until the returned function is called: requests that come meanwhile form one batch. */
const holdCounters = async (eventId: string): Promise<() => Promise<void>> => {
  let free = (): void => {}
  const freed = new Promise<void>((resolve) => (free = resolve))
  let locked = (): void => {}
  const isLocked = new Promise<void>((resolve) => (locked = resolve))
  const done = inTransaction(world.db, async (tx) => {
    await tx.selectFrom('stock').select('total').where('event_id', '=', eventId).forUpdate().execute()
    locked()
    await freed
  })
  await isLocked
  return () => {
    free()
    return done
  }
}

describe('reservations one after the other', () => {
  it('a reservation names its tickets in the reader’s language, in each reply to the same key too', async () => {
    const texts = { en: { name: 'Balcony' } }
    const { event, type } = await eventOnSale(world, owner, { type: { name: 'יציע', price: 0, texts } })
    const body = { event_uuid: event.uuid, items: [{ events_ticket_uuid: type.uuid, quantity: 1 }] }
    const namesIn = async (lang: string, key?: string) => {
      const reply = await world.call(reserve, { body, lang, ...(key && { idempotencyKey: key }) })
      expect(reply.status).toBe(201)
      return reply.body.data.items.map(({ name }) => name)
    }
    expect(await namesIn('he')).toEqual(['יציע'])
    expect(await namesIn('en')).toEqual(['Balcony'])
    expect(await namesIn('ar')).toEqual(['Balcony'])
    const key = 'names-of-a-repeated-reply'
    expect([await namesIn('he', key), await namesIn('en', key)]).toEqual([['יציע'], ['Balcony']])
  })

  it('a reservation has the price of its moment, also right after the producer changed it', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { price: 100 } })
    const prices: number[] = []
    for (const price of [100, 120, 120, 90]) {
      await world.call(updateTicketType, { ...as(owner), params: { uuid: type.uuid }, body: { price } })
      prices.push((await reserved(world, event.uuid, { [type.uuid]: 1 })).total_amount)
      prices.push((await reserved(world, event.uuid, { [type.uuid]: 2 })).total_amount)
    }
    expect(prices).toEqual([100, 200, 120, 240, 120, 240, 90, 180])
  })

  it('a reservation counts what another process sold before it', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { sum_total_available: 10 } })
    await reserved(world, event.uuid, { [type.uuid]: 2 })
    await reserved(world, event.uuid, { [type.uuid]: 2 })
    await reserved(secondWorld, event.uuid, { [type.uuid]: 5 })
    const late = await requestReservation(world, event.uuid, { [type.uuid]: 2 })
    expect(late.error).toMatchObject({ code: 'sold_out', detail: { left: { [type.uuid]: 1 } } })
    expect((await requestReservation(world, event.uuid, { [type.uuid]: 1 })).status).toBe(201)
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 10 })
  })

  const changes: Record<string, { change: ReturnType<typeof sql>; refusal: string }> = {
    'the kind of its type': { change: sql`update ticket_types set type = 'producer'`, refusal: 'validation' },
    'the limit of its type': { change: sql`update ticket_types set purchase_limit = 1`, refusal: 'purchase_limit' },
    'the first day of its type': {
      change: sql`update ticket_types set sale_starts_at = now() + interval '1 day'`,
      refusal: 'sale_not_started',
    },
    'the last day of its type': {
      change: sql`update ticket_types set sale_ends_at = now() - interval '1 day'`,
      refusal: 'sale_ended',
    },
    'the archiving of its type': { change: sql`update ticket_types set archived_at = now()`, refusal: 'validation' },
    'the state of the event': { change: sql`update events set status = 'draft'`, refusal: 'not_found' },
    'the end of the event': {
      change: sql`update events set starts_at = now() - interval '9 years', ends_at = now() - interval '8 years'`,
      refusal: 'event_not_on_sale',
    },
    'the limit of an order': {
      change: sql`update events set settings = settings || '{"order_limit": 1}'`,
      refusal: 'purchase_limit',
    },
  }
  it.each(Object.entries(changes))('a reservation is refused right after a change of %s', async (_what, expected) => {
    const { event, type } = await eventOnSale(world, owner)
    await reserved(world, event.uuid, { [type.uuid]: 2 })
    await sql`${expected.change} where id in (${event.uuid}, ${type.uuid})`.execute(world.db)
    expect((await requestReservation(world, event.uuid, { [type.uuid]: 2 })).error?.code).toBe(expected.refusal)
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 2, inHolds: 2 })
  })
})

describe('a batch of reservations', () => {
  it('every order of a batch has the number that its buyer was given', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { sum_total_available: 200 } })
    const orders = await Promise.all(Array.from({ length: 60 }, () => reserved(world, event.uuid, { [type.uuid]: 1 })))
    const numbers = await numbersOf(event.uuid)
    expect(orders.map(({ number }) => number)).toEqual(orders.map(({ uuid }) => numbers.get(uuid)))
    expect(new Set(orders.map(({ number }) => number)).size).toBe(60)
  })

  it('a batch accepts the carts that fit and refuses the others, in order of arrival', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { sum_total_available: 5 } })
    const vip = await ticketTypeOf(world, owner, event, { name: 'VIP', sum_total_available: 1 })
    const free = await holdCounters(event.uuid)
    const carts = [
      { [type.uuid]: 2 },
      { [type.uuid]: 1, [vip.uuid]: 1 },
      { [vip.uuid]: 1 },
      { [type.uuid]: 3 },
      { [type.uuid]: 2 },
    ]
    const answers = carts.map((cart) => requestReservation(world, event.uuid, cart))
    await free()
    const results = await Promise.all(answers)
    expect(results.map(({ status }) => status)).toEqual([201, 201, 409, 409, 201])
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 5, inHolds: 5 })
    expect(await balanceOf(world, vip.uuid)).toMatchObject({ held: 1, inHolds: 1 })
  })

  it('a repeated request in a batch gets its first order and leaves the others alone', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { sum_total_available: 50 } })
    const first = await requestReservation(world, event.uuid, { [type.uuid]: 3 }, 'again')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        requestReservation(
          world,
          event.uuid,
          { [type.uuid]: place === 7 ? 3 : 1 },
          place === 7 ? 'again' : `key-${place}`,
        ),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
    expect(answers[7]?.body).toEqual(first.body)
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 3 + 19 })
  })

  it('two neighbours on one network who send the same short key and cart have an order each, with a token of its own', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { sum_total_available: 10 } })
    const body = { event_uuid: event.uuid, items: [{ events_ticket_uuid: type.uuid, quantity: 2 }] }
    const send = (agent: string) => world.call(reserve, { body, idempotencyKey: '1', headers: { 'user-agent': agent } })
    const [first, neighbour, again] = [await send('one browser'), await send('another'), await send('one browser')]
    expect(again.text).toBe(first.text)
    expect([first.status, neighbour.status]).toEqual([201, 201])
    expect(neighbour.body.data.uuid).not.toBe(first.body.data.uuid)
    expect(neighbour.body.data.token).not.toBe(first.body.data.token)
  })

  it('two requests with one idempotency key in one batch make one order', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { sum_total_available: 50 } })
    const free = await holdCounters(event.uuid)
    const answers = ['a', 'same', 'same', 'b'].map((key) =>
      requestReservation(world, event.uuid, { [type.uuid]: 1 }, key),
    )
    await free()
    const results = await Promise.all(answers)
    expect(results.map(({ status }) => status)).toEqual(Array(4).fill(201))
    expect(results[1]?.body).toEqual(results[2]?.body)
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 3, inHolds: 3 })
  })

  it('a cart that does not fit gets the tickets of expired holds that nobody has released yet', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { sum_total_available: 4 } })
    const first = await reserved(world, event.uuid, { [type.uuid]: 4 })
    expect((await requestReservation(world, event.uuid, { [type.uuid]: 1 })).error?.code).toBe('sold_out')
    world.clock.advance(601)
    expect((await requestReservation(world, event.uuid, { [type.uuid]: 3 })).status).toBe(201)
    const row = await world.db.selectFrom('orders').select('status').where('id', '=', first.uuid).executeTakeFirst()
    expect(row?.status).toBe('expired')
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 3, inHolds: 3 })
  })

  it('an event nobody may see and an event that does not exist are refused alike', async () => {
    const { event, type } = await eventOnSale(world, owner)
    await sql`update events set status = 'draft' where id = ${event.uuid}`.execute(world.db)
    const unpublished = await requestReservation(world, event.uuid, { [type.uuid]: 1 })
    const unknown = await world.call(reserve, {
      body: {
        event_uuid: '01890a5d-ac96-774b-bcce-b302099a8057',
        items: [{ events_ticket_uuid: type.uuid, quantity: 1 }],
      },
    })
    expect([unpublished.status, unpublished.error?.code]).toEqual([404, 'not_found'])
    expect([unknown.status, unknown.error?.code]).toEqual([404, 'not_found'])
  })
})
