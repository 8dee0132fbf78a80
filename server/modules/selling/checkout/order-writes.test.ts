import { isRefusal } from '@kartis/domain/refusal.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../platform/database/ids.ts'
import { eventOnSale } from '../../../testing/events.ts'
import { producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { createOrderWrites, type OrderWrites } from './order-writes.ts'
import { createReservations } from './reserve.ts'

let world: World
/** A second process on the same database. */
let second: World
let own: OrderWrites
let others: OrderWrites

beforeAll(async () => {
  world = await openWorld()
  second = await openWorld({ beside: world })
  own = createOrderWrites(world.platform)
  others = createOrderWrites(second.platform)
})
afterAll(async () => {
  await second.close()
  await world.close()
})

const anonymous = { userId: null, lang: 'he', origin: { network: null, device: null }, idempotencyKey: undefined }

/** Keys of reserved orders of one event, one ticket each. */
const reserved = async (count: number) => {
  const { event, type } = await eventOnSale(world, await producer(world), { type: { sum_total_available: 500 } })
  const reservations = createReservations(world.platform)
  const cart = { event_uuid: event.uuid, items: [{ events_ticket_uuid: type.uuid, quantity: 1 }] }
  const held = await Promise.all(Array.from({ length: count }, () => reservations.reserve(cart, anonymous)))
  return held.map((order) => {
    if (isRefusal(order)) throw new Error(`not reserved: ${order.refusal}`)
    return { eventId: event.uuid, orderId: order.uuid }
  })
}

const detailsOf = (place: number) => ({
  lang: 'he',
  name: `דנה ${place}`,
  phone: `+9725${place}0000000`.slice(0, 13),
  email: null,
})
const start = () => ({
  expiresAt: new Date(world.clock.now().getTime() + 1_800_000),
  historyId: newId(),
  paymentId: newId(),
})

it('details of many orders that arrive together are each written to their own order', async () => {
  const keys = await reserved(40)
  const results = await Promise.all(keys.map((key, place) => own.details(key, detailsOf(place + 10))))
  results.forEach((result, place) => {
    if (isRefusal(result)) throw new Error('not written')
    expect(result.written?.order).toMatchObject({ id: keys[place]?.orderId, buyer_name: `דנה ${place + 10}` })
    expect(result.written?.lines).toHaveLength(1)
  })
})

it('orders that two processes send to the gateway at once, each twice, begin one payment each', async () => {
  const keys = await reserved(40)
  await Promise.all(keys.map((key, place) => own.details(key, detailsOf(place + 10))))
  const results = await Promise.all(
    [...keys, ...keys.toReversed()].flatMap((key) => [own, others].map((process) => process.toGateway(key, start()))),
  )
  const written = results.flatMap((result) => (!isRefusal(result) && result.written ? [result.written] : []))
  expect(written.map(({ order }) => order.id).toSorted()).toEqual(keys.map(({ orderId }) => orderId).toSorted())
  const payments = await world.db
    .selectFrom('payments')
    .select(['order_id', 'id'])
    .where('event_id', '=', keys[0]?.eventId ?? '')
    .execute()
  expect(payments.map(({ id }) => id).toSorted()).toEqual(written.map(({ payment }) => payment.id).toSorted())
})

it('an order without details is not sent to the gateway, and the others of its batch are', async () => {
  const [complete, incomplete] = await reserved(2)
  if (!complete || !incomplete) throw new Error('nothing was reserved')
  await own.details(complete, detailsOf(10))
  const results = await Promise.all([complete, incomplete].map((key) => own.toGateway(key, start())))
  expect(results.map((result) => !isRefusal(result) && result.written?.order.status)).toEqual([
    'pending_payment',
    undefined,
  ])
})
