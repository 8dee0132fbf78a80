import { pay } from '@kartis/contract/public-orders.ts'
import { showWaitingRoom, showWaitingStatus, steerWaitingRoom } from '@kartis/contract/waiting-room.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { as, ticketTypeOf } from '../../../testing/events.ts'
import { askToReserve, holding, withDetails } from '../../../testing/orders.ts'
import { joinAs, producer, type Producer } from '../../../testing/people.ts'
import { aroundRooms, done, newDevice, placeOf, reasonOf, type Waiting } from '../../../testing/waiting-room.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { roomsOf } from './room-cache.ts'
import { tickRooms } from './admit-waiting.ts'

let world: World
let maker: Producer
let room: ReturnType<typeof aroundRooms>

beforeAll(async () => {
  world = await openWorld()
  room = aroundRooms(world, () => maker)
})
// A session lives an hour, and hours pass in here.
beforeEach(async () => {
  maker = await producer(world)
})
afterAll(() => world.close())

describe('a lobby before the sale', () => {
  const opensIn = (seconds: number) => new Date(world.clock.now().getTime() + seconds * 1000).toISOString()

  it('keeps the gate shut until the opening, and gives places during the last hour only', async () => {
    const { uuid, type } = await room.saleWithRoom({ mode: 'automatic', opens_at: opensIn(2 * 3600) })
    expect((await room.status(uuid)).state).toBe('early')
    expect(reasonOf(await askToReserve(world, uuid, { [type]: 1 }))).toEqual([409, 'waiting_room', 'early'])
    world.clock.advance(3600)
    await room.pass(1)
    expect((await room.status(uuid)).state).toBe('lobby')
    const one = await room.join(uuid)
    expect(reasonOf(await room.enter(uuid, one))).toEqual([409, 'waiting_room', 'wait'])
  })

  it('draws the order of those who came before the opening, and lets later ones follow them', async () => {
    const { uuid } = await room.saleWithRoom({ mode: 'on', opens_at: opensIn(600), most_inside: 10 })
    const early = await room.crowd(uuid, 60)
    const before = await room.status(uuid)
    expect(before).toMatchObject({ state: 'lobby', admitted: 0, waiting: 60 })
    expect(before.draw.seed).toBeNull()
    world.clock.advance(600)
    await room.pass(1)
    const late = await room.crowd(uuid, 5)
    const after = await room.status(uuid)
    expect(after.draw.size).toBe(60)
    expect(after.draw.proof).toBe(before.draw.proof)
    const places = early.map((one) => placeOf(one, after))
    expect(places.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, place) => place))
    expect(places).not.toEqual(early.map(({ number }) => number - 1))
    expect(late.map((one) => placeOf(one, after)).toSorted((a, b) => a - b)).toEqual([60, 61, 62, 63, 64])
    expect(after.admitted).toBe(10)
    for (const one of early) expect((await room.enter(uuid, one)).status).toBe(placeOf(one, after) < 10 ? 200 : 409)
  })
})

describe('an automatic room', () => {
  it('opens by itself when many come in a second, and not for a few', async () => {
    const { uuid, type } = await room.saleWithRoom({ mode: 'automatic', threshold: 20 })
    await room.pass(1)
    const arrive = (count: number) =>
      Promise.all(
        Array.from({ length: count }, () =>
          world.call(showWaitingStatus, { params: { uuid }, query: { arriving: '1' } }),
        ),
      )
    for (let second = 0; second < 6; second++) {
      await arrive(5)
      await room.pass(1)
    }
    expect((await room.status(uuid)).state).toBe('closed')
    expect((await askToReserve(world, uuid, { [type]: 1 })).status).toBe(201)
    for (let second = 0; second < 4; second++) {
      await arrive(60)
      await room.pass(1)
    }
    expect((await room.status(uuid)).state).toBe('open')
    expect((await askToReserve(world, uuid, { [type]: 1 })).error?.code).toBe('waiting_room')
    await room.pass(180)
    expect((await room.status(uuid)).state).toBe('closed')
    expect((await askToReserve(world, uuid, { [type]: 1 })).status).toBe(201)
  })
})

