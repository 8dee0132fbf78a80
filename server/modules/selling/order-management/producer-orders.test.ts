import { cancelOrder, listOrders, orderStatusCases, resendOrder, showOrder } from '@kartis/contract/orders.ts'
import { pay } from '@kartis/contract/public-orders.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scan, scannerOf } from '../../../testing/check-in.ts'
import { as, eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { balanceOf, holding, reserved, showOrder as showToBuyer, withDetails } from '../../../testing/orders.ts'
import { newPhone, type Producer, producer } from '../../../testing/people.ts'
import { boughtByCard } from '../../../testing/sales.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let gateway: TestGateway

beforeAll(async () => {
  world = await openWorld()
  gateway = await useTestGateway(world)
  owner = await producer(world)
})
afterAll(() => world.close())

const sale = (price = 149, fields = {}) =>
  eventOnSale(world, owner, { type: { price, sum_total_available: 50, ...fields } })

const bought = (event: { uuid: string }, type: { uuid: string }, quantity = 2, phone = newPhone()) =>
  boughtByCard(world, gateway, { event, type }, { quantity, phone })

const listed = async (event: { uuid: string }, query: Record<string, unknown> = {}, who = as(owner)) => {
  const filter = { event_uuid: event.uuid, ...(query.filter as object | undefined) }
  const answer = await world.call(listOrders, { ...who, query: { ...query, filter } })
  if (answer.error) throw new Error(answer.text)
  return answer.body
}

const cancel = (
  order: { uuid: string },
  body: { refund: boolean; fee?: 'keep' | 'return'; ticket_uuids?: string[]; reason?: string },
  more = {},
) => world.call(cancelOrder, { ...as(owner), ...more, params: { uuid: order.uuid }, body })

const refundsSent = async () => {
  await world.platform.jobs.drain({ names: ['payments.refund'] })
  return gateway.refunds
}

describe('the orders of an event', () => {
  it('are those that were paid, newest first, in pages', async () => {
    const { event, type } = await sale()
    const first = await bought(event, type)
    world.clock.advance(1)
    const second = await bought(event, type)
    world.clock.advance(1)
    await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 1 }))
    const all = await listed(event)
    expect(all.data.map(({ uuid }) => uuid)).toEqual([second.uuid, first.uuid])
    expect(all.meta).toEqual({ current_page: 1, per_page: 20, total: 2, last_page: 1 })
    const last = await listed(event, { page: 2, per_page: 1, sort: '-number' })
    expect(last.data.map(({ uuid }) => uuid)).toEqual([first.uuid])
    expect((await listed(event, { filter: { status: 'reserved' } })).data).toHaveLength(1)
  })

  it('are filtered by the state that they show, before the expiry job has run', async () => {
    const { event, type } = await sale()
    const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 1 }))
    const shown = async (status: string) =>
      (await listed(event, { filter: { status } })).data.map((row) => `${row.uuid} ${row.status}`)
    expect(await shown('reserved')).toEqual([`${order.uuid} reserved`])
    expect(await shown('expired')).toEqual([])
    world.clock.advance(11 * 60)
    expect(await shown('reserved')).toEqual([])
    expect(await shown('expired')).toEqual([`${order.uuid} expired`])
  })

  it('show the facts of a card, with the requested relations and no others', async () => {
    const { event, type } = await sale(149.9)
    const order = await bought(event, type, 3, '+972507654321')
    await world.handleEvents()
    const [plain] = (await listed(event)).data
    expect(plain).toMatchObject({
      uuid: order.uuid,
      number: order.number,
      event_name: event.name,
      status: 'paid',
      status_label: 'שולמה',
      total_amount: 449.7,
      tickets_count: 3,
      buyer: { name: 'דנה כהן', phone: '050-765-4321' },
      items: [{ name: type.name, quantity: 3, price: 149.9, total: 449.7 }],
      can: { cancel: true, refund: true, resend: true, edit: true },
    })
    expect(plain).not.toHaveProperty('tickets')
    const [rich] = (
      await listed(event, {
        with: ['user', 'user.phone', 'tickets', 'payments', 'history', 'messages', 'answers'],
        with_count: ['tickets'],
      })
    ).data
    expect(rich?.user).toMatchObject({
      first_name: 'דנה',
      last_name: 'כהן',
      phone: { phone_number: '+972507654321', phone_national: '050-765-4321' },
    })
    expect(rich?.tickets).toHaveLength(3)
    expect(rich?.payments).toMatchObject([{ status: 'paid', amount: 449.7, last4: '1008', bucket: 'regular' }])
    expect(rich?.history?.map(({ kind }) => kind)).toContain('paid')
    expect(rich?.messages?.map(({ channel }) => channel).toSorted()).toEqual(['email', 'sms'])
  })

  it('are found by number, name or phone in any spelling', async () => {
    const { event, type } = await sale()
    const phone = '+972529988776'
    const order = await bought(event, type, 1, phone)
    await bought(event, type, 1, '+972541112233')
    const found = async (text: string) =>
      (
        await listed(event, {
          filter: { or: { number: text, 'user.first_name': text, 'user.phone.phone_number': text } },
        })
      ).data.map(({ uuid }) => uuid)
    for (const text of [order.number, '052-998', '+972 52 998-8776', '0529988776', '972529988'])
      expect(await found(text), text).toEqual([order.uuid])
    expect(await found('דנה')).toHaveLength(2)
    expect(await found('דָּנָה כֹּהֵן')).toHaveLength(2)
    expect(await found('כהן')).toHaveLength(2)
    expect(await found('משה')).toEqual([])
    expect(await found('%')).toEqual([])
    expect(await found('')).toHaveLength(2)
  })

  it('are filtered by ticket type, by channel and by the day of the order', async () => {
    const { event, type } = await sale()
    const balcony = await ticketTypeOf(world, owner, event, { name: 'יציע' })
    const early = await bought(event, type, 1)
    const threeDaysAgo = new Date(world.clock.now().getTime() - 3 * 86_400_000)
    await world.db.updateTable('orders').set({ created_at: threeDaysAgo }).where('id', '=', early.uuid).execute()
    const late = await bought(event, balcony, 1)
    const found = async (filter: Record<string, string>) =>
      (await listed(event, { filter })).data.map(({ uuid }) => uuid)
    expect(await found({ events_ticket_uuid: balcony.uuid })).toEqual([late.uuid])
    expect(await found({ events_ticket_uuid: type.uuid })).toEqual([early.uuid])
    expect(await found({ channel: 'cashier' })).toEqual([])
    const yesterday = new Date(world.clock.now().getTime() - 86_400_000).toISOString()
    expect(await found({ created_from: yesterday })).toEqual([late.uuid])
  })

  it('refuse an unknown filter, relation or sort', async () => {
    const who = as(owner)
    for (const query of [
      'filter[colour]=red',
      'with[]=secrets',
      'sort=colour',
      'filter[or][shoe]=43',
      'page=0',
      'per_page=101',
    ])
      expect((await world.http('GET', `/api/v1/producer/orders?${query}`, undefined, who)).status, query).toBe(422)
  })

  it('are not shown to other accounts or to scanners', async () => {
    const { event, type } = await sale()
    const order = await bought(event, type)
    const stranger = await producer(world)
    expect((await listed(event, {}, as(stranger))).data).toEqual([])
    const looked = await world.call(showOrder, { ...as(stranger), params: { uuid: order.uuid } })
    expect(looked.error?.code).toBe('not_found')
    const cancelled = await world.call(cancelOrder, {
      ...as(stranger),
      params: { uuid: order.uuid },
      body: { refund: true },
    })
    expect(cancelled.error?.code).toBe('not_found')
    const scanner = await scannerOf(world, owner)
    const answer = await world.call(listOrders, { token: scanner.token, account: owner.account.uuid })
    expect(answer.error?.code).toBe('forbidden')
  })

  it('have states with names in the caller’s language', async () => {
    const answer = await world.call(orderStatusCases, { lang: 'en' })
    expect(answer.body.data).toContainEqual({ value: 'partially_refunded', label: expect.stringMatching(/refund/i) })
    expect(answer.body.data).toHaveLength(7)
  })
})

