import { createForm } from '@kartis/contract/forms.ts'
import { pay, updateOrder } from '@kartis/contract/public-orders.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { balanceOf, holding, reserved, showOrder } from '../../../testing/orders.ts'
import { newPhone, type Producer, producer, requestLoginCode } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let gateway: TestGateway

beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  gateway = await useTestGateway(world)
  owner = await producer(world)
})
afterAll(() => world.close())

interface Cart {
  readonly price?: number
  readonly settings?: object
  readonly count?: number
  readonly forms?: string[]
}

const carts = async ({ price = 0, settings = {}, count = 1, forms = [] }: Cart) => {
  const { event, type } = await eventOnSale(world, owner, {
    event: { settings, forms },
    type: { price, sum_total_available: 100 },
  })
  const orders = await Promise.all(Array.from({ length: count }, () => reserved(world, event.uuid, { [type.uuid]: 1 })))
  return { event, type, orders }
}

const oneCart = async (cart: Cart) => {
  const { event, type, orders } = await carts(cart)
  const [order] = orders
  if (!order) throw new Error('nothing was reserved')
  return { event, type, order }
}

const buyer = (more: object = {}) => ({ name: 'דנה כהן', phone: newPhone(), email: 'dana@example.co.il', ...more })

const payWith = (order: { uuid: string; token: string }, details: object) =>
  world.call(pay, { ...holding(order), body: { details } })

const stored = (order: { uuid: string }) =>
  world.db.selectFrom('orders').selectAll().where('id', '=', order.uuid).executeTakeFirstOrThrow()

const paymentsOf = (order: { uuid: string }) =>
  world.db.selectFrom('payments').select('id').where('order_id', '=', order.uuid).execute()

describe('details that come with the confirmation of a free order', () => {
  it('are written with it, and the reply, the order and its tickets agree', async () => {
    const { order } = await oneCart({})
    const details = buyer()
    const { data } = (await payWith(order, details)).body
    expect(data).toMatchObject({ status: 'paid', payment: null })
    expect(data.order).toMatchObject({ status: 'paid', buyer: details, tickets: [{}] })
    expect(data.order).toEqual(await showOrder(world, order))
    await world.handleEvents()
    const messages = await world.db.selectFrom('messages').select('to').where('order_id', '=', order.uuid).execute()
    expect(messages.map(({ to }) => to).toSorted()).toEqual([details.phone, details.email].toSorted())
  })

  it('of many orders at once are each written to their own order', async () => {
    const { type, orders } = await carts({ count: 8 })
    const all = orders.map((order, place) => ({ order, details: buyer({ name: `דנה כהן ${'אבגדהוזחט'[place]}` }) }))
    const replies = await Promise.all(
      all.flatMap(({ order, details }) => [payWith(order, details), payWith(order, details)]),
    )
    expect(replies.flatMap(({ error }) => (error ? [error] : []))).toEqual([])
    for (const { order, details } of all)
      expect(await showOrder(world, order)).toMatchObject({ status: 'paid', buyer: details, tickets: [{}] })
    expect(await balanceOf(world, type.uuid)).toMatchObject({ sold: 8, held: 0 })
  })

  it('leave what was saved before and is not named again', async () => {
    const { order } = await oneCart({})
    const first = buyer()
    await world.call(updateOrder, { ...holding(order), body: first })
    const phone = newPhone()
    expect((await payWith(order, { phone })).body.data.status).toBe('paid')
    expect(await stored(order)).toMatchObject({ buyer_name: first.name, buyer_phone: phone, buyer_email: first.email })
  })

  it('change the consent to news of the order as saved ones do', async () => {
    const { order } = await oneCart({})
    const first = buyer()
    await world.call(updateOrder, { ...holding(order), body: { ...first, marketing_consent: true } })
    world.clock.advance(1)
    expect((await payWith(order, { ...first, marketing_consent: false })).body.data.status).toBe('paid')
    expect((await stored(order)).marketing_consent_at).toBeNull()
    const log = world.db.selectFrom('marketing_consents').select('given').where('phone', '=', first.phone)
    expect(await log.orderBy('created_at').execute()).toEqual([{ given: true }, { given: false }])
  })

  it('require the phone to be verified where the event limits tickets by phone', async () => {
    const { order } = await oneCart({ settings: { limit_per_phone: 4 } })
    const details = buyer()
    expect((await payWith(order, details)).error?.code).toBe('phone_unverified')
    expect(await stored(order)).toMatchObject({ status: 'reserved', buyer_phone: null })
    const about = { purpose: 'checkout', subject_uuid: order.uuid } as const
    const phone_proof = await requestLoginCode(world, details.phone, about)
    const verified = await payWith(order, { ...details, phone_proof })
    expect(verified.body.data.status).toBe('paid')
    expect((await stored(order)).limit_phone).not.toBeNull()
  })

  it('are refused with their fields, and nothing is confirmed', async () => {
    const { order } = await oneCart({})
    const refused = await payWith(order, buyer({ phone: '12', name: ' ' }))
    expect(refused.error).toMatchObject({
      code: 'validation',
      detail: { phone: [expect.any(String)], name: ['required'] },
    })
    expect((await payWith(order, { name: 'דנה כהן' })).error).toMatchObject({
      code: 'details_missing',
      detail: { phone: ['required'] },
    })
    expect((await stored(order)).status).toBe('reserved')
  })

  it('are refused with the confirmation once the hold is over', async () => {
    const { order } = await oneCart({})
    world.clock.advance(601)
    expect((await payWith(order, buyer())).error?.code).toBe('hold_expired')
    expect(await stored(order)).toMatchObject({ buyer_name: null, buyer_phone: null })
  })
})

