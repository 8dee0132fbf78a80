import { showEvent, updateEvent } from '@kartis/contract/events.ts'
import { showBalance } from '@kartis/contract/statements.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { bookedSale, statementAt } from '../../../testing/settlements.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const HOUR = 3_600_000
const DAY = 24 * HOUR

const soldEvent = async (owner: Producer) => {
  const { event, type } = await eventOnSale(world, owner)
  await bookedSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, { total: 100_000 })
  const move = (from: Date, to: Date) =>
    world.call(updateEvent, {
      ...as(owner),
      params: { uuid: event.uuid },
      body: { starts_at: from.toISOString(), ends_at: to.toISOString() },
    })
  const dueAt = async () => {
    const shown = (await world.call(showBalance, as(owner))).body.data.by_event[0]?.due_at
    const params = { uuid: event.uuid }
    const { report } = (await world.call(showEvent, { ...as(owner), params, query: { append: ['report'] } })).body.data
    expect(report?.payout.due_at).toBe(shown)
    return Date.parse(shown ?? '')
  }
  return { event, type, move, dueAt, ends: Date.parse(event.ends_at) }
}

const fromNow = (ms: number): Date => new Date(world.clock.now().getTime() + ms)

describe('an event with tickets', () => {
  it('is not moved into the past, neither its start nor its end', async () => {
    const owner = await producer(world)
    const { event, move } = await soldEvent(owner)
    const both = await move(fromNow(-5 * HOUR), fromNow(-2 * HOUR))
    expect(both.status).toBe(422)
    expect(both.error?.detail).toEqual({ starts_at: ['sold_not_past'], ends_at: ['sold_not_past'] })
    const params = { uuid: event.uuid }
    const start = await world.call(updateEvent, {
      ...as(owner),
      params,
      body: { starts_at: fromNow(-1).toISOString() },
    })
    expect(start.error?.detail).toEqual({ starts_at: ['sold_not_past'] })
  })

  it('that has begun may end later, and its other fields change after its end', async () => {
    const owner = await producer(world)
    const { event, move } = await soldEvent(owner)
    const placeAt = (starts: Date, ends: Date) =>
      world.db.updateTable('events').set({ starts_at: starts, ends_at: ends }).where('id', '=', event.uuid).execute()
    const start = fromNow(-HOUR)
    await placeAt(start, fromNow(HOUR))
    expect((await move(start, fromNow(2 * HOUR))).error).toBeUndefined()
    const end = fromNow(-HOUR / 2)
    await placeAt(start, end)
    expect((await move(start, end)).error).toBeUndefined()
    expect((await move(start, fromNow(-HOUR / 4))).error?.detail).toEqual({ ends_at: ['sold_not_past'] })
  })

  it('whose date was moved nearer is not due before the date under which it was sold', async () => {
    const owner = await producer(world)
    const { move, dueAt, ends } = await soldEvent(owner)
    const before = await dueAt()
    expect((await move(fromNow(60_000), fromNow(120_000))).error).toBeUndefined()
    expect(await dueAt()).toBe(before)
    expect(await statementAt(world, owner, new Date(ends - 1))).toBeUndefined()
    expect(await statementAt(world, owner, new Date(before + 1000))).toMatchObject({ payout: { amount: 94_100 } })
  })

  it('is due by the latest of all ends under which it was sold, however often it is moved', async () => {
    const owner = await producer(world)
    const { move, dueAt, ends } = await soldEvent(owner)
    const wait = (await dueAt()) - ends
    let latest = ends
    // A fixed sequence of numbers that look random.
    let seed = 20_261_129
    for (let turn = 0; turn < 40; turn++) {
      seed = (seed * 48_271) % 2_147_483_647
      const end = world.clock.now().getTime() + HOUR + (seed % (60 * DAY))
      latest = Math.max(latest, end)
      expect((await move(new Date(end - HOUR / 2), new Date(end))).error).toBeUndefined()
      expect(await dueAt()).toBe(latest + wait)
    }
  })
})

it('an event without tickets is moved freely, into the past as well', async () => {
  const owner = await producer(world)
  const { event } = await eventOnSale(world, owner)
  const body = { starts_at: fromNow(-5 * HOUR).toISOString(), ends_at: fromNow(-2 * HOUR).toISOString() }
  expect((await world.call(updateEvent, { ...as(owner), params: { uuid: event.uuid }, body })).error).toBeUndefined()
})
