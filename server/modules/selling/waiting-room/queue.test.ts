import { pay, releaseOrder } from '@kartis/contract/public-orders.ts'
import { joinLine, leaveLine } from '@kartis/contract/waiting-room.ts'
import { doWork } from '@kartis/domain/proof-of-work.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventOnSale } from '../../../testing/events.ts'
import { askToReserve, holding, withDetails } from '../../../testing/orders.ts'
import { person, producer, type Producer } from '../../../testing/people.ts'
import { aroundRooms, done, newDevice, reasonOf } from '../../../testing/waiting-room.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { expireOrders } from '../checkout/index.ts'

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

describe('an event without a room', () => {
  it('sells as if there were no rooms at all', async () => {
    const { event, type } = await eventOnSale(world, maker)
    expect(await room.status(event.uuid)).toMatchObject({ state: 'closed', waiting: 0 })
    expect((await askToReserve(world, event.uuid, { [type.uuid]: 1 })).status).toBe(201)
    expect(
      done(await world.call(joinLine, { params: { uuid: event.uuid }, body: { device: newDevice() } })).data,
    ).toEqual({
      place: null,
    })
  })
})

describe('a room that is switched on', () => {
  it('lets nobody hold a basket without a pass, and says where to wait', async () => {
    const { uuid, type } = await room.saleWithRoom({ mode: 'on' })
    const answer = await askToReserve(world, uuid, { [type]: 1 })
    expect([answer.status, answer.error?.code]).toEqual([409, 'waiting_room'])
    expect(answer.error?.detail).toMatchObject({
      reason: 'no_place',
      url: expect.stringContaining(`/order/wait/${uuid}`),
    })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('lets in as many as the producer wants inside, first come first, and the next when a basket is paid', async () => {
    const { uuid, type } = await room.saleWithRoom({ mode: 'on', most_inside: 2 })
    const [first, second, third] = [await room.join(uuid), await room.join(uuid), await room.join(uuid)]
    await room.pass(1)
    expect(await room.status(uuid)).toMatchObject({ state: 'open', admitted: 2, waiting: 1 })
    expect(reasonOf(await room.enter(uuid, third))).toEqual([409, 'waiting_room', 'wait'])
    const given = { pass: await room.passOf(uuid, first), device: first.device }
    await room.passOf(uuid, second)
    const order = done(await room.buy(uuid, type, given)).data
    await room.pass(3)
    expect((await room.status(uuid)).admitted).toBe(2)
    await withDetails(world, order)
    done(await world.call(pay, holding(order)))
    await room.pass(1)
    expect((await room.status(uuid)).admitted).toBe(3)
    expect((await room.enter(uuid, third)).status).toBe(200)
    expect(reasonOf(await room.buy(uuid, type, given))).toEqual([409, 'waiting_room', 'over'])
  })

  it('gives the next one the spot of a buyer who gave the basket back and let the minutes pass', async () => {
    const { uuid, type } = await room.saleWithRoom({ mode: 'on', most_inside: 1 })
    const [first, second] = [await room.join(uuid), await room.join(uuid)]
    await room.pass(1)
    const given = { pass: await room.passOf(uuid, first), device: first.device }
    const order = done(await room.buy(uuid, type, given)).data
    done(await world.call(releaseOrder, holding(order)))
    expect((await room.buy(uuid, type, given)).status).toBe(201)
    world.clock.advance(10 * 60)
    expect(reasonOf(await room.buy(uuid, type, given))).toEqual([409, 'waiting_room', 'over'])
    await room.pass(1)
    // The second cart is still held in the books: its own minutes began later than the pass.
    await expireOrders(world.platform, world.payments)
    await room.pass(1)
    expect((await room.enter(uuid, second)).status).toBe(200)
  })

  it('takes one pass for a handful of baskets and no more, and a refused basket is none of them', async () => {
    const { uuid, type } = await room.saleWithRoom({ mode: 'on' }, 6)
    const one = await room.join(uuid)
    await room.pass(1)
    const given = { pass: await room.passOf(uuid, one), device: one.device }
    const wanted = (quantity: number) => room.buy(uuid, type, given, quantity)
    for (let again = 0; again < 8; again++) expect((await wanted(50)).error?.code).toBe('sold_out')
    for (let again = 0; again < 5; again++) expect((await wanted(1)).status).toBe(201)
    expect(reasonOf(await wanted(1))).toEqual([409, 'waiting_room', 'over'])
  })

  it('answers a basket that is asked for again with the same order, and counts it once', async () => {
    const { uuid, type } = await room.saleWithRoom({ mode: 'on' })
    const one = await room.join(uuid)
    await room.pass(1)
    const given = { pass: await room.passOf(uuid, one), device: one.device }
    const ask = () => room.buy(uuid, type, given, 1, 'the-same')
    const first = done(await ask()).data
    for (let again = 0; again < 7; again++) expect(done(await ask()).data.uuid).toBe(first.uuid)
  })

  it('gives the spot of somebody who closed the page to the next, and that person the first spot when he is back', async () => {
    const { uuid } = await room.saleWithRoom({ mode: 'on', most_inside: 1 })
    const [gone, next, last] = [await room.join(uuid), await room.join(uuid), await room.join(uuid)]
    await room.pass(58)
    expect((await room.status(uuid)).admitted).toBe(1)
    await room.pass(10)
    expect((await room.status(uuid)).admitted).toBe(2)
    expect(reasonOf(await room.enter(uuid, gone))).toEqual([409, 'waiting_room', 'next'])
    done(await room.enter(uuid, next))
    world.clock.advance(10 * 60)
    expect(reasonOf(await room.enter(uuid, gone))).toEqual([409, 'waiting_room', 'next'])
    await room.pass(1)
    expect((await room.enter(uuid, gone)).status).toBe(200)
    await room.pass(2)
    expect(reasonOf(await room.enter(uuid, last))).toEqual([409, 'waiting_room', 'wait'])
  })
})

describe('a place in line', () => {
  it('survives a reload: the same device is given the same place, and the same pass', async () => {
    const { uuid } = await room.saleWithRoom({ mode: 'on' })
    const first = await room.join(uuid)
    expect(await room.join(uuid, first.device)).toEqual(first)
    await room.pass(1)
    const given = await room.passOf(uuid, first)
    expect(await room.passOf(uuid, first)).toBe(given)
    expect((await room.status(uuid)).waiting).toBe(0)
  })

  it('is one for each signed-in phone, however many devices it signs in on, and lets one of them in', async () => {
    const { uuid } = await room.saleWithRoom({ mode: 'on' })
    const buyer = await person(world)
    const phone = await room.join(uuid, newDevice(), buyer.token)
    const laptop = await room.join(uuid, newDevice(), buyer.token)
    expect(laptop.number).toBe(phone.number)
    await room.pass(1)
    expect((await room.enter(uuid, laptop)).status).toBe(200)
    expect(reasonOf(await room.enter(uuid, phone))).toEqual([409, 'waiting_room', 'elsewhere'])
  })

  it('is no good when it is forged, of another event, or on another device', async () => {
    const { uuid, type } = await room.saleWithRoom({ mode: 'on' })
    const other = await room.saleWithRoom({ mode: 'on' })
    const mine = await room.join(uuid)
    const theirs = await room.join(other.uuid)
    await room.pass(1)
    const nobody = [409, 'waiting_room', 'no_place']
    expect(reasonOf(await room.enter(uuid, { ...mine, token: mine.token.replace(/^./, '7') }))).toEqual(nobody)
    expect(reasonOf(await room.enter(uuid, { ...mine, token: `${mine.token.slice(0, -3)}AAA` }))).toEqual(nobody)
    expect(reasonOf(await room.enter(uuid, theirs))).toEqual(nobody)
    expect(reasonOf(await room.enter(uuid, { ...mine, device: newDevice() }))).toEqual(nobody)
    const given = await room.passOf(uuid, mine)
    expect(reasonOf(await room.buy(uuid, type, { pass: given, device: newDevice() }))).toEqual(nobody)
    expect(reasonOf(await room.buy(other.uuid, other.type, { pass: given, device: mine.device }))).toEqual(nobody)
    expect(reasonOf(await room.buy(uuid, type, { pass: mine.token, device: mine.device }))).toEqual(nobody)
    const [, number, until, signature] = given.split('.')
    const longer = [given.split('.')[0], number, `${until}z`, signature].join('.')
    expect(reasonOf(await room.buy(uuid, type, { pass: longer, device: mine.device }))).toEqual(nobody)
  })

  it('can be given up, and is then over', async () => {
    const { uuid } = await room.saleWithRoom({ mode: 'on', paused: true })
    const one = await room.join(uuid)
    done(await world.call(leaveLine, { params: { uuid }, body: { device: one.device, token: one.token } }))
    expect((await room.join(uuid, one.device)).number).toBeGreaterThan(one.number)
  })

  it('costs the work that the producer asks for, and no work of another device pays for it', async () => {
    const { uuid } = await room.saleWithRoom({ mode: 'on', work_bits: 8 })
    const device = newDevice()
    const { round } = await room.status(uuid)
    const ask = (nonce: string) => world.call(joinLine, { params: { uuid }, body: { device, nonce } })
    const stolen = doWork({ eventId: uuid, round, device: newDevice(), bits: 8 })
    expect((await ask('')).error?.detail).toEqual({ nonce: ['invalid'] })
    const answers = [(await ask(stolen)).status, (await ask(doWork({ eventId: uuid, round, device, bits: 8 }))).status]
    expect(answers[1]).toBe(201)
  })
})