describe('details that come with the start of a payment by card', () => {
  it('are written with it', async () => {
    const { order } = await oneCart({ price: 100 })
    const details = buyer()
    expect((await payWith(order, details)).body.data).toMatchObject({
      status: 'pending_payment',
      payment: { url: expect.any(String) },
    })
    expect(await showOrder(world, order)).toMatchObject({ buyer: details })
    expect(gateway.started).toHaveLength(1)
  })

  it('open one page when they arrive ten times at once', async () => {
    const { order } = await oneCart({ price: 100 })
    const details = buyer()
    const replies = await Promise.all(Array.from({ length: 10 }, () => payWith(order, details)))
    expect(new Set(replies.map(({ body }) => body.data.payment?.url)).size).toBe(1)
    expect(await paymentsOf(order)).toHaveLength(1)
  })

  it('may answer the questions of the event, and an answer that is missing starts nothing', async () => {
    const form = await world.call(createForm, {
      ...as(owner),
      body: { name: 'גיל', ask_per: 'order', fields: [{ name: 'בן כמה?', type: 'number', required: true }] },
    })
    const { uuid, fields } = form.body.data
    const { order } = await oneCart({ price: 100, forms: [uuid] })
    expect((await payWith(order, buyer())).error?.code).toBe('details_missing')
    expect(await paymentsOf(order)).toEqual([])
    const answers = [{ field_uuid: fields[0]?.uuid, value: 30 }]
    expect((await payWith(order, buyer({ answers }))).body.data.payment?.url).toEqual(expect.any(String))
    expect((await showOrder(world, order)).answers).toMatchObject([{ value: 30 }])
  })

  it('are refused with their fields, and no payment is started', async () => {
    const { order } = await oneCart({ price: 100 })
    expect((await payWith(order, buyer({ email: 'dana@' }))).error).toMatchObject({
      code: 'validation',
      detail: { email: ['invalid_email'] },
    })
    expect(await paymentsOf(order)).toEqual([])
    expect(await stored(order)).toMatchObject({ status: 'reserved', buyer_name: null })
  })
})
