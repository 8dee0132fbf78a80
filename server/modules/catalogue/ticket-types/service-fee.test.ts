import { listEvents, showEvent, updateEvent, duplicateEvent } from '@kartis/contract/events.ts'
import { listTicketTypes, updateTicketType } from '@kartis/contract/tickets.ts'
import { cancelOrder, showOrder as showProducerOrder } from '@kartis/contract/orders.ts'
import { showPublicEvent } from '@kartis/contract/public-events.ts'
import { showReport } from '@kartis/contract/reports.ts'
import { showBalance, showStatement } from '@kartis/contract/statements.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, draftEvent, eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { requestReservation, reserved, showOrder } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { boughtByCard } from '../../../testing/sales.ts'
import { statementAt } from '../../../testing/settlements.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { setContract } from '../../people/accounts/index.ts'

let world: World
let gateway: TestGateway
let owner: Producer

beforeAll(async () => {
  world = await openWorld()
  gateway = await useTestGateway(world)
  owner = await producer(world)
})
afterAll(() => world.close())

const BUYERS = { settings: { fee_payer: 'buyers' as const } }

const pays = async (event: { uuid: string }, payer: 'producer' | 'buyers', who = owner) =>
  world.call(updateEvent, { ...as(who), params: { uuid: event.uuid }, body: { settings: { fee_payer: payer } } })

const typesOf = async (event: { uuid: string }, who = owner) =>
  (await world.call(listTicketTypes, { ...as(who), query: { filter: { event_uuid: event.uuid } } })).body.data.map(
    ({ price, service_fee: fee, buyer_price: buyers }) => [price, fee, buyers],
  )

const publicPrices = async (event: { uuid: string }) =>
  (await world.call(showPublicEvent, { params: { uuid: event.uuid } })).body.data.events_tickets.map(
    ({ price }) => price,
  )

describe('the service fee of an event whose buyers bear it', () => {
  it('is a part of one price from the first page to the statement, and leaves the producer its own', async () => {
    const seller = await producer(world)
    const { event, type } = await eventOnSale(world, seller, { event: BUYERS, type: { price: 120 } })
    const full = 127.53
    expect(type).toMatchObject({ price: 120, service_fee: 7.53, buyer_price: full })
    expect(await publicPrices(event)).toEqual([full])
    const { body } = await world.call(showPublicEvent, { params: { uuid: event.uuid } })
    expect(body.data.events_tickets).toMatchObject([{ price: full, service_fee: 7.53 }])
    const order = await boughtByCard(world, gateway, { event, type }, { quantity: 1 })
    expect(order.total_amount).toBe(full)
    const bought = await showOrder(world, order)
    expect(bought.total_amount).toBe(full)
    expect(bought.tickets.map(({ price }) => price)).toEqual([full])
    const params = { uuid: order.uuid }
    expect((await world.call(showProducerOrder, { ...as(seller), params })).body.data.total_amount).toBe(full)

    await world.handleEvents()
    const [listed] = (await world.call(listEvents, as(seller))).body.data
    const query = { append: ['statistics' as const, 'report' as const] }
    const shown = (await world.call(showEvent, { ...as(seller), params: { uuid: event.uuid }, query })).body.data
    const account = (await world.call(showReport, as(seller))).body.data
    const { data: balance } = (await world.call(showBalance, as(seller))).body
    expect({
      home: listed?.sales?.sum_total_amount,
      event: shown.statistics?.orders.sum_total_amount,
      report: shown.report?.totals.orders_by_cc.total_amount,
      reports: account.sales.current.total_amount,
      balance: balance.by_event[0]?.sales_amount,
    }).toEqual({ home: full, event: full, report: full, reports: full, balance: full })
    expect(shown.report?.calculations.neto_deposit).toBe(120)

    const due = new Date(Date.parse(shown.report?.payout.due_at ?? '') + 1000)
    const statement = await statementAt(world, seller, due)
    const { data } = (await world.call(showStatement, { ...as(seller), params: { uuid: statement?.id ?? '' } })).body
    expect(data.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['sale', full],
      ['card_fee', -6.38],
      ['vat', -1.15],
      ['payout', -120],
    ])
  })

  it('goes back with the price when the order is cancelled', async () => {
    const seller = await producer(world)
    const { event, type } = await eventOnSale(world, seller, { event: BUYERS, type: { price: 120 } })
    const order = await boughtByCard(world, gateway, { event, type })
    const answer = await world.call(cancelOrder, {
      ...as(seller),
      params: { uuid: order.uuid },
      body: { refund: true },
    })
    expect(answer.body.data.refunded_amount).toBe(127.53)
    await world.handleEvents()
    const query = { append: ['report' as const] }
    const { report } = (await world.call(showEvent, { ...as(seller), params: { uuid: event.uuid }, query })).body.data
    expect(report?.calculations).toMatchObject({ handle_fee_cc: { total: 0 }, vat: 0, neto_deposit: 0 })
  })

  it('is not added to a free ticket', async () => {
    const event = await draftEvent(world, owner, BUYERS)
    expect(await ticketTypeOf(world, owner, event, { price: 0 })).toMatchObject({ service_fee: 0, buyer_price: 0 })
  })

  it('makes no price above what a ticket may cost', async () => {
    const event = await draftEvent(world, owner, BUYERS)
    const type = await ticketTypeOf(world, owner, event)
    const params = { uuid: type.uuid }
    const answer = await world.call(updateTicketType, { ...as(owner), params, body: { price: 99_000 } })
    expect(answer.error?.detail).toEqual({ price: ['too_big'] })
    const dear = await draftEvent(world, owner)
    await ticketTypeOf(world, owner, dear, { price: 99_000 })
    expect((await pays(dear, 'buyers')).error?.detail).toEqual({ 'settings.fee_payer': ['too_big'] })
    expect(await typesOf(dear)).toEqual([[99_000, 0, 99_000]])
  })

  it('stays as it was published when the contract changes, until the price does', async () => {
    const seller = await producer(world)
    const { event, type } = await eventOnSale(world, seller, { event: BUYERS, type: { price: 100 } })
    await setContract(world.platform, seller.account.uuid, { regularBp: 300 })
    const change = (price: number) =>
      world.call(updateTicketType, { ...as(seller), params: { uuid: type.uuid }, body: { name: 'יציע', price } })
    expect((await change(100)).body.data).toMatchObject({ price: 100, service_fee: 6.27 })
    expect((await change(200)).body.data).toMatchObject({ price: 200, service_fee: 7.34 })
    expect(await publicPrices(event)).toEqual([207.34])
  })
})

