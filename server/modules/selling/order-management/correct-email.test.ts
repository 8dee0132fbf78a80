import { correctMyOrder } from '@kartis/contract/customer-orders.ts'
import { cancelOrder, showOrder } from '@kartis/contract/orders.ts'
import { resendBuyerOrder } from '@kartis/contract/shared-tickets.ts'
import { showBuyerOrder } from '@kartis/contract/public-orders.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { freeOrder } from '../../../testing/orders.ts'
import { newPhone, producer, type Producer, type SignedIn, signIn } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let sale: Awaited<ReturnType<typeof eventOnSale>>
beforeAll(async () => {
  world = await openWorld({ env: { RATE_LIMITS: 'on' } })
  owner = await producer(world)
  sale = await eventOnSale(world, owner, { type: { price: 0, sum_total_available: 200 } })
})
afterAll(() => world.close())

let addresses = 0
const newAddress = () => `buyer${++addresses}@example.co.il`

/** An order whose e-mail address is wrong, with its signed-in buyer. Each has another address, as budgets count for each. */
const bought = async () => {
  const phone = newPhone()
  const order = await freeOrder(world, sale.event.uuid, { [sale.type.uuid]: 2 }, phone)
  await world.handleEvents()
  const former = newAddress()
  await world.db.updateTable('orders').set({ buyer_email: former }).where('id', '=', order.uuid).execute()
  return { order, phone, former, buyer: await signIn(world, phone) }
}

const correct = (order: { uuid: string }, email: string, { token }: SignedIn, idempotencyKey?: string) =>
  world.call(correctMyOrder, {
    token,
    params: { uuid: order.uuid },
    body: { email },
    ...(idempotencyKey && { idempotencyKey }),
  })

const messagesAbout = async (orderId: string) => {
  await world.handleEvents()
  const columns = ['template', 'channel', 'to', 'text'] as const
  return world.db.selectFrom('messages').select(columns).where('order_id', '=', orderId).orderBy('id').execute()
}

const opened = (order: { uuid: string }, orderToken: string | undefined) =>
  world.call(showBuyerOrder, { params: { uuid: order.uuid }, orderToken })

describe('a buyer who gave a wrong e-mail address', () => {
  it('corrects it: the tickets go there and to the phone, the link of before ends, and the former address is notified', async () => {
    const { order, phone, former, buyer } = await bought()
    const before = await messagesAbout(order.uuid)
    const email = newAddress()
    const done = await correct(order, email, buyer)
    expect(done.body.data.buyer.email).toBe(email)
    const sent = (await messagesAbout(order.uuid)).slice(before.length)
    expect(sent.map(({ template, channel, to }) => `${template} ${channel} ${to}`).toSorted()).toEqual([
      `email_corrected email ${former}`,
      `tickets_ready email ${email}`,
      `tickets_ready sms ${phone}`,
    ])
    const notice = sent.find(({ template }) => template === 'email_corrected')
    expect(notice?.text).not.toContain(email)
    expect(notice?.text).not.toContain('token=')
    expect((await opened(order, order.token)).status).toBe(404)
    expect((await opened(order, done.body.data.token)).body.data.tickets).toHaveLength(2)
  })

  it('is in the history of the order, without the address', async () => {
    const { order, buyer } = await bought()
    const email = newAddress()
    await correct(order, email, buyer)
    const shown = await world.call(showOrder, {
      ...as(owner),
      params: { uuid: order.uuid },
      query: { with: ['history'] },
    })
    const entry = shown.body.data.history?.find(({ kind }) => kind === 'details')
    expect(entry?.detail).toEqual({ fields: ['email'] })
    expect(shown.body.data.history?.filter(({ kind }) => kind === 'resent')).toHaveLength(1)
    expect(JSON.stringify(shown.body.data.history)).not.toContain(email)
  })

  it('sends it twice, or again later: one correction and one set of messages', async () => {
    const { order, buyer } = await bought()
    const before = await messagesAbout(order.uuid)
    const email = newAddress()
    const answers = await Promise.all([correct(order, email, buyer), correct(order, email, buyer)])
    answers.push(await correct(order, ` ${email} `, buyer))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.data.token)).size).toBe(1)
    expect((await messagesAbout(order.uuid)).slice(before.length)).toHaveLength(3)
  })

  it('may do so three times a day, and writes to no more addresses', async () => {
    const { order, buyer } = await bought()
    const statuses: number[] = []
    for (let time = 0; time < 5; time++) {
      world.clock.advance(120)
      statuses.push((await correct(order, newAddress(), buyer)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    const written = new Set(
      (await messagesAbout(order.uuid)).filter(({ channel }) => channel === 'email').map(({ to }) => to),
    )
    // The former one and three more.
    expect(written.size).toBe(4)
  })

  it('is refused what is no address, and an order without valid tickets', async () => {
    const { order, buyer } = await bought()
    expect((await correct(order, 'dana@', buyer)).error?.detail).toEqual({ email: ['invalid_email'] })
    await world.call(cancelOrder, { ...as(owner), params: { uuid: order.uuid }, body: { refund: false } })
    expect((await correct(order, newAddress(), buyer)).error?.code).toBe('order_state')
  })
})

describe('somebody else', () => {
  it('changes no address: neither another phone, nor the holder of the link without a sign-in', async () => {
    const { order } = await bought()
    const email = newAddress()
    expect((await correct(order, email, await signIn(world))).error?.code).toBe('not_found')
    const byLink = await world.call(correctMyOrder, {
      orderToken: order.token,
      params: { uuid: order.uuid },
      body: { email },
    })
    expect(byLink.error?.code).toBe('unauthorized')
    expect((await messagesAbout(order.uuid)).map(({ to }) => to)).not.toContain(email)
    expect((await opened(order, order.token)).status).toBe(200)
  })

  it('who holds the link of before can no longer have the tickets sent', async () => {
    const { order, buyer } = await bought()
    await correct(order, newAddress(), buyer)
    const stale = await world.call(resendBuyerOrder, { params: { uuid: order.uuid }, orderToken: order.token })
    expect(stale.status).toBe(404)
  })
})
