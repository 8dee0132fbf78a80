import { closeCancellationRequest, requestCancellation } from '@kartis/contract/cancellation-requests.ts'
import { cancelOrder, listOrders, showOrder as showProducerOrder } from '@kartis/contract/orders.ts'
import { updateOrder } from '@kartis/contract/public-orders.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { freeOrder, holding, reserved, showOrder } from '../../../testing/orders.ts'
import { newPhone, type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let network = 1

beforeAll(async () => {
  world = await openWorld({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
  owner = await producer(world)
})
afterAll(() => world.close())

const bought = async () => {
  const { event, type } = await eventOnSale(world, owner, { type: { price: 0 } })
  return { event, type, order: await freeOrder(world, event.uuid, { [type.uuid]: 2 }) }
}
const drain = () => world.platform.jobs.drain({ names: ['orders.cancellation_request'] })
const request = async (body: { number: string; name?: string; email?: string }, ip = `10.9.0.${(network += 1)}`) => {
  const answer = await world.call(requestCancellation, {
    body: { contact: '050-1234567', reason: 'הטלפון אבד', ...body },
    headers: { 'x-forwarded-for': ip },
  })
  await drain()
  return answer
}
const seen = async (uuid: string) =>
  (await world.call(showProducerOrder, { ...as(owner), params: { uuid }, query: { with: ['history'] } })).body.data

describe('a request to cancel without a sign-in', () => {
  it('reaches the producer with the order and what was said, cancels nothing, and is confirmed to the order’s buyer', async () => {
    const { event, order } = await bought()
    const { buyer } = await showOrder(world, order)
    const answer = await request({ number: `${order.number}-2`, name: buyer.name ?? '' })
    expect(answer.status).toBe(201)
    const after = await seen(order.uuid)
    expect(after).toMatchObject({ status: 'paid', cancellation_requested_at: answer.body.data.received_at })
    const entry = after.history?.find(({ kind }) => kind === 'cancellation_requested')
    expect(entry?.detail).toMatchObject({ contact: '050-1234567', reason: 'הטלפון אבד' })
    expect((await showOrder(world, order)).cancellation.requested_at).not.toBeNull()
    const open = await world.call(listOrders, {
      ...as(owner),
      query: { filter: { event_uuid: event.uuid, cancellation_requested: 'true' } },
    })
    expect(open.body.data.map(({ uuid }) => uuid)).toEqual([order.uuid])
    await world.handleEvents()
    const messages = await world.db
      .selectFrom('messages')
      .select(['template', 'channel'])
      .where('order_id', '=', order.uuid)
      .where('template', 'like', 'cancellation%')
      .execute()
    expect(messages).toContainEqual({ template: 'cancellation_requested', channel: 'sms' })
    expect(messages).toContainEqual({ template: 'cancellation_to_decide', channel: 'email' })
  })

  it('is answered alike for no order, a wrong name and an unpaid cart, and leaves nothing there', async () => {
    const { event, type, order } = await bought()
    const cart = await reserved(world, event.uuid, { [type.uuid]: 1 })
    await world.call(updateOrder, { ...holding(cart), body: { name: 'דנה כהן', phone: newPhone() } })
    const answers = [
      await request({ number: '99999999', name: 'דנה כהן' }),
      await request({ number: order.number, name: 'מישהו אחר' }),
      await request({ number: order.number, email: 'stranger@example.com' }),
      await request({ number: cart.number, name: 'דנה כהן' }),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(201)
      expect(Object.keys(answer.body.data)).toEqual(['received_at'])
    }
    expect((await seen(order.uuid)).cancellation_requested_at).toBeNull()
    expect((await showOrder(world, cart)).cancellation.requested_at).toBeNull()
  })

  it('names the field that is wrong', async () => {
    const wrong = await request({ number: 'no number', name: 'דנה כהן' })
    expect([wrong.status, wrong.error?.detail]).toEqual([422, { number: ['invalid'] }])
    const nobody = await request({ number: '101081' })
    expect([nobody.status, nobody.error?.detail]).toEqual([422, { name: ['required'] }])
  })

  it('has a budget by network, whether the order exists or not', async () => {
    const codes = []
    for (let place = 0; place < 7; place += 1)
      codes.push((await request({ number: String(70_000_000 + place), name: 'א ב' }, '10.8.0.1')).status)
    expect(codes).toEqual([201, 201, 201, 201, 201, 201, 429])
  })

  it('reaches the producer however many strangers named the number before', async () => {
    const { order } = await bought()
    for (let place = 0; place < 6; place += 1)
      expect((await request({ number: order.number, name: 'מישהו אחר' })).status).toBe(201)
    const answer = await request({ number: order.number, name: (await showOrder(world, order)).buyer.name ?? '' })
    expect(answer.status).toBe(201)
    expect((await seen(order.uuid)).cancellation_requested_at).toBe(answer.body.data.received_at)
  })

  it('is put on an order four times a day at most, and answered alike after that', async () => {
    const { order } = await bought()
    const name = (await showOrder(world, order)).buyer.name ?? ''
    const put = []
    for (let place = 0; place < 5; place += 1) {
      expect((await request({ number: order.number, name })).status).toBe(201)
      put.push((await seen(order.uuid)).cancellation_requested_at !== null)
      if (put.at(-1)) await world.call(closeCancellationRequest, { ...as(owner), params: { uuid: order.uuid } })
    }
    expect(put).toEqual([true, true, true, true, false])
  })

  it('ends when tickets are cancelled, or when a manager closes it, once', async () => {
    const { order } = await bought()
    const name = (await showOrder(world, order)).buyer.name ?? ''
    const close = () => world.call(closeCancellationRequest, { ...as(owner), params: { uuid: order.uuid } })
    expect((await close()).error?.code).toBe('order_state')
    await request({ number: order.number, name })
    const closed = await close()
    expect(closed.body.data.cancellation_requested_at).toBeNull()
    expect(closed.body.data.tickets?.every(({ status }) => status === 'valid')).toBe(true)
    expect((await close()).error?.code).toBe('order_state')
    await request({ number: order.number, name })
    expect((await seen(order.uuid)).cancellation_requested_at).not.toBeNull()
    await world.call(cancelOrder, { ...as(owner), params: { uuid: order.uuid }, body: { refund: false } })
    expect((await seen(order.uuid)).cancellation_requested_at).toBeNull()
  })

  it('is closed by nobody of another account', async () => {
    const { order } = await bought()
    await request({ number: order.number, name: (await showOrder(world, order)).buyer.name ?? '' })
    const stranger = await producer(world)
    const answer = await world.call(closeCancellationRequest, { ...as(stranger), params: { uuid: order.uuid } })
    expect(answer.status).toBe(404)
  })
})