describe('a change of who bears the service fee', () => {
  it('prices all types again for buyers to come, and back, and leaves the orders that exist', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { price: 100 } })
    await ticketTypeOf(world, owner, event, { name: 'חינם', price: 0 })
    const before = await reserved(world, event.uuid, { [type.uuid]: 1 })
    expect((await pays(event, 'buyers')).status).toBe(200)
    expect(await typesOf(event)).toEqual([
      [100, 6.27, 106.27],
      [0, 0, 0],
    ])
    expect(await publicPrices(event)).toEqual([106.27, 0])
    const after = await reserved(world, event.uuid, { [type.uuid]: 1 })
    expect([(await showOrder(world, before)).total_amount, after.total_amount]).toEqual([100, 106.27])
    await pays(event, 'producer')
    expect(await typesOf(event)).toEqual([
      [100, 0, 100],
      [0, 0, 0],
    ])
  })

  it('and prices that are set at the same moment never leave a price without its fee', async () => {
    for (let round = 0; round < 5; round++) {
      const { event, type } = await eventOnSale(world, owner, { type: { price: 100 } })
      const params = { uuid: type.uuid }
      const answers = await Promise.all([
        pays(event, 'buyers'),
        ticketTypeOf(world, owner, event, { name: 'יציע', price: 100 }).then(() => ({ status: 200 })),
        world.call(updateTicketType, { ...as(owner), params, body: { price: 100 + round } }),
        requestReservation(world, event.uuid, { [type.uuid]: 1 }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 201])
      for (const [, fee] of await typesOf(event)) expect(fee).toBeGreaterThanOrEqual(6.27)
    }
  })

  it('is for those who may edit the event: others get what strangers get', async () => {
    const { event } = await eventOnSale(world, owner, { type: { price: 100 } })
    expect((await pays(event, 'buyers', await producer(world))).status).toBe(404)
    expect(await typesOf(event)).toEqual([[100, 0, 100]])
  })
})

describe('new events', () => {
  it('begin with what the contract of the account says, unless they say themselves', async () => {
    const seller = await producer(world)
    const terms = await setContract(world.platform, seller.account.uuid, { feePayer: 'buyers' })
    expect(terms).toMatchObject({ feePayer: 'buyers' })
    const priced = async (fields: object) =>
      ticketTypeOf(world, seller, await draftEvent(world, seller, fields), { price: 100 })
    expect(await priced({})).toMatchObject({ buyer_price: 106.27 })
    expect(await priced({ settings: { fee_payer: 'producer' } })).toMatchObject({ buyer_price: 100 })
  })

  it('that are copies have the prices and the fees of the original', async () => {
    const event = await draftEvent(world, owner, BUYERS)
    await ticketTypeOf(world, owner, event, { price: 100 })
    const copy = (await world.call(duplicateEvent, { ...as(owner), params: { uuid: event.uuid } })).body.data
    expect(await typesOf(copy)).toEqual([[100, 6.27, 106.27]])
    expect((await pays(copy, 'producer')).status).toBe(200)
    expect(await typesOf(copy)).toEqual([[100, 0, 100]])
  })
})
