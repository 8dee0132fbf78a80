import {
  abandonSale,
  listBoxOfficeEvents,
  listSales,
  paySale,
  sendSale,
  showSale,
  undoSale,
} from '@kartis/contract/box-office.ts'
import { updateEvent } from '@kartis/contract/events.ts'
import { listOrders } from '@kartis/contract/orders.ts'
import { laneOf } from '@kartis/domain/lanes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestSale, reportOf, shiftOf, sold, type PairedRegister, registerFor } from '../../../testing/box-office.ts'
import { scan } from '../../../testing/check-in.ts'
import { as, eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { requestReservation, balanceOf } from '../../../testing/orders.ts'
import { newPhone, type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { readPayment } from '../../payments/payments/payments-queries.ts'

let world: World
let owner: Producer
let gateway: TestGateway
let register: PairedRegister

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  gateway = await useTestGateway(world)
  register = await registerFor(world, owner)
  await shiftOf(world, register)
})
afterAll(() => world.close())

const eventWithStock = (total = 20, price = 80) =>
  eventOnSale(world, owner, { type: { price, sum_total_available: total } })

const of = (sale: { uuid: string }) => ({ ...register.who, params: { uuid: sale.uuid } })
const look = async (sale: { uuid: string }) => (await world.call(showSale, of(sale))).body.data
const undo = (sale: { uuid: string }) => world.call(undoSale, { ...of(sale), body: { reason: 'טעות' } })
const messagesOf = async (orderId: string) => {
  await world.handleEvents()
  return world.db.selectFrom('messages').select(['to', 'template']).where('order_id', '=', orderId).execute()
}
const paymentOf = (sale: { payment: { uuid: string } | null }): string => {
  if (!sale.payment) throw new Error('the sale has no payment')
  return sale.payment.uuid
}

