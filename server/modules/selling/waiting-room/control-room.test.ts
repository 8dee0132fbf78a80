import { pay } from '@kartis/contract/public-orders.ts'
import { showWaitingRoom, showWaitingStatus, steerWaitingRoom } from '@kartis/contract/waiting-room.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { as, ticketTypeOf } from '../../../testing/events.ts'
import { requestReservation, holding, withDetails } from '../../../testing/orders.ts'
import { joinAs, producer, type Producer } from '../../../testing/people.ts'
import { waitingRoomActions, done, newDevice, placeOf, reasonOf, type Waiting } from '../../../testing/waiting-room.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { tickRooms } from './admit-waiting.ts'

let world: World
let owner: Producer
let rooms: ReturnType<typeof waitingRoomActions>

beforeAll(async () => {
  world = await openWorld()
  rooms = waitingRoomActions(world, () => owner)
})
// The clock advances past the life of a session (an hour).
beforeEach(async () => {
  owner = await producer(world)
})
afterAll(() => world.close())

describe('the lobby before the sale', () => {
  const opensIn = (seconds: number) => new Date(world.clock.now().getTime() + seconds * 1000).toISOString()

  it('nobody is admitted before the opening, and places are given during the last hour only', async () => {
    const { uuid, type } = await rooms.saleWithRoom({ mode: 'automatic', opens_at: opensIn(2 * 3600) })
    expect((await rooms.status(uuid)).state).toBe('early')
    expect(reasonOf(await requestReservation(world, uuid, { [type]: 1 }))).toEqual([409, 'waiting_room', 'early'])
    world.clock.advance(3600)
    await rooms.passSeconds(1)
    expect((await rooms.status(uuid)).state).toBe('lobby')
    const place = await rooms.join(uuid)
    expect(reasonOf(await rooms.enter(uuid, place))).toEqual([409, 'waiting_room', 'wait'])
  })

  it('a lottery orders those who came before the opening, and later ones follow them', async () => {
    const { uuid } = await rooms.saleWithRoom({ mode: 'on', opens_at: opensIn(600), most_inside: 10 })
    const early = await rooms.crowd(uuid, 60)
    const before = await rooms.status(uuid)
    expect(before).toMatchObject({ state: 'lobby', admitted: 0, waiting: 60 })
    expect(before.draw.seed).toBeNull()
    world.clock.advance(600)
    await rooms.passSeconds(1)
    const late = await rooms.crowd(uuid, 5)
    const after = await rooms.status(uuid)
    expect(after.draw.size).toBe(60)
    expect(after.draw.proof).toBe(before.draw.proof)
    const places = early.map((place) => placeOf(place, after))
    expect(places.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, place) => place))
    expect(places).not.toEqual(early.map(({ number }) => number - 1))
    expect(late.map((place) => placeOf(place, after)).toSorted((a, b) => a - b)).toEqual([60, 61, 62, 63, 64])
    expect(after.admitted).toBe(10)
    for (const place of early)
      expect((await rooms.enter(uuid, place)).status).toBe(placeOf(place, after) < 10 ? 200 : 409)
  })
})

describe('an automatic room', () => {
  it('the room opens when many people arrive in a second, and not for a few', async () => {
    const { uuid, type } = await rooms.saleWithRoom({ mode: 'automatic', threshold: 20 })
    await rooms.passSeconds(1)
    const arrive = (count: number) =>
      Promise.all(
        Array.from({ length: count }, () =>
          world.call(showWaitingStatus, { params: { uuid }, query: { arriving: '1' } }),
        ),
      )
    for (let second = 0; second < 6; second++) {
      await arrive(5)
      await rooms.passSeconds(1)
    }
    expect((await rooms.status(uuid)).state).toBe('closed')
    expect((await requestReservation(world, uuid, { [type]: 1 })).status).toBe(201)
    for (let second = 0; second < 4; second++) {
      await arrive(60)
      await rooms.passSeconds(1)
    }
    expect((await rooms.status(uuid)).state).toBe('open')
    expect((await requestReservation(world, uuid, { [type]: 1 })).error?.code).toBe('waiting_room')
    await rooms.passSeconds(180)
    expect((await rooms.status(uuid)).state).toBe('closed')
    expect((await requestReservation(world, uuid, { [type]: 1 })).status).toBe(201)
  })
})

