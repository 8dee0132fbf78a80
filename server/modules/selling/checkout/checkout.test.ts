import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { createForm } from '@kartis/contract/forms.ts'
import { showOrder as showOrderOfProducer } from '@kartis/contract/orders.ts'
import { pay, releaseOrder, showBuyerOrder, updateOrder } from '@kartis/contract/public-orders.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import {
  requestReservation,
  atGateway,
  balanceOf,
  freeOrder,
  holding,
  reserved,
  deliverWebhook,
  showOrder,
  withDetails,
} from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
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

const aForm = async (body: BodyIn<typeof createForm>) =>
  (await world.call(createForm, { ...as(owner), body })).body.data

const sale = (type: Parameters<typeof eventOnSale>[2] = {}) => eventOnSale(world, owner, type)

describe('a reservation', () => {
  it('holds the tickets and replies with the sum in shekels, the end of the hold and the order’s token', async () => {
    const { event, type } = await sale({ type: { price: 149.9, sum_total_available: 10 } })
    const answer = await requestReservation(world, event.uuid, { [type.uuid]: 3 })
    expect(answer.status).toBe(201)
    const { data } = answer.body
    expect(data).toMatchObject({ status: 'reserved', total_amount: 449.7 })
    expect(data.items).toEqual([
      { events_ticket_uuid: type.uuid, name: type.name, quantity: 3, price: 149.9, total: 449.7 },
    ])
    expect(Date.parse(data.expires_at) - world.clock.now().getTime()).toBe(10 * 60_000)
    expect(Buffer.from(data.token, 'base64url')).toHaveLength(40)
    expect(await balanceOf(world, type.uuid)).toMatchObject({ total: 10, held: 3, sold: 0, inHolds: 3 })
    const [row] = await world.db.selectFrom('orders').selectAll().where('id', '=', data.uuid).execute()
    expect(JSON.stringify(row)).not.toContain(data.token)
  })

  it('respects the producer’s maximum of tickets per order, over all types', async () => {
    const { event, type } = await sale({ event: { settings: { order_limit: 4 } } })
    const other = await ticketTypeOf(world, owner, event, { name: 'יציע' })
    const over = await requestReservation(world, event.uuid, { [type.uuid]: 3, [other.uuid]: 2 })
    expect(over.error?.code).toBe('purchase_limit')
    expect((await requestReservation(world, event.uuid, { [type.uuid]: 2, [other.uuid]: 2 })).status).toBe(201)
  })

  it('is all or nothing, and a refusal names what is left of each requested type', async () => {
    const { event, type } = await sale({ type: { sum_total_available: 2 } })
    const other = await ticketTypeOf(world, owner, event, { name: 'יציע', sum_total_available: 5 })
    const answer = await requestReservation(world, event.uuid, { [type.uuid]: 3, [other.uuid]: 1 })
    expect(answer.status).toBe(409)
    expect(answer.error?.code).toBe('sold_out')
    expect(answer.error?.detail).toEqual({ left: { [type.uuid]: 2, [other.uuid]: 5 } })
    expect(await balanceOf(world, other.uuid)).toMatchObject({ held: 0 })
  })

  it('respects the purchase limit, the sale window and the event’s state', async () => {
    const { event, type } = await sale({ type: { purchase_limit: 4 } })
    const hour = (count: number) => new Date(world.clock.now().getTime() + count * 3_600_000).toISOString()
    const later = await ticketTypeOf(world, owner, event, { name: 'מאוחר', sale_starts_at: hour(1) })
    const over = await ticketTypeOf(world, owner, event, { name: 'מוקדם', sale_ends_at: hour(-1) })
    const hidden = await ticketTypeOf(world, owner, event, { name: 'מפיק', type: 'producer' })
    const code = async (cart: Record<string, number>) => {
      const { status, error } = await requestReservation(world, event.uuid, cart)
      return [status, error?.code]
    }
    expect(await code({ [type.uuid]: 5 })).toEqual([422, 'purchase_limit'])
    expect(await code({ [later.uuid]: 1 })).toEqual([409, 'sale_not_started'])
    expect(await code({ [over.uuid]: 1 })).toEqual([409, 'sale_ended'])
    expect(await code({ [hidden.uuid]: 1 })).toEqual([422, 'validation'])
    expect(await code({ [world.platform.newId()]: 1 })).toEqual([422, 'validation'])
    const nowhere = await requestReservation(world, world.platform.newId(), { [type.uuid]: 1 })
    expect([nowhere.status, nowhere.error?.code]).toEqual([404, 'not_found'])
  })

  it('answers a repeated request with the same order, and refuses the key with another cart', async () => {
    const { event, type } = await sale({ type: { sum_total_available: 10 } })
    const [first, second] = await Promise.all([
      requestReservation(world, event.uuid, { [type.uuid]: 2 }, 'key-1'),
      requestReservation(world, event.uuid, { [type.uuid]: 2 }, 'key-1'),
    ])
    const third = await requestReservation(world, event.uuid, { [type.uuid]: 2 }, 'key-1')
    expect(second.body).toEqual(first.body)
    expect(third.body).toEqual(first.body)
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 2 })
    const other = await requestReservation(world, event.uuid, { [type.uuid]: 3 }, 'key-1')
    expect([other.status, other.error?.code]).toEqual([409, 'idempotency_mismatch'])
  })

  it('opens to nobody without its token', async () => {
    const { event, type } = await sale()
    const mine = await reserved(world, event.uuid, { [type.uuid]: 1 })
    const yours = await reserved(world, event.uuid, { [type.uuid]: 1 })
    const get = (token?: string) =>
      world.http('GET', `/api/v1/public/orders/${mine.uuid}`, undefined, { orderToken: token })
    expect((await get(mine.token)).status).toBe(200)
    expect((await get(yours.token)).status).toBe(404)
    expect((await get(`${mine.token.slice(0, -2)}AA`)).status).toBe(404)
    expect((await get('nonsense')).status).toBe(404)
    expect((await get()).status).toBe(401)
  })

  it('names its tickets in the reader’s language, on the lines and on the tickets', async () => {
    const texts = { en: { name: 'Balcony' } }
    const { event, type } = await sale({ type: { name: 'יציע', price: 0, texts } })
    const plain = await ticketTypeOf(world, owner, event, { name: 'עמידה', price: 0 })
    const order = await freeOrder(world, event.uuid, { [type.uuid]: 1, [plain.uuid]: 1 })
    const namesIn = async (lang: string) => {
      const { data } = (await world.call(showBuyerOrder, { ...holding(order), lang })).body
      return [data.items.map(({ name }) => name), data.tickets.map(({ name }) => name)]
    }
    expect(await namesIn('en')).toEqual([
      ['Balcony', 'עמידה'],
      ['Balcony', 'עמידה'],
    ])
    // English stands in for a language that a name lacks.
    expect(await namesIn('ar')).toEqual([
      ['Balcony', 'עמידה'],
      ['Balcony', 'עמידה'],
    ])
  })

  it('is released once, however often the buyer releases it', async () => {
    const { event, type } = await sale({ type: { sum_total_available: 4 } })
    const order = await reserved(world, event.uuid, { [type.uuid]: 4 })
    for (let times = 0; times < 2; times++) {
      const gone = await world.call(releaseOrder, holding(order))
      expect(gone.body.data).toEqual({ uuid: order.uuid, status: 'cancelled' })
    }
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 0, sold: 0 })
    await reserved(world, event.uuid, { [type.uuid]: 4 })
  })

  it('expires to the second, and its tickets go to the next buyer before the expiry job runs', async () => {
    const { event, type } = await sale({ type: { sum_total_available: 2 } })
    const order = await reserved(world, event.uuid, { [type.uuid]: 2 })
    world.clock.advance(599)
    expect((await showOrder(world, order)).status).toBe('reserved')
    world.clock.advance(1)
    expect(await showOrder(world, order)).toMatchObject({ status: 'expired', expires_at: null })
    const late = await world.call(updateOrder, { ...holding(order), body: { name: 'דנה כהן' } })
    expect([late.status, late.error?.code]).toEqual([409, 'hold_expired'])
    await reserved(world, event.uuid, { [type.uuid]: 2 })
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 2, inHolds: 2 })
  })
})

