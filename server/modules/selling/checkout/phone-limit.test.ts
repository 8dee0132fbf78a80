import { pay, type Reservation, reserve, updateOrder } from '@kartis/contract/public-orders.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { freeOrder, holding, reserved } from '../../../testing/orders.ts'
import { requestLoginCode, newPhone, type Producer, producer, type SignedIn, signIn } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { updateEvent } from '@kartis/contract/events.ts'
import { cancelTickets } from '../order-management/cancel-tickets.ts'
import { expireOrders } from './expire-orders.ts'
import { inTransaction } from '../../../platform/database/db.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

const limited = (limit_per_phone: boolean | number | null, purchase_limit: number | null = 4) =>
  eventOnSale(world, owner, {
    event: { settings: { limit_per_phone } },
    type: { price: 0, sum_total_available: 200, purchase_limit },
  })

const reserveFor = (buyer: SignedIn | undefined, eventId: string, typeId: string, quantity: number) =>
  world.call(reserve, {
    token: buyer?.token,
    body: { event_uuid: eventId, items: [{ events_ticket_uuid: typeId, quantity }] },
  })

const details = (order: Reservation, phone: string, more: { token?: string; phone_proof?: object } = {}) =>
  world.call(updateOrder, {
    ...holding(order),
    token: more.token,
    body: { name: 'דנה כהן', phone, ...(more.phone_proof && { phone_proof: more.phone_proof as never }) },
  })

/** A code that was sent to the phone for the order, as its details take it. */
const proofOf = (order: Reservation, phone: string) =>
  requestLoginCode(world, phone, { purpose: 'checkout', subject_uuid: order.uuid })