describe('a sale for cash', () => {
  it('a cash sale is paid at once, with valid tickets, stock, change and an order of the box office channel', async () => {
    const goods = await eventWithStock()
    const sale = await sold(world, register, goods, { quantity: 2, received: 200 })
    expect(sale).toMatchObject({
      state: 'paid',
      method: 'cash',
      total_amount: 160,
      received: 200,
      change: 40,
      tickets_count: 2,
      payment: { method: 'cash', status: 'paid', amount: 160, bucket: null },
      can: { undo: true, send: true, print: true },
      organiser: { vat_number: '515308203' },
    })
    expect(sale.tickets?.map(({ position, qr }) => [position, qr.size > 20])).toEqual([
      [1, true],
      [2, true],
    ])
    expect(await balanceOf(world, goods.type.uuid)).toMatchObject({ held: 0, sold: 2, tickets: 2 })
    expect((await scan(world, as(owner), goods.event, sale.tickets?.[0]?.code ?? '')).status).toBe(200)
    expect(await messagesOf(sale.uuid)).toEqual([])
    const query = { filter: { event_uuid: goods.event.uuid, channel: 'cashier' as const } }
    const listed = await world.call(listOrders, { ...as(owner), query })
    expect(listed.body.data).toMatchObject([{ uuid: sale.uuid, channel: 'cashier', status: 'paid', total_amount: 160 }])
  })

  it('a cash sale with a phone sends the tickets', async () => {
    const phone = newPhone()
    const sale = await sold(world, register, await eventWithStock(), { phone })
    expect(await messagesOf(sale.uuid)).toEqual([{ to: phone, template: 'tickets_ready' }])
  })

  it('the slip of a ticket has its lane where the event has lanes, and none where it has not', async () => {
    const goods = await eventWithStock()
    expect((await sold(world, register, goods, {})).tickets?.[0]).not.toHaveProperty('lane')
    const settings = { check_in: { offline: 'lanes' as const, lanes: 3 } }
    await world.call(updateEvent, { ...as(owner), params: { uuid: goods.event.uuid }, body: { settings } })
    const { tickets = [] } = await sold(world, register, goods, { quantity: 2 })
    const plan = { count: 3, gates: [] }
    expect(tickets.map(({ lane }) => lane)).toEqual(
      tickets.map(({ uuid, events_ticket_uuid }) => laneOf(plan, uuid, events_ticket_uuid)),
    )
  })

  it('a sale that costs nothing has no payment', async () => {
    const sale = await sold(world, register, await eventWithStock(5, 0), { method: 'terminal' })
    expect(sale).toMatchObject({ state: 'paid', total_amount: 0, payment: null })
  })

  it('a sale is made once when its request is repeated with the same key', async () => {
    const goods = await eventWithStock()
    const first = await sold(world, register, goods, { key: 'k1' })
    expect((await sold(world, register, goods, { key: 'k1' })).uuid).toBe(first.uuid)
    expect((await balanceOf(world, goods.type.uuid)).sold).toBe(1)
    expect((await requestSale(world, register, goods, { key: 'k1', quantity: 2 })).error?.code).toBe(
      'idempotency_mismatch',
    )
  })

  it('a sale is refused for too little cash, another total, a wrong phone, or tickets that are not on sale', async () => {
    const goods = await eventWithStock()
    const code = async (input: Parameters<typeof requestSale>[3]) =>
      (await requestSale(world, register, goods, input)).error
    expect((await code({ received: 79.99 }))?.detail).toEqual({ received: ['too_small'] })
    expect(await code({ total: 79 })).toMatchObject({ code: 'amount_mismatch', detail: { total_amount: 80 } })
    expect((await code({ phone: '12' }))?.detail).toEqual({ 'buyer.phone': ['invalid_phone'] })
    const gift = await ticketTypeOf(world, owner, goods.event, { name: 'צוות', type: 'producer' })
    expect((await requestSale(world, register, { ...goods, type: gift })).error?.detail).toEqual({
      items: ['unknown_ticket_type'],
    })
    const early = await ticketTypeOf(world, owner, goods.event, {
      name: 'מאוחר',
      sale_starts_at: new Date(world.clock.now().getTime() + 60_000).toISOString(),
    })
    expect((await requestSale(world, register, { ...goods, type: early })).error?.code).toBe('sale_not_started')
    const few = await ticketTypeOf(world, owner, goods.event, { name: 'מוגבל', price: 80, purchase_limit: 2 })
    expect((await requestSale(world, register, { ...goods, type: few }, { quantity: 3 })).error?.code).toBe(
      'purchase_limit',
    )
    expect((await balanceOf(world, goods.type.uuid)).sold).toBe(0)
  })

  it('the box office never sells more than the stock, with buyers of the storefront at the same moment', async () => {
    const goods = await eventWithStock(9)
    const atBoxOffice = Array.from({ length: 10 }, (_, place) =>
      requestSale(world, register, goods, { method: place % 3 === 0 ? 'terminal' : 'cash' }),
    )
    const online = Array.from({ length: 10 }, () =>
      requestReservation(world, goods.event.uuid, { [goods.type.uuid]: 1 }),
    )
    const answers = await Promise.all([...atBoxOffice, ...online])
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(9)
    expect(answers.filter(({ error }) => error?.code === 'sold_out')).toHaveLength(11)
    const balance = await balanceOf(world, goods.type.uuid)
    expect(balance.held + balance.sold).toBe(9)
    expect(balance).toMatchObject({ held: balance.inHolds, sold: balance.tickets })
  })
})