describe('the producer of a waiting room', () => {
  it('the producer sees who waits and who is inside, and sets pace, pause and number', async () => {
    const { uuid } = await rooms.saleWithRoom({ mode: 'on', most_inside: 50, pace: 60 })
    await rooms.crowd(uuid, 30)
    await rooms.passSeconds(10)
    const admitted = (await rooms.status(uuid)).admitted
    expect(admitted).toBeGreaterThanOrEqual(9)
    expect(admitted).toBeLessThanOrEqual(15)
    await rooms.steer(uuid, { paused: true })
    await rooms.passSeconds(5)
    expect(await rooms.status(uuid)).toMatchObject({ admitted, paused: true, per_minute: null })
    await rooms.steer(uuid, { paused: false, pace: null })
    await rooms.passSeconds(1)
    expect((await rooms.status(uuid)).admitted).toBe(30)
    const seen = done(await world.call(showWaitingRoom, { ...as(owner), params: { uuid } })).data
    expect(seen).toMatchObject({ state: 'open', pace: null })
    expect(seen.figures).toMatchObject({ waiting: 0, admitted: 30, joined: 30, called: 30, choosing: 0, left: 100 })
  })

  it('switching the room off lets everybody buy', async () => {
    const { uuid, type } = await rooms.saleWithRoom({ mode: 'on', paused: true })
    await rooms.crowd(uuid, 5)
    await rooms.steer(uuid, { mode: 'off' })
    expect((await rooms.status(uuid)).state).toBe('closed')
    expect((await requestReservation(world, uuid, { [type]: 1 })).status).toBe(201)
  })

  it('a room that is opened again starts a new round, and earlier places are void', async () => {
    const { uuid } = await rooms.saleWithRoom({ mode: 'on' })
    const old = await rooms.join(uuid)
    await rooms.steer(uuid, { mode: 'off' })
    await rooms.steer(uuid, { mode: 'on' })
    await rooms.passSeconds(1)
    expect(reasonOf(await rooms.enter(uuid, old))).toEqual([409, 'waiting_room', 'no_place'])
    expect((await rooms.join(uuid, old.device)).round).toBe(old.round + 1)
  })

  it('only managers of the event may see and control its room', async () => {
    const { uuid } = await rooms.saleWithRoom({ mode: 'on' })
    const stranger = await producer(world)
    const scanner = await joinAs(world, owner, 'scanner')
    const requestAs = (who: { token: string; account: string }) =>
      Promise.all([
        world.call(showWaitingRoom, { ...who, params: { uuid } }),
        world.call(steerWaitingRoom, { ...who, params: { uuid }, body: { mode: 'off' } }),
      ])
    for (const answer of await requestAs(as(stranger))) expect(answer.status).toBe(404)
    for (const answer of await requestAs({ token: scanner.token, account: owner.account.uuid }))
      expect(answer.status).toBe(403)
    expect((await rooms.status(uuid)).state).toBe('open')
    const wrong = await world.call(steerWaitingRoom, { ...as(owner), params: { uuid }, body: { most_inside: 0 } })
    expect(wrong.status).toBe(422)
  })
})

describe('a room whose tickets run out', () => {
  it('the status tells what is held and what is sold out', async () => {
    const { uuid, type } = await rooms.saleWithRoom({ mode: 'on', most_inside: 10 }, 2)
    const [first] = [await rooms.join(uuid)]
    await rooms.crowd(uuid, 20)
    await rooms.passSeconds(1)
    expect(await rooms.status(uuid)).toMatchObject({ admitted: 2, sold_out: false, all_held: false })
    const holder = { pass: await rooms.passOf(uuid, first), device: first.device }
    const order = done(await rooms.buy(uuid, type, holder, 2)).data
    await rooms.passSeconds(1)
    expect(await rooms.status(uuid)).toMatchObject({ sold_out: false, all_held: true })
    await withDetails(world, order)
    done(await world.call(pay, holding(order)))
    await rooms.passSeconds(1)
    expect(await rooms.status(uuid)).toMatchObject({ sold_out: true, all_held: false, admitted: 2 })
  })

  it('the status tells from which place tickets are unlikely', async () => {
    const { uuid } = await rooms.saleWithRoom({ mode: 'on', most_inside: 4 }, 20)
    await ticketTypeOf(world, owner, { uuid }, { type: 'producer', sum_total_available: 5000 })
    await rooms.crowd(uuid, 60)
    await rooms.passSeconds(1)
    const { likely_until: likely, unlikely_from: unlikely } = await rooms.status(uuid)
    expect(likely).toBeGreaterThan(4)
    expect(unlikely).toBeGreaterThan(likely)
    expect(unlikely).toBeLessThan(60)
  })
})

describe('a room with several processes', () => {
  const openAnother = (): Promise<World> => openWorld({ beside: world })

  it('two processes give concurrent people one place each and admit by one rule, also after a restart', async () => {
    const { uuid } = await rooms.saleWithRoom({ mode: 'on', most_inside: 40 }, 1000)
    const second = await openAnother()
    await second.waitingRooms.rooms.refresh()
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
      ...Array.from({ length: 200 }, () => rooms.join(uuid)),
      ...Array.from({ length: 200 }, joinThere),
    ])
    expect(people.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 400 }, (_, place) => place + 1),
    )
    world.clock.advance(1)
    await Promise.all([tickRooms(world.waitingRooms), tickRooms(second.waitingRooms), tickRooms(world.waitingRooms)])
    expect((await rooms.status(uuid)).admitted).toBe(40)
    // The process that found the room locked sees the result at its next read.
    await second.waitingRooms.rooms.refresh()
    for (const person of people.filter(({ number }) => number <= 40)) {
      const url = `/api/v1/public/events/${uuid}/waiting-room/enter`
      const answer = await second.app.inject({
        method: 'POST',
        url,
        payload: { device: person.device, token: person.token },
      })
      expect(answer.statusCode).toBe(200)
    }
    world.clock.advance(1)
    await Promise.all([tickRooms(second.waitingRooms), tickRooms(world.waitingRooms)])
    expect((await rooms.status(uuid)).admitted).toBe(40)
    await second.close()
    // A process that starts later knows every place.
    const third = await openAnother()
    await tickRooms(third.waitingRooms)
    const seen = await third.app.inject({ url: `/api/v1/public/events/${uuid}/waiting-room` })
    expect(JSON.parse(seen.body)).toMatchObject({ data: { state: 'open', admitted: 40, waiting: 360 } })
    await third.close()
  })
})
