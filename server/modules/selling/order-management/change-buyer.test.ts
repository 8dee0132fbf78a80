import { showOrder, updateOrder } from '@kartis/contract/orders.ts'
import { listMyOrders } from '@kartis/contract/customer-orders.ts'
import { showBuyerOrder } from '@kartis/contract/public-orders.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { freeOrder, reserved } from '../../../testing/orders.ts'
import { joinAs, newPhone, producer, type Producer, signIn } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let sale: Awaited<ReturnType<typeof eventOnSale>>
beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  sale = await eventOnSale(world, owner, { type: { price: 0 } })
})
afterAll(() => world.close())

const bought = async () => {
  const order = await freeOrder(world, sale.event.uuid, { [sale.type.uuid]: 1 })
  await world.handleEvents()
  return order
}

const change = (order: { uuid: string }, body: object, who = as(owner)) =>
  world.call(updateOrder, { ...who, params: { uuid: order.uuid }, body })

const sentTo = async (phone: string) => {
  await world.handleEvents()
  const rows = await world.db.selectFrom('messages').select(['template', 'text']).where('to', '=', phone).execute()
  return rows.filter(({ template }) => template === 'tickets_ready')
}

describe('a correction of the buyer', () => {
  it('another phone ends the old link, and the new one is sent there on request', async () => {
    const order = await bought()
    const phone = newPhone()
    const done = await change(order, { phone: nationalPhone(phone), resend: true })
    expect(done.body.data.buyer).toMatchObject({ phone: nationalPhone(phone), name: 'דנה כהן' })
    const old = await world.call(showBuyerOrder, { params: { uuid: order.uuid }, orderToken: order.token })
    expect(old.status).toBe(404)
    const [message] = await sentTo(phone)
    const token = /token=([\w-]+)/.exec(message?.text ?? '')?.[1]
    const fresh = await world.call(showBuyerOrder, { params: { uuid: order.uuid }, orderToken: token })
    expect(fresh.body.data.tickets).toHaveLength(1)
    const newBuyer = await signIn(world, phone)
    const own = await world.call(listMyOrders, { token: newBuyer.token })
    expect(own.body.data).toMatchObject([{ uuid: order.uuid, token }])
    const history = done.body.data.history?.find(({ kind }) => kind === 'phone_changed')
    expect(history).toMatchObject({ by: 'נועה לוי' })
    expect(JSON.stringify(history)).not.toContain(nationalPhone(phone))
  })

  it('nothing is sent without a request, and a new name keeps the link', async () => {
    const order = await bought()
    const phone = newPhone()
    expect((await change(order, { name: 'דנה  לוי' })).body.data.buyer.name).toBe('דנה לוי')
    const still = await world.call(showBuyerOrder, { params: { uuid: order.uuid }, orderToken: order.token })
    expect(still.status).toBe(200)
    await change(order, { phone })
    expect(await sentTo(phone)).toEqual([])
  })

  it('the history says what the name was, beside the phone too, and which other fields changed', async () => {
    const order = await bought()
    await change(order, { name: 'דנה לוי', email: 'dana.levi@example.co.il' })
    const done = await change(order, { name: 'דנה ברק', phone: newPhone() })
    const changes = done.body.data.history?.filter(({ kind }) => kind === 'details' || kind === 'phone_changed')
    expect(changes?.map(({ detail }) => [detail['name'], detail['fields']])).toEqual([
      [{ from: 'דנה כהן', to: 'דנה לוי' }, ['name', 'email']],
      [{ from: 'דנה לוי', to: 'דנה ברק' }, ['name', 'phone']],
    ])
  })

  it('the same phone changes nothing', async () => {
    const order = await bought()
    const shown = (await world.call(showOrder, { ...as(owner), params: { uuid: order.uuid } })).body.data
    await change(order, { phone: shown.buyer.phone ?? '' })
    const still = await world.call(showBuyerOrder, { params: { uuid: order.uuid }, orderToken: order.token })
    expect(still.status).toBe(200)
  })

  it('invalid fields are named, and an unpaid order is refused', async () => {
    const order = await bought()
    const wrong = await change(order, { phone: '12', email: 'dana@', name: 'ד' })
    expect(wrong.error?.detail).toEqual({
      phone: ['invalid_phone'],
      email: ['invalid_email'],
      name: ['invalid_name'],
    })
    const open = await reserved(world, sale.event.uuid, { [sale.type.uuid]: 1 })
    expect((await change(open, { phone: newPhone() })).error?.code).toBe('order_state')
  })

  it('other accounts and scanners are refused', async () => {
    const order = await bought()
    const stranger = await producer(world)
    expect((await change(order, { phone: newPhone() }, as(stranger))).status).toBe(404)
    const scanner = await joinAs(world, owner, 'scanner')
    const own = { token: scanner.token, account: owner.account.uuid }
    expect((await change(order, { phone: newPhone() }, own)).error?.code).toBe('forbidden')
  })
})