describe('a cancellation by the producer', () => {
  it('of a whole order refunds it, returns the stock, cancels the tickets and notifies the buyer', async () => {
    const { event, type } = await sale()
    const order = await bought(event, type, 2)
    const answer = await cancel(order, { refund: true, reason: 'האירוע נדחה' })
    expect(answer.body.data).toMatchObject({
      status: 'refunded',
      refunded_amount: 298,
      can: { cancel: false, refund: false, resend: false, edit: false },
    })
    expect(answer.body.data.tickets?.every((ticket) => ticket.status === 'cancelled')).toBe(true)
    expect(await balanceOf(world, type.uuid)).toMatchObject({ sold: 0, tickets: 0 })
    expect(await refundsSent()).toContainEqual(expect.objectContaining({ amount: 29800 }))
    await world.handleEvents()
    const [shown] = (await listed(event, { with: ['messages'] })).data
    expect(shown?.messages?.some(({ template }) => template === 'order_cancelled')).toBe(true)
    const note = answer.body.data.history?.find(({ kind }) => kind === 'tickets_cancelled')
    expect(note).toMatchObject({ by: 'נועה לוי', detail: { reason: 'האירוע נדחה' } })
    expect((await cancel(order, { refund: true })).error?.code).toBe('order_state')
  })

  it('of single tickets refunds their prices, and the others are still admitted', async () => {
    const { event, type } = await sale()
    const order = await bought(event, type, 3)
    const [gone, stays] = (await showToBuyer(world, order)).tickets
    if (!gone || !stays) throw new Error('no tickets')
    const answer = await cancel(order, { refund: true, ticket_uuids: [gone.uuid] })
    expect(answer.body.data).toMatchObject({
      status: 'partially_refunded',
      refunded_amount: 149,
      can: { cancel: true },
    })
    expect((await scan(world, as(owner), event, gone.code)).error?.code).toBe('S3')
    expect((await scan(world, as(owner), event, stays.code)).status).toBe(200)
    expect(await balanceOf(world, type.uuid)).toMatchObject({ sold: 2, tickets: 2 })
    expect((await cancel(order, { refund: true, ticket_uuids: [gone.uuid] })).error?.detail).toEqual({
      ticket_uuids: ['unknown_option'],
    })
  })

  it('of one ticket of two tells the buyer so, and the next one tells that the order is cancelled', async () => {
    const { event, type } = await sale()
    const phone = newPhone()
    const order = await bought(event, type, 2, phone)
    const [first] = (await showToBuyer(world, order)).tickets
    await cancel(order, { refund: true, ticket_uuids: [first?.uuid ?? ''] })
    await world.handleEvents()
    await cancel(order, { refund: true })
    await world.handleEvents()
    const sent = await world.db
      .selectFrom('messages')
      .select(['channel', 'subject', 'text'])
      .where('order_id', '=', order.uuid)
      .where('template', '=', 'order_cancelled')
      .orderBy('id')
      .execute()
    const of = (channel: string) => sent.filter((message) => message.channel === channel)
    expect(of('sms').map(({ text }) => text.includes('כרטיס אחד מתוך 2'))).toEqual([true, false])
    expect(of('email').map(({ subject }) => subject)).toEqual([
      `כרטיס אחד מתוך 2 בהזמנה ${order.number} בוטל`,
      `הזמנה ${order.number} בוטלה`,
    ])
  })

  it('refunds less the lawful fee when the producer keeps it: 5%, at most 100 shekels for the whole order', async () => {
    const { event, type } = await sale(1500)
    const order = await bought(event, type, 3)
    const tickets = (await showToBuyer(world, order)).tickets.map(({ uuid }) => uuid)
    const first = await cancel(order, { refund: true, fee: 'keep', ticket_uuids: tickets.slice(0, 1) })
    expect(first.body.data).toMatchObject({
      status: 'partially_refunded',
      refunded_amount: 1425,
      cancellation_fee: 75,
      cancellation_fee_left: 25,
    })
    expect(first.body.data.history?.at(-1)?.detail).toMatchObject({ amount: 142_500, fee: 7_500 })
    expect(await refundsSent()).toContainEqual(expect.objectContaining({ amount: 142_500 }))
    const second = await cancel(order, { refund: true, fee: 'keep', ticket_uuids: tickets.slice(1, 2) })
    expect(second.body.data).toMatchObject({ refunded_amount: 2900, cancellation_fee: 100, cancellation_fee_left: 0 })
    const third = await cancel(order, { refund: true, fee: 'keep' })
    expect(third.body.data).toMatchObject({ refunded_amount: 4400, cancellation_fee: 100 })
  })

  it('keeps no fee unless asked, without a refund, or after the event was moved', async () => {
    const { event, type } = await sale(200)
    const whole = await cancel(await bought(event, type, 1), { refund: true })
    expect(whole.body.data).toMatchObject({ refunded_amount: 200, cancellation_fee: 0 })
    const none = await cancel(await bought(event, type, 1), { refund: false, fee: 'keep' })
    expect(none.body.data).toMatchObject({ refunded_amount: 0, cancellation_fee: 0 })
    const order = await bought(event, type, 1)
    world.clock.advance(60)
    await world.db.updateTable('events').set({ postponed_at: world.clock.now() }).where('id', '=', event.uuid).execute()
    const moved = await cancel(order, { refund: true, fee: 'keep' })
    expect(moved.body.data).toMatchObject({ refunded_amount: 200, cancellation_fee: 0, cancellation_fee_left: 0 })
  })

  it('without a refund leaves the payment as it is', async () => {
    const { event, type } = await sale()
    const order = await bought(event, type, 1)
    const before = (await refundsSent()).length
    const answer = await cancel(order, { refund: false })
    expect(answer.body.data).toMatchObject({ status: 'cancelled', refunded_amount: 0 })
    expect(await refundsSent()).toHaveLength(before)
  })

  it('happens once when clicked twice or repeated with the same key', async () => {
    const { event, type } = await sale()
    const order = await bought(event, type, 2)
    const before = (await refundsSent()).length
    const answers = await Promise.all([cancel(order, { refund: true }), cancel(order, { refund: true })])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const other = await bought(event, type, 2)
    const first = await cancel(other, { refund: true }, { idempotencyKey: 'c1' })
    const again = await cancel(other, { refund: true }, { idempotencyKey: 'c1' })
    expect(again.body).toEqual(first.body)
    expect(await refundsSent()).toHaveLength(before + 2)
    expect(await balanceOf(world, type.uuid)).toMatchObject({ sold: 0, tickets: 0 })
  })

  it('of an unpaid order is refused', async () => {
    const { event, type } = await sale()
    const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 1 }))
    await world.call(pay, holding(order))
    expect((await cancel(order, { refund: true })).error).toMatchObject({
      code: 'order_state',
      detail: { status: 'pending_payment' },
    })
  })
})

describe('resending tickets', () => {
  it('goes to the buyer’s phone and e-mail with the same link, until the tickets are cancelled', async () => {
    const { event, type } = await sale()
    const order = await bought(event, type, 1, '+972521234567')
    const again = () => world.call(resendOrder, { ...as(owner), params: { uuid: order.uuid } })
    expect((await again()).body.data.sent_to).toEqual(['052-123-4567', 'dana@example.co.il'])
    await world.handleEvents()
    const texts = await world.db
      .selectFrom('messages')
      .select('text')
      .where('to', '=', '+972521234567')
      .where('template', '=', 'tickets_ready')
      .execute()
    expect(texts).toHaveLength(2)
    expect(texts[0]?.text).toBe(texts[1]?.text)
    await cancel(order, { refund: true })
    expect((await again()).error?.code).toBe('order_state')
  })
})
