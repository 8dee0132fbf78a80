import { createHash } from 'node:crypto'
import { pay, releaseOrder } from '@kartis/contract/public-orders.ts'
import { joinLine, leaveLine } from '@kartis/contract/waiting-room.ts'
import { findNonce } from '@kartis/domain/proof-of-work.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventOnSale } from '../../../testing/events.ts'
import { balanceOf, requestReservation, holding, withDetails } from '../../../testing/orders.ts'
import { person, producer, type Producer } from '../../../testing/people.ts'
import { waitingRoomActions, done, newDevice, reasonOf } from '../../../testing/waiting-room.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { expireOrders } from '../checkout/expire-orders.ts'

const sha256 = (text: string): Uint8Array => createHash('sha256').update(text).digest()

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

describe('an event without a waiting room', () => {
  it('buyers reserve without a pass', async () => {
    const { event, type } = await eventOnSale(world, owner)
    expect(await rooms.status(event.uuid)).toMatchObject({ state: 'closed', waiting: 0 })
    expect((await requestReservation(world, event.uuid, { [type.uuid]: 1 })).status).toBe(201)
    expect(
      done(await world.call(joinLine, { params: { uuid: event.uuid }, body: { device: newDevice() } })).data,
    ).toEqual({
      place: null,
    })
  })
})

