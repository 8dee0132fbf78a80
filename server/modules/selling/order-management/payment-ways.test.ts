import { exportPayments, listPayments } from '@kartis/contract/listed-payments.ts'
import { type Order, cancelOrder, exportOrders, showOrder } from '@kartis/contract/orders.ts'
import { pay } from '@kartis/contract/public-orders.ts'
import { showReceipt } from '@kartis/contract/receipts.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { holding, reserved, showOrder as showBuyers, typeCard, withDetails } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { sheetOf } from '../../../testing/xlsx.ts'

// Instalments and Bit from the checkout to the refund, at the simulator of every gateway.

const CARD = '4580000000001008'

describe.each(['tranzila', 'cardcom', 'payplus'])('at %s', (gateway) => {
  let world: World
  let owner: Producer
  beforeAll(async () => {
    world = await openWorld({ env: { SANDBOX_GATEWAY: gateway, PAYMENT_MIN_INSTALLMENT: '50' } })
    owner = await producer(world)
  })
  afterAll(() => world.close())

  const onSale = (price: number, settings: { max_installments?: number } = {}) =>
    eventOnSale(world, owner, { type: { price }, event: { settings } })

  const bought = async (price: number, fields: Readonly<Record<string, string>>, card = CARD) => {
    const { event, type } = await onSale(price)
    const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 2 }))
    const { payment } = (await world.call(pay, holding(order))).body.data
    await typeCard(payment?.url ?? '', card, world.platform.selfFetch.fetch, fields)
    await world.platform.jobs.drain({ names: ['payments.word'] })
    return { event, order }
  }

  const produced = async (uuid: string): Promise<Order> =>
    (await world.call(showOrder, { ...as(owner), params: { uuid }, query: { with: ['payments', 'tickets'] } })).body
      .data

  /** Cancels one of two tickets; the refund as the gateway answered it. */
  const refundOne = async (uuid: string) => {
    const [ticket] = (await produced(uuid)).tickets ?? []
    const body = { ticket_uuids: [ticket?.uuid ?? ''], refund: true }
    expect((await world.call(cancelOrder, { ...as(owner), params: { uuid }, body })).status).toBe(200)
    await world.platform.jobs.drain({ names: ['payments.refund'] })
    return world.db
      .selectFrom('refunds')
      .select(['status', 'way', 'amount'])
      .where('order_id', '=', uuid)
      .executeTakeFirstOrThrow()
  }

  describe('the checkout', () => {
    it('says before the payment what the page will offer for this sum', async () => {
      const { event, type } = await onSale(80)
      const order = await reserved(world, event.uuid, { [type.uuid]: 2 })
      // 160 shekels in instalments of 50 at least
      expect((await showBuyers(world, order)).payment_ways).toEqual({ max_installments: 3, bit: true })
    })

    it('offers no more instalments than the event allows', async () => {
      const { event, type } = await onSale(500, { max_installments: 4 })
      const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 2 }))
      expect((await showBuyers(world, order)).payment_ways?.max_installments).toBe(4)
      const { payment } = (await world.call(pay, holding(order))).body.data
      const page = await (await world.platform.selfFetch.fetch(payment?.url ?? '')).text()
      expect(page).toContain('value="4"')
      expect(page).not.toContain('value="5"')
    })

    it('says nothing once the order is paid', async () => {
      const { order } = await bought(100, {})
      expect((await showBuyers(world, order)).payment_ways).toBeNull()
    })
  })

  describe('an order that was paid in instalments', () => {
    it('says how many to buyer and producer, in lists and spreadsheets, and is refunded in part', async () => {
      const { event, order } = await bought(300, { installments: '3' })
      expect((await showBuyers(world, order)).payment).toMatchObject({ installments: 3, wallet: null, last4: '1008' })
      expect((await world.call(showReceipt, holding(order))).body.data).toMatchObject({
        installments: 3,
        last4: '1008',
      })
      expect((await produced(order.uuid)).payments).toMatchObject([{ installments: 3, wallet: null, amount: 600 }])
      const filter = { event_uuid: event.uuid }
      const { data } = (await world.call(listPayments, { ...as(owner), query: { filter } })).body
      expect(data).toMatchObject([{ installments: 3 }])
      for (const exported of [exportOrders, exportPayments])
        expect(sheetOf((await world.call(exported, { ...as(owner), lang: 'he', query: { filter } })).bytes)).toContain(
          'מספר תשלומים',
        )
      expect(await refundOne(order.uuid)).toEqual({ status: 'done', way: 'credit', amount: 30_000 })
    })
  })

  describe('an order that was paid with Bit', () => {
    it('says so to buyer and producer, without a card, and is refunded to Bit', async () => {
      const { event, order } = await bought(75, { method: 'bit' }, '')
      expect((await showBuyers(world, order)).payment).toMatchObject({ wallet: 'bit', last4: null, installments: 1 })
      expect((await world.call(showReceipt, holding(order))).body.data).toMatchObject({ wallet: 'bit', last4: null })
      expect((await produced(order.uuid)).payments).toMatchObject([{ wallet: 'bit', bucket: 'regular' }])
      const query = { filter: { event_uuid: event.uuid } }
      for (const exported of [exportOrders, exportPayments])
        expect(sheetOf((await world.call(exported, { ...as(owner), query })).bytes)).toContain('>Bit<')
      expect(await refundOne(order.uuid)).toMatchObject({ status: 'done', amount: 7500 })
    })
  })
})