describe('a sale at the card reader', () => {
  it('a card sale holds the tickets until the gateway reports the charge', async () => {
    const goods = await eventWithStock()
    const sale = await sold(world, register, goods, { quantity: 2, method: 'terminal' })
    expect(sale).toMatchObject({ state: 'waiting', tickets: [], payment: { method: 'terminal', status: 'started' } })
    expect(gateway.atReader.at(-1)).toMatchObject({ paymentId: paymentOf(sale), amount: 16_000, reader: '014' })
    expect(await balanceOf(world, goods.type.uuid)).toMatchObject({ held: 2, sold: 0 })
    expect((await look(sale)).state).toBe('waiting')
    gateway.charge(paymentOf(sale), 16_000)
    expect(await look(sale)).toMatchObject({
      state: 'paid',
      payment: { status: 'paid', method: 'terminal', last4: '1008', bucket: 'regular' },
    })
    expect(await balanceOf(world, goods.type.uuid)).toMatchObject({ held: 0, sold: 2, tickets: 2 })
  })

  it('a charge whose reply was lost is found by our own id, however late it is looked up', async () => {
    const sale = await sold(world, register, await eventWithStock(), { method: 'terminal' })
    gateway.charge(paymentOf(sale), 8000)
    gateway.down = true
    expect((await look(sale)).state).toBe('waiting')
    expect((await world.call(abandonSale, of(sale))).error?.code).toBe('payment_unavailable')
    gateway.down = false
    expect((await world.call(abandonSale, of(sale))).body.data.state).toBe('paid')
  })

  it('a declined card sale may be paid with another card', async () => {
    const goods = await eventWithStock()
    const sale = await sold(world, register, goods, { method: 'terminal' })
    gateway.decline(paymentOf(sale))
    const declined = await look(sale)
    expect(declined).toMatchObject({ state: 'declined' })
    expect(declined.payment?.decline_reason).toBeTruthy()
    const again = await world.call(paySale, { ...of(sale), body: { method: 'terminal' } })
    expect(again.body.data.state).toBe('waiting')
    expect(paymentOf(again.body.data)).not.toBe(paymentOf(sale))
    gateway.charge(paymentOf(again.body.data), 8000)
    expect((await look(sale)).state).toBe('paid')
    expect(await balanceOf(world, goods.type.uuid)).toMatchObject({ held: 0, sold: 1 })
  })

  it('a declined card sale may be paid in cash, and a late charge of the card is refunded', async () => {
    const own = await registerFor(world, owner)
    const shift = await shiftOf(world, own, 0)
    const sale = await sold(world, own, await eventWithStock(), { method: 'terminal' })
    const who = { ...own.who, params: { uuid: sale.uuid } }
    const paid = await world.call(paySale, { ...who, body: { method: 'cash', received: 100 } })
    expect(paid.body.data).toMatchObject({ state: 'paid', method: 'cash', change: 20, payment: { method: 'cash' } })
    gateway.charge(paymentOf(sale), 8000)
    const payment = await readPayment(world.db, paymentOf(sale))
    if (!payment) throw new Error('the payment is gone')
    expect(await world.payments.queryGateway(payment)).toBe('refunded_double')
    await world.platform.jobs.drain({ names: ['payments.refund'] })
    expect(gateway.refunds.at(-1)).toMatchObject({ paymentId: payment.id, amount: 8000 })
    expect((await reportOf(world, own, shift)).methods.map(({ method, net }) => [method, net])).toEqual([
      ['cash', 80],
      ['terminal', 0],
    ])
  })

  it('an abandoned sale releases the tickets', async () => {
    const goods = await eventWithStock()
    const sale = await sold(world, register, goods, { method: 'terminal' })
    expect((await world.call(abandonSale, of(sale))).body.data.state).toBe('ended')
    expect((await world.call(abandonSale, of(sale))).body.data.state).toBe('ended')
    expect(await balanceOf(world, goods.type.uuid)).toMatchObject({ held: 0, sold: 0 })
  })

  it('a sale whose amount cannot be locked holds nothing', async () => {
    const goods = await eventWithStock()
    gateway.down = true
    const answer = await requestSale(world, register, goods, { method: 'terminal' })
    gateway.down = false
    expect(answer.error?.code).toBe('payment_unavailable')
    expect(await balanceOf(world, goods.type.uuid)).toMatchObject({ held: 0, sold: 0 })
  })

  it('a card sale is refused at a register that has no terminal, or that does not sell', async () => {
    const goods = await eventWithStock()
    const cashOnly = await registerFor(world, owner, { terminal: null, reader: null })
    await shiftOf(world, cashOnly)
    expect((await requestSale(world, cashOnly, goods, { method: 'terminal' })).status).toBe(422)
    expect((await requestSale(world, cashOnly, goods)).status).toBe(201)
    const scanRegister = await registerFor(world, owner, { service: 'scan' })
    await shiftOf(world, scanRegister)
    expect((await requestSale(world, scanRegister, goods)).status).toBe(422)
  })
})