describe('a waiting room that is on', () => {
  it('a cart without a pass is refused with the page on which to wait', async () => {
    const { uuid, type } = await rooms.saleWithRoom({ mode: 'on' })
    const answer = await requestReservation(world, uuid, { [type]: 1 })
    expect([answer.status, answer.error?.code]).toEqual([409, 'waiting_room'])
    expect(answer.error?.detail).toMatchObject({
      reason: 'no_place',
      url: expect.stringContaining(`/order/wait/${uuid}`),
    })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('as many people are admitted as the producer allows, in order, and the next when an order is paid', async () => {
    const { uuid, type } = await rooms.saleWithRoom({ mode: 'on', most_inside: 2 })
    const [first, second, third] = [await rooms.join(uuid), await rooms.join(uuid), await rooms.join(uuid)]
    await rooms.passSeconds(1)
    expect(await rooms.status(uuid)).toMatchObject({ state: 'open', admitted: 2, waiting: 1 })
    expect(reasonOf(await rooms.enter(uuid, third))).toEqual([409, 'waiting_room', 'wait'])
    const holder = { pass: await rooms.passOf(uuid, first), device: first.device }
    await rooms.passOf(uuid, second)
    const order = done(await rooms.buy(uuid, type, holder)).data
    await rooms.passSeconds(3)
    expect((await rooms.status(uuid)).admitted).toBe(2)
    await withDetails(world, order)
    done(await world.call(pay, holding(order)))
    await rooms.passSeconds(1)
    expect((await rooms.status(uuid)).admitted).toBe(3)
    expect((await rooms.enter(uuid, third)).status).toBe(200)
    expect(reasonOf(await rooms.buy(uuid, type, holder))).toEqual([409, 'waiting_room', 'over'])
  })

  it('the spot of a buyer who released the order and whose pass expired goes to the next', async () => {
    const { uuid, type } = await rooms.saleWithRoom({ mode: 'on', most_inside: 1 })
    const [first, second] = [await rooms.join(uuid), await rooms.join(uuid)]
    await rooms.passSeconds(1)
    const holder = { pass: await rooms.passOf(uuid, first), device: first.device }
    const order = done(await rooms.buy(uuid, type, holder)).data
    done(await world.call(releaseOrder, holding(order)))
    expect((await rooms.buy(uuid, type, holder)).status).toBe(201)
    world.clock.advance(10 * 60)
    expect(reasonOf(await rooms.buy(uuid, type, holder))).toEqual([409, 'waiting_room', 'over'])
    await rooms.passSeconds(1)
    // The second order is still held: its ten minutes began later than those of the pass.
    await expireOrders(world.platform, world.payments)
    await rooms.passSeconds(1)
    expect((await rooms.enter(uuid, second)).status).toBe(200)
  })

  it('a pass is valid for five carts, one at a time, and a refused cart does not count', async () => {
    const { uuid, type } = await rooms.saleWithRoom({ mode: 'on' }, 6)
    const place = await rooms.join(uuid)
    await rooms.passSeconds(1)
    const holder = { pass: await rooms.passOf(uuid, place), device: place.device }
    const buy = (quantity: number) => rooms.buy(uuid, type, holder, quantity)
    for (let again = 0; again < 8; again++) expect((await buy(50)).error?.code).toBe('sold_out')
    for (let again = 0; again < 5; again++) expect((await buy(1)).status).toBe(201)
    expect(reasonOf(await buy(1))).toEqual([409, 'waiting_room', 'over'])
  })

  it('a pass has one open cart: the next one gives the earlier one back', async () => {
    const { uuid, type } = await rooms.saleWithRoom({ mode: 'on' }, 6)
    const place = await rooms.join(uuid)
    await rooms.passSeconds(1)
    const holder = { pass: await rooms.passOf(uuid, place), device: place.device }
    for (let cart = 0; cart < 5; cart++) expect((await rooms.buy(uuid, type, holder, 6)).status).toBe(201)
    expect(await balanceOf(world, type)).toMatchObject({ held: 6 })
  })

  it('of five carts that one pass sends at the same moment, the last one stays', async () => {
    const { uuid, type } = await rooms.saleWithRoom({ mode: 'on' }, 50)
    const place = await rooms.join(uuid)
    await rooms.passSeconds(1)
    const holder = { pass: await rooms.passOf(uuid, place), device: place.device }
    const answers = await Promise.all(Array.from({ length: 5 }, () => rooms.buy(uuid, type, holder, 10)))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(201))
    expect(new Set(answers.map(({ body }) => body.data.uuid)).size).toBe(5)
    expect(await balanceOf(world, type)).toMatchObject({ held: 10 })
  })

  it('a repeated request gets the same order and counts as one use', async () => {
    const { uuid, type } = await rooms.saleWithRoom({ mode: 'on' })
    const place = await rooms.join(uuid)
    await rooms.passSeconds(1)
    const holder = { pass: await rooms.passOf(uuid, place), device: place.device }
    const buy = () => rooms.buy(uuid, type, holder, 1, 'the-same')
    const first = done(await buy()).data
    for (let again = 0; again < 7; again++) expect(done(await buy()).data.uuid).toBe(first.uuid)
  })

  it('a person who misses the call loses the spot to the next and is first when back', async () => {
    const { uuid } = await rooms.saleWithRoom({ mode: 'on', most_inside: 1 })
    const [late, next, last] = [await rooms.join(uuid), await rooms.join(uuid), await rooms.join(uuid)]
    await rooms.passSeconds(58)
    expect((await rooms.status(uuid)).admitted).toBe(1)
    await rooms.passSeconds(10)
    expect((await rooms.status(uuid)).admitted).toBe(2)
    expect(reasonOf(await rooms.enter(uuid, late))).toEqual([409, 'waiting_room', 'next'])
    done(await rooms.enter(uuid, next))
    world.clock.advance(10 * 60)
    expect(reasonOf(await rooms.enter(uuid, late))).toEqual([409, 'waiting_room', 'next'])
    await rooms.passSeconds(1)
    expect((await rooms.enter(uuid, late)).status).toBe(200)
    await rooms.passSeconds(2)
    expect(reasonOf(await rooms.enter(uuid, last))).toEqual([409, 'waiting_room', 'wait'])
  })
})

describe('a place in the queue', () => {
  it('the same device gets the same place and the same pass after a reload', async () => {
    const { uuid } = await rooms.saleWithRoom({ mode: 'on' })
    const first = await rooms.join(uuid)
    expect(await rooms.join(uuid, first.device)).toEqual(first)
    await rooms.passSeconds(1)
    const pass = await rooms.passOf(uuid, first)
    expect(await rooms.passOf(uuid, first)).toBe(pass)
    expect((await rooms.status(uuid)).waiting).toBe(0)
  })

  it('a signed-in phone has one place on all its devices, and one of them is admitted', async () => {
    const { uuid } = await rooms.saleWithRoom({ mode: 'on' })
    const buyer = await person(world)
    const phone = await rooms.join(uuid, newDevice(), buyer.token)
    const laptop = await rooms.join(uuid, newDevice(), buyer.token)
    expect(laptop.number).toBe(phone.number)
    await rooms.passSeconds(1)
    expect((await rooms.enter(uuid, laptop)).status).toBe(200)
    expect(reasonOf(await rooms.enter(uuid, phone))).toEqual([409, 'waiting_room', 'elsewhere'])
  })

  it('a token that is forged, of another event or of another device is refused', async () => {
    const { uuid, type } = await rooms.saleWithRoom({ mode: 'on' })
    const other = await rooms.saleWithRoom({ mode: 'on' })
    const place = await rooms.join(uuid)
    const otherPlace = await rooms.join(other.uuid)
    await rooms.passSeconds(1)
    const noPlace = [409, 'waiting_room', 'no_place']
    expect(reasonOf(await rooms.enter(uuid, { ...place, token: place.token.replace(/^./, '7') }))).toEqual(noPlace)
    expect(reasonOf(await rooms.enter(uuid, { ...place, token: `${place.token.slice(0, -3)}AAA` }))).toEqual(noPlace)
    expect(reasonOf(await rooms.enter(uuid, otherPlace))).toEqual(noPlace)
    expect(reasonOf(await rooms.enter(uuid, { ...place, device: newDevice() }))).toEqual(noPlace)
    const pass = await rooms.passOf(uuid, place)
    expect(reasonOf(await rooms.buy(uuid, type, { pass, device: newDevice() }))).toEqual(noPlace)
    expect(reasonOf(await rooms.buy(other.uuid, other.type, { pass, device: place.device }))).toEqual(noPlace)
    expect(reasonOf(await rooms.buy(uuid, type, { pass: place.token, device: place.device }))).toEqual(noPlace)
    const [, number, until, signature] = pass.split('.')
    const longer = [pass.split('.')[0], number, `${until}z`, signature].join('.')
    expect(reasonOf(await rooms.buy(uuid, type, { pass: longer, device: place.device }))).toEqual(noPlace)
  })

  it('a place that was given up is void', async () => {
    const { uuid } = await rooms.saleWithRoom({ mode: 'on', paused: true })
    const place = await rooms.join(uuid)
    done(await world.call(leaveLine, { params: { uuid }, body: { device: place.device, token: place.token } }))
    expect((await rooms.join(uuid, place.device)).number).toBeGreaterThan(place.number)
  })

  it('a place requires the proof of work that the producer sets, made for this device', async () => {
    const { uuid } = await rooms.saleWithRoom({ mode: 'on', work_bits: 8 })
    const device = newDevice()
    const { round } = await rooms.status(uuid)
    const join = (nonce: string) => world.call(joinLine, { params: { uuid }, body: { device, nonce } })
    const stolen = findNonce({ eventId: uuid, round, device: newDevice(), bits: 8 }, sha256)
    expect((await join('')).error?.detail).toEqual({ nonce: ['invalid'] })
    const answers = [
      (await join(stolen)).status,
      (await join(findNonce({ eventId: uuid, round, device, bits: 8 }, sha256))).status,
    ]
    expect(answers[1]).toBe(201)
  })
})
