import { showReceipt } from '@kartis/contract/receipts.ts'
import { cancelOrder } from '@kartis/contract/orders.ts'
import { dayText } from '@kartis/i18n/format.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { atGateway, deliverWebhook, freeOrder, holding, reserved, withDetails } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let gateway: TestGateway

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  gateway = await useTestGateway(world)
})
afterAll(() => world.close())

const paid = async () => {
  const { event, type } = await eventOnSale(world, owner, { type: { price: 89 } })
  const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 2 }))
  const payment = await atGateway(world, order)
  gateway.charge(payment, 17_800)
  await deliverWebhook(world, { payment })
  return { event, order }
}

describe('the payment confirmation of an order', () => {
  it('names the legal seller, what was bought and what was paid, and no ticket code', async () => {
    const { event, order } = await paid()
    const answer = await world.call(showReceipt, holding(order))
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      number: order.number,
      seller: { number: '515308203' },
      event: { uuid: event.uuid },
      items: [{ quantity: 2, price: 89 }],
      total_amount: 178,
      refunded_amount: 0,
    })
    expect(answer.body.data.paid_at).not.toBeNull()
    expect(answer.text).not.toContain('"code"')
  })

  it('has the day of each refund and the cancellation fee that was withheld', async () => {
    const { order } = await paid()
    const fee = { refund: true, fee: 'keep' } as const
    const cancelled = await world.call(cancelOrder, { ...as(owner), params: { uuid: order.uuid }, body: fee })
    expect(cancelled.status).toBe(200)
    const refundedAt = world.clock.now().toISOString()
    const receipt = async () => (await world.call(showReceipt, holding(order))).body.data
    expect(await receipt()).toMatchObject({
      refunded_amount: 169.1,
      cancellation_fee: 8.9,
      refunds: [{ amount: 169.1, requested_at: refundedAt, done_at: null }],
    })
    const show = () => world.http('GET', `/order/receipt/${order.uuid}?token=${order.token}`)
    const [day, text] = [dayText(refundedAt, 'he'), (await show()).text]
    expect(text).toContain(`החזר בדרך, מ־${day}`)
    expect(text).toContain('דמי ביטול שנוכו מההחזר')
    await world.db
      .updateTable('refunds')
      .set({ status: 'done', done_at: world.clock.now() })
      .where('order_id', '=', order.uuid)
      .execute()
    expect((await receipt()).refunds).toMatchObject([{ done_at: refundedAt }])
    expect((await show()).text).toContain(`הוחזר ב־${day}`)
  })

  it('is refused for a free order, an unpaid one and a stranger', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { price: 0 } })
    const free = await freeOrder(world, event.uuid, { [type.uuid]: 1 })
    expect((await world.call(showReceipt, holding(free))).error?.code).toBe('order_state')
    const cart = await reserved(world, event.uuid, { [type.uuid]: 1 })
    expect((await world.call(showReceipt, holding(cart))).error?.code).toBe('order_state')
    const { order } = await paid()
    expect((await world.call(showReceipt, holding({ uuid: order.uuid, token: free.token }))).status).toBe(404)
  })

  it('opens as a page that can be printed, and says so where there is none', async () => {
    const { order } = await paid()
    const page = await world.http('GET', `/order/receipt/${order.uuid}?token=${order.token}`)
    expect(page.status).toBe(200)
    expect(page.headers['cache-control']).toBe('private, no-store')
    expect(page.text).toContain('<h1>אישור תשלום</h1>')
    expect(page.text).toContain('515308203')
    expect(page.text).toContain('178.00')
    const { event, type } = await eventOnSale(world, owner, { type: { price: 0 } })
    const free = await freeOrder(world, event.uuid, { [type.uuid]: 1 })
    const none = await world.http('GET', `/order/receipt/${free.uuid}?token=${free.token}`)
    expect(none.text).toContain('אין אישור תשלום להזמנה הזו')
    expect((await world.http('GET', `/order/receipt/${order.uuid}?token=${free.token}`)).status).toBe(404)
  })
})