describe('the buyer’s details', () => {
  it('are validated field by field, and nothing is saved of a request that is partly invalid', async () => {
    const { event, type } = await sale()
    const order = await reserved(world, event.uuid, { [type.uuid]: 1 })
    const wrong = await world.call(updateOrder, {
      ...holding(order),
      body: {
        name: 'א',
        phone: '03-1234567',
        email: 'nobody',
        answers: [{ field_uuid: world.platform.newId(), value: 1 }],
      },
    })
    expect(wrong.status).toBe(422)
    expect(wrong.error?.detail).toMatchObject({
      name: ['invalid_name'],
      phone: [expect.any(String)],
      email: ['invalid_email'],
    })
    expect((await showOrder(world, order)).buyer).toEqual({ name: null, phone: null, email: null })
    const right = await world.call(updateOrder, {
      ...holding(order),
      body: { name: 'דנה כהן', phone: '050-234-5678' },
    })
    expect(right.body.data.buyer).toEqual({ name: 'דנה כהן', phone: '+972502345678', email: null })
  })

  it('answer the event’s questions, per order or per ticket, before the payment', async () => {
    const perOrder = await aForm({
      name: 'הזמנה',
      fields: [{ type: 'text', name: 'מאיפה?', required: true }],
    })
    const perTicket = await aForm({
      name: 'כרטיס',
      ask_per: 'ticket',
      fields: [{ type: 'select', name: 'מידה', required: true, options: ['S', 'L'] }],
    })
    const { event, type } = await sale({ event: { forms: [perOrder.uuid, perTicket.uuid] } })
    const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 2 }))
    const [from] = perOrder.fields
    const [size] = perTicket.fields
    const missing = await world.call(pay, holding(order))
    expect([missing.status, missing.error?.code]).toEqual([422, 'details_missing'])
    expect(missing.error?.detail).toEqual({
      [`answers.${from?.uuid}`]: ['required'],
      [`answers.${size?.uuid}.1`]: ['required'],
      [`answers.${size?.uuid}.2`]: ['required'],
    })
    const answer = (ticket_no: number, value: unknown) => ({ field_uuid: size?.uuid ?? '', ticket_no, value })
    const wrong = await world.call(updateOrder, {
      ...holding(order),
      body: { answers: [answer(1, 'XL'), answer(3, 'S')] },
    })
    expect(wrong.error?.detail).toEqual({
      [`answers.${size?.uuid}.1`]: ['unknown_option'],
      [`answers.${size?.uuid}`]: ['unknown_field'],
    })
    const answers = [{ field_uuid: from?.uuid ?? '', value: ' חיפה ' }, answer(1, 'S'), answer(2, 'L')]
    const right = await world.call(updateOrder, { ...holding(order), body: { answers } })
    expect(right.body.data.answers).toContainEqual({ field_uuid: from?.uuid, ticket_no: 0, value: 'חיפה' })
    expect((await world.call(pay, holding(order))).status).toBe(200)
  })
})