describe('the producer', () => {
  it('sees who waits and who is inside, and steers pace, pause and number', async () => {
    const { uuid } = await room.saleWithRoom({ mode: 'on', most_inside: 50, pace: 60 })
    await room.crowd(uuid, 30)
    await room.pass(10)
    const admitted = (await room.status(uuid)).admitted
    expect(admitted).toBeGreaterThanOrEqual(9)
    expect(admitted).toBeLessThanOrEqual(15)
    await room.steer(uuid, { paused: true })
    await room.pass(5)
    expect(await room.status(uuid)).toMatchObject({ admitted, paused: true, per_minute: null })
    await room.steer(uuid, { paused: false, pace: null })
    await room.pass(1)
    expect((await room.status(uuid)).admitted).toBe(30)
    const seen = done(await world.call(showWaitingRoom, { ...as(maker), params: { uuid } })).data
    expect(seen).toMatchObject({ state: 'open', pace: null })
    expect(seen.figures).toMatchObject({ waiting: 0, admitted: 30, joined: 30, called: 30, choosing: 0, left: 100 })
  })

  it('opens the doors to everybody with the switch', async () => {
    const { uuid, type } = await room.saleWithRoom({ mode: 'on', paused: true })
    await room.crowd(uuid, 5)
    await room.steer(uuid, { mode: 'off' })
    expect((await room.status(uuid)).state).toBe('closed')
    expect((await askToReserve(world, uuid, { [type]: 1 })).status).toBe(201)
  })

  it('begins a new line when the room is opened again: places of the last one are over', async () => {
    const { uuid } = await room.saleWithRoom({ mode: 'on' })
    const old = await room.join(uuid)
    await room.steer(uuid, { mode: 'off' })
    await room.steer(uuid, { mode: 'on' })
    await room.pass(1)
    expect(reasonOf(await room.enter(uuid, old))).toEqual([409, 'waiting_room', 'no_place'])
    expect((await room.join(uuid, old.device)).round).toBe(old.round + 1)
  })

  it('sees only the rooms of his own events, and only as a manager', async () => {
    const { uuid } = await room.saleWithRoom({ mode: 'on' })
    const stranger = await producer(world)
    const scanner = await joinAs(world, maker, 'scanner')
    const ask = (who: { token: string; account: string }) =>
      Promise.all([
        world.call(showWaitingRoom, { ...who, params: { uuid } }),
        world.call(steerWaitingRoom, { ...who, params: { uuid }, body: { mode: 'off' } }),
      ])
    for (const answer of await ask(as(stranger))) expect(answer.status).toBe(404)
    for (const answer of await ask({ token: scanner.token, account: maker.account.uuid }))
      expect(answer.status).toBe(403)
    expect((await room.status(uuid)).state).toBe('open')
    const wrong = await world.call(steerWaitingRoom, { ...as(maker), params: { uuid }, body: { most_inside: 0 } })
    expect(wrong.status).toBe(422)
  })
})

describe('when tickets run out', () => {
  it('tells everybody at once what lies in baskets and what is gone', async () => {
    const { uuid, type } = await room.saleWithRoom({ mode: 'on', most_inside: 10 }, 2)
    const [first] = [await room.join(uuid)]
    await room.crowd(uuid, 20)
    await room.pass(1)
    expect(await room.status(uuid)).toMatchObject({ admitted: 2, sold_out: false, all_held: false })
    const given = { pass: await room.passOf(uuid, first), device: first.device }
    const order = done(await room.buy(uuid, type, given, 2)).data
    await room.pass(1)
    expect(await room.status(uuid)).toMatchObject({ sold_out: false, all_held: true })
    await withDetails(world, order)
    done(await world.call(pay, holding(order)))
    await room.pass(1)
    expect(await room.status(uuid)).toMatchObject({ sold_out: true, all_held: false, admitted: 2 })
  })

  it('tells those far back beforehand that there will hardly be tickets', async () => {
    const { uuid } = await room.saleWithRoom({ mode: 'on', most_inside: 4 }, 20)
    await ticketTypeOf(world, maker, { uuid }, { type: 'producer', sum_total_available: 5000 })
    await room.crowd(uuid, 60)
    await room.pass(1)
    const { likely_until: likely, unlikely_from: unlikely } = await room.status(uuid)
    expect(likely).toBeGreaterThan(4)
    expect(unlikely).toBeGreaterThan(likely)
    expect(unlikely).toBeLessThan(60)
  })
})

describe('several processes and a restart', () => {
  const another = (): Promise<World> => openWorld({ beside: world })

  it('give hundreds who come at once to two of them one place each, and let in by one rule', async () => {
    const { uuid } = await room.saleWithRoom({ mode: 'on', most_inside: 40 }, 1000)
    const second = await another()
    await roomsOf(second.platform).refresh()
    const joinThere = async (): Promise<Waiting> => {
      const device = newDevice()
      const answer = await second.app.inject({
        method: 'POST',
        url: `/api/v1/public/events/${uuid}/waiting-room/places`,
        payload: { device },
      })
      return { device, ...(JSON.parse(answer.body) as { data: { place: Omit<Waiting, 'device'> } }).data.place }
    }
    const people = await Promise.all([
      ...Array.from({ length: 200 }, () => room.join(uuid)),
      ...Array.from({ length: 200 }, joinThere),
    ])
    expect(people.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 400 }, (_, place) => place + 1),
    )
    world.clock.advance(1)
    await Promise.all([tickRooms(world.platform), tickRooms(second.platform), tickRooms(world.platform)])
    expect((await room.status(uuid)).admitted).toBe(40)
    // The process that found the room being seen to by the other knows of it when it next looks.
    await roomsOf(second.platform).refresh()
    for (const one of people.filter(({ number }) => number <= 40)) {
      const url = `/api/v1/public/events/${uuid}/waiting-room/enter`
      const answer = await second.app.inject({ method: 'POST', url, payload: { device: one.device, token: one.token } })
      expect(answer.statusCode).toBe(200)
    }
    world.clock.advance(1)
    await Promise.all([tickRooms(second.platform), tickRooms(world.platform)])
    expect((await room.status(uuid)).admitted).toBe(40)
    await second.close()
    // Whoever starts anew knows everything that was promised.
    const third = await another()
    await tickRooms(third.platform)
    const seen = await third.app.inject({ url: `/api/v1/public/events/${uuid}/waiting-room` })
    expect(JSON.parse(seen.body)).toMatchObject({ data: { state: 'open', admitted: 40, waiting: 360 } })
    await third.close()
  })
})