describe('a sale that is undone', () => {
  it('an undone cash sale returns cash and stock, and its tickets no longer admit', async () => {
    const goods = await eventWithStock()
    const sale = await sold(world, register, goods, { quantity: 2 })
    const answer = await undo(sale)
    expect(answer.body.data).toMatchObject({ state: 'undone', refunded_amount: 160, can: { undo: false, send: false } })
    expect(await balanceOf(world, goods.type.uuid)).toMatchObject({ sold: 0, tickets: 0 })
    expect((await scan(world, as(owner), goods.event, sale.tickets?.[0]?.code ?? '')).error?.code).toBe('S3')
    expect((await undo(sale)).error?.code).toBe('order_state')
  })

  it('an undone card sale refunds the card', async () => {
    const sale = await sold(world, register, await eventWithStock(), { method: 'terminal' })
    gateway.charge(paymentOf(sale), 8000)
    await look(sale)
    expect((await undo(sale)).body.data.state).toBe('undone')
    await world.platform.jobs.drain({ names: ['payments.refund'] })
    expect(gateway.refunds.at(-1)).toMatchObject({ paymentId: paymentOf(sale), amount: 8000 })
  })

  it('a sale is not undone once somebody has entered with it', async () => {
    const goods = await eventWithStock()
    const sale = await sold(world, register, goods)
    await scan(world, as(owner), goods.event, sale.tickets?.[0]?.code ?? '')
    expect((await undo(sale)).error).toMatchObject({ code: 'order_state', detail: { redeemed: 1 } })
    expect(await look(sale)).toMatchObject({ state: 'paid', refunded_amount: 0, can: { undo: false } })
  })

  it('a sale is not undone at another register', async () => {
    const sale = await sold(world, register, await eventWithStock())
    const other = await registerFor(world, owner)
    await shiftOf(world, other)
    const answer = await world.call(undoSale, { ...other.who, params: { uuid: sale.uuid }, body: {} })
    expect(answer.error?.code).toBe('not_found')
  })
})

describe('the register', () => {
  it('a register shows events that are on now or to come, with what is left', async () => {
    const goods = await eventWithStock(7)
    const over = await eventWithStock()
    const events = async () => (await world.call(listBoxOfficeEvents, register.who)).body.data
    await sold(world, register, goods, { quantity: 2 })
    const shown = (await events()).find(({ uuid }) => uuid === goods.event.uuid)
    expect(shown?.types).toMatchObject([{ uuid: goods.type.uuid, price: 80, left: 5, sale_state: 'on_sale' }])
    await world.db
      .updateTable('events')
      .set({ starts_at: new Date(0), ends_at: world.clock.now() })
      .where('id', '=', over.event.uuid)
      .execute()
    expect((await events()).some(({ uuid }) => uuid === over.event.uuid)).toBe(false)
    expect((await requestSale(world, register, over)).error?.code).toBe('event_not_on_sale')
  })

  it('a register lists the sales of its shift, newest first, and sends tickets again or to a new phone', async () => {
    const goods = await eventWithStock()
    const first = await sold(world, register, goods)
    world.clock.advance(2)
    const second = await sold(world, register, goods)
    const { data } = (await world.call(listSales, { ...register.who, query: { per_page: 2 } })).body
    expect(data.map(({ uuid }) => uuid)).toEqual([second.uuid, first.uuid])
    const send = (phone?: string) => world.call(sendSale, { ...of(first), body: phone ? { phone } : {} })
    expect((await send()).error?.detail).toEqual({ phone: ['required'] })
    const phone = newPhone()
    expect((await send(phone)).body.data.buyer.phone).toBeTruthy()
    await send()
    expect(await messagesOf(first.uuid)).toEqual([
      { to: phone, template: 'tickets_ready' },
      { to: phone, template: 'tickets_ready' },
    ])
  })
})