it('a consent given with the order is shown to its buyer until it is withdrawn', async () => {
  const { event, type } = await sale()
  const order = await reserved(world, event.uuid, { [type.uuid]: 1 })
  const setConsent = (marketing_consent: boolean) =>
    world.call(updateOrder, { ...holding(order), body: { name: 'דנה כהן', phone: '0521234567', marketing_consent } })
  expect((await showOrder(world, order)).marketing_consent).toBe(false)
  await setConsent(true)
  expect((await showOrder(world, order)).marketing_consent).toBe(true)
  await setConsent(false)
  expect((await showOrder(world, order)).marketing_consent).toBe(false)
})

describe('a payment', () => {
  it('of a free order issues the tickets at once and sends their link', async () => {
    const { event, type } = await sale({ type: { price: 0, sum_total_available: 5 } })
    const order = await freeOrder(world, event.uuid, { [type.uuid]: 2 })
    const shown = await showOrder(world, order)
    expect(shown).toMatchObject({ status: 'paid', payment: null, expires_at: null })
    expect(shown.tickets).toHaveLength(2)
    expect(new Set(shown.tickets.map(({ code }) => code)).size).toBe(2)
    expect(shown.tickets_url).toContain(`/order/tickets/${order.uuid}?token=${order.token}`)
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 0, sold: 2, tickets: 2 })
    const again = await world.call(pay, holding(order))
    expect(again.body.data).toMatchObject({ status: 'paid', payment: null })
    expect((await showOrder(world, order)).tickets).toHaveLength(2)
    await world.handleEvents()
    const sent = await world.db.selectFrom('messages').selectAll().where('order_id', '=', order.uuid).execute()
    expect(sent.map(({ channel, template }) => `${channel} ${template}`).toSorted()).toEqual([
      'email tickets_ready',
      'sms tickets_ready',
    ])
    expect(sent.find(({ channel }) => channel === 'sms')?.text).toContain(order.token)
  })

  it('opens one page for concurrent requests, extends the hold, and waits for the gateway’s webhook', async () => {
    const { event, type } = await sale({ type: { price: 100 } })
    const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 2 }))
    world.clock.advance(300)
    const [first, second] = await Promise.all([world.call(pay, holding(order)), world.call(pay, holding(order))])
    expect(second.body.data.payment).toEqual(first.body.data.payment)
    expect(first.body.data.status).toBe('pending_payment')
    expect(Date.parse(first.body.data.expires_at ?? '') - world.clock.now().getTime()).toBe(10 * 60_000)
    const paymentId = first.body.data.payment?.uuid ?? ''
    expect(gateway.started.filter((start) => start.paymentId === paymentId)).toEqual([{ paymentId, amount: 20_000 }])
    await deliverWebhook(world, { payment: paymentId, ref: '1' })
    expect((await showOrder(world, order)).status).toBe('pending_payment')
    const ref = gateway.charge(paymentId, 20_000)
    await deliverWebhook(world, { payment: paymentId, ref })
    const shown = await showOrder(world, order)
    expect(shown).toMatchObject({ status: 'paid', payment: { status: 'paid', last4: '1008', url: null } })
    expect(shown.tickets).toHaveLength(2)
    const payment = await world.db
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow()
    expect(payment).toMatchObject({
      bucket: 'regular',
      brand_code: '2',
      issuer_code: '2',
      acquirer_code: '2',
      amount: 20_000,
    })
    const history = await world.db
      .selectFrom('order_history')
      .selectAll()
      .where('order_id', '=', order.uuid)
      .orderBy('created_at')
      .execute()
    expect(history.map(({ kind }) => kind)).toEqual(['pending_payment', 'paid'])
  })

  it('after a decline starts again with a new page for the same order', async () => {
    const { event, type } = await sale({ type: { price: 100 } })
    const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 1 }))
    const first = await atGateway(world, order)
    gateway.decline(first)
    await deliverWebhook(world, { payment: first, ref: 'no' })
    const declined = await showOrder(world, order)
    expect(declined).toMatchObject({ status: 'pending_payment', payment: { status: 'declined', url: null } })
    expect(declined.payment?.decline_reason).not.toContain(':')
    const { history } = (
      await world.call(showOrderOfProducer, {
        ...as(owner),
        params: { uuid: order.uuid },
        query: { with: ['history'] },
      })
    ).body.data
    expect(history?.find(({ kind }) => kind === 'payment_declined')?.detail).toMatchObject({
      reason: declined.payment?.decline_reason,
    })
    const second = await atGateway(world, order)
    expect(second).not.toBe(first)
    await deliverWebhook(world, { payment: second, ref: gateway.charge(second, 10_000) })
    expect(await showOrder(world, order)).toMatchObject({ status: 'paid', payment: { uuid: second } })
  })

  it('is refused while the gateway is unreachable, and works once it is back', async () => {
    const { event, type } = await sale({ type: { price: 100 } })
    const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 1 }))
    gateway.down = true
    const unreachable = await world.call(pay, holding(order))
    gateway.down = false
    expect([unreachable.status, unreachable.error?.code]).toEqual([503, 'payment_unavailable'])
    expect(await atGateway(world, order)).toBeTruthy()
  })

  it('needs a name and a phone', async () => {
    const { event, type } = await sale()
    const order = await reserved(world, event.uuid, { [type.uuid]: 1 })
    const answer = await world.call(pay, holding(order))
    expect(answer.error).toMatchObject({ code: 'details_missing', detail: { name: ['required'], phone: ['required'] } })
  })
})