describe('an event with a limit per phone', () => {
  it('orders of a signed-in buyer count at the reservation, and the refusal names what the phone has', async () => {
    const { event, type } = await limited(true)
    const buyer = await signIn(world)
    expect((await reserveFor(buyer, event.uuid, type.uuid, 3)).status).toBe(201)
    expect((await reserveFor(buyer, event.uuid, type.uuid, 2)).error).toMatchObject({
      code: 'purchase_limit',
      detail: { limit: 4, bought: 3, left: 1, events_ticket_uuid: type.uuid },
    })
    expect((await reserveFor(buyer, event.uuid, type.uuid, 1)).status).toBe(201)
    expect((await reserveFor(await signIn(world), event.uuid, type.uuid, 4)).status).toBe(201)
  })

  it('concurrent orders of one phone never exceed its limit', async () => {
    const { event, type } = await limited(6, null)
    const buyer = await signIn(world)
    const answers = await Promise.all(Array.from({ length: 20 }, () => reserveFor(buyer, event.uuid, type.uuid, 2)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  })

  it('a buyer who is not signed in proves the phone with a code, and the limit is checked then', async () => {
    const { event, type } = await limited(true)
    const phone = newPhone()
    const order = await reserved(world, event.uuid, { [type.uuid]: 3 })
    expect((await details(order, phone)).error).toMatchObject({
      code: 'phone_unverified',
      detail: { phone: ['phone_unverified'] },
    })
    expect((await world.call(pay, holding(order))).error?.code).toBe('details_missing')
    const stranger = await signIn(world)
    expect((await details(order, phone, { token: stranger.token })).error?.code).toBe('phone_unverified')
    const proof = await proofOf(order, phone)
    const wrong = { ...proof, code: proof.code === '000000' ? '111111' : '000000' }
    expect((await details(order, phone, { phone_proof: wrong })).error?.code).toBe('code_wrong')
    expect((await details(order, newPhone(), { phone_proof: proof })).error?.code).toBe('code_expired')
    const proved = await details(order, phone, { phone_proof: proof })
    expect(proved.body.data).toMatchObject({ phone_must_be_verified: false })
    // The phone is proved: its details may be sent again without a code.
    expect((await details(order, phone)).status).toBe(200)
    expect((await world.call(pay, holding(order))).body.data.status).toBe('paid')

    const second = await reserved(world, event.uuid, { [type.uuid]: 2 })
    expect((await details(second, phone, { phone_proof: await proofOf(second, phone) })).error).toMatchObject({
      code: 'purchase_limit',
      detail: { limit: 4, bought: 3, left: 1 },
    })
  })

  it('concurrent details and reservations of one phone are decided one after the other', async () => {
    const { event, type } = await limited(5, null)
    const buyer = await signIn(world)
    const orders = await Promise.all(Array.from({ length: 12 }, () => reserved(world, event.uuid, { [type.uuid]: 1 })))
    const answers = await Promise.all(orders.map((order) => details(order, buyer.phone, { token: buyer.token })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    const refused = answers.filter(({ error }) => error).map(({ error }) => error?.code)
    expect(new Set(refused)).toEqual(new Set(['purchase_limit']))
    // Also reservations at the same time as details.
    const other = await signIn(world)
    const waiting = await Promise.all(Array.from({ length: 6 }, () => reserved(world, event.uuid, { [type.uuid]: 1 })))
    const mixed = await Promise.all([
      ...waiting.map((order) => details(order, other.phone, { token: other.token })),
      ...Array.from({ length: 6 }, () => reserveFor(other, event.uuid, type.uuid, 1)),
    ])
    expect(mixed.filter(({ error }) => !error)).toHaveLength(5)
  })

  it('cancelled tickets and expired holds no longer count towards the limit', async () => {
    const { event, type } = await limited(true, 2)
    const buyer = await signIn(world)
    const first = (await reserveFor(buyer, event.uuid, type.uuid, 2)).body.data
    expect((await reserveFor(buyer, event.uuid, type.uuid, 1)).status).toBe(422)
    world.clock.advance(601)
    // The hold counts as expired before the expiry job has run.
    const next = (await reserveFor(buyer, event.uuid, type.uuid, 2)).body.data
    await expireOrders(world.platform, world.payments)
    expect((await details(first, buyer.phone, { token: buyer.token })).error?.code).toBe('hold_expired')
    await details(next, buyer.phone, { token: buyer.token })
    await world.call(pay, holding(next))
    expect((await reserveFor(buyer, event.uuid, type.uuid, 1)).status).toBe(422)
    const key = { eventId: event.uuid, orderId: next.uuid }
    const input = { refund: false, reason: '', userId: null }
    await inTransaction(world.db, (tx) => cancelTickets(world.platform, tx, key, input, world.clock.now()))
    expect((await reserveFor(buyer, event.uuid, type.uuid, 2)).status).toBe(201)
  })

  it('a limit that is switched on later applies to open orders too', async () => {
    const { event, type } = await limited(null)
    const order = await reserved(world, event.uuid, { [type.uuid]: 1 })
    const phone = newPhone()
    expect((await details(order, phone)).status).toBe(200)
    const params = { uuid: event.uuid }
    // The clock of this file advances past the end of the first session.
    const fresh = { ...as(owner), token: (await signIn(world, owner.phone)).token }
    const body = { settings: { limit_per_phone: true } }
    expect((await world.call(updateEvent, { ...fresh, params, body })).error).toBeUndefined()
    expect((await world.call(pay, holding(order))).error).toMatchObject({
      code: 'details_missing',
      detail: { phone: ['phone_unverified'] },
    })
    await details(order, phone, { phone_proof: await proofOf(order, phone) })
    expect((await world.call(pay, holding(order))).body.data.status).toBe('paid')
  })
})

describe('an event without a limit per phone', () => {
  it('no proof is required, and limits count in each order by itself', async () => {
    const { event, type } = await limited(null)
    const buyer = await signIn(world)
    for (let n = 0; n < 3; n++) expect((await reserveFor(buyer, event.uuid, type.uuid, 4)).status).toBe(201)
    expect((await reserveFor(buyer, event.uuid, type.uuid, 5)).error?.code).toBe('purchase_limit')
    await freeOrder(world, event.uuid, { [type.uuid]: 1 })
  })

  it('limits count in each order by itself for concurrent orders of one buyer too', async () => {
    const { event, type } = await limited(null)
    const buyer = await signIn(world)
    const answers = await Promise.all(Array.from({ length: 6 }, () => reserveFor(buyer, event.uuid, type.uuid, 4)))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201))
  })
})
