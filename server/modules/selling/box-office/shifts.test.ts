import { showSale, undoSale } from '@kartis/contract/box-office.ts'
import { listShifts, openShift, showShift, showRegister } from '@kartis/contract/registers.ts'
import { cancelOrder } from '@kartis/contract/orders.ts'
import { maskedPhone } from '@kartis/domain/phone.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestSale, closeShiftOf, reportOf, shiftOf, sold, registerFor } from '../../../testing/box-office.ts'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { balanceOf } from '../../../testing/orders.ts'
import { joinAs, type Producer, producer } from '../../../testing/people.ts'
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

const eventWithStock = () => eventOnSale(world, owner, { type: { price: 80, sum_total_available: 50 } })

describe('a shift', () => {
  it('a shift opens once, however many requests arrive at the same moment', async () => {
    const register = await registerFor(world, owner)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => world.call(openShift, { ...register.who, body: { opening_cash: 100 } })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ error }) => error?.code === 'shift_state')).toHaveLength(5)
    const { shift } = (await world.call(showRegister, register.who)).body.data
    expect(shift).toMatchObject({ number: 1, opening_cash: 100, opened_by: 'נועה לוי', closed_at: null })
  })

  it('a shift and its sales name a seller without a name by the last digits of the phone', async () => {
    const goods = await eventWithStock()
    const register = await registerFor(world, owner)
    const seller = await joinAs(world, owner, 'box_office')
    const who = { ...register.who, token: seller.token }
    const name = maskedPhone(seller.phone)
    const shift = await shiftOf(world, { ...register, who })
    expect(shift).toMatchObject({ opened_by: name, closed_by: null })
    expect((await world.call(showRegister, who)).body.data).toMatchObject({ seller: name, shift: { opened_by: name } })
    expect((await sold(world, { ...register, who }, goods)).seller).toBe(name)
    const closed = await closeShiftOf(world, { ...register, who }, shift, 280)
    expect(closed.body.data).toMatchObject({ opened_by: name, closed_by: name })
  })

  it('a shift reports at any time its cash and card sales and the expected cash', async () => {
    const register = await registerFor(world, owner)
    const shift = await shiftOf(world, register, 200)
    const goods = await eventWithStock()
    await sold(world, register, goods, { quantity: 2, received: 200 })
    const back = await sold(world, register, goods)
    await world.call(undoSale, { ...register.who, params: { uuid: back.uuid }, body: {} })
    const card = await sold(world, register, goods, { quantity: 3, method: 'terminal' })
    gateway.charge(card.payment?.uuid ?? '', 24_000)
    expect(await reportOf(world, register, shift)).toMatchObject({ kind: 'x', sales: { count: 2, total: 240 } })
    await world.call(showSale, { ...register.who, params: { uuid: card.uuid } })
    expect(await reportOf(world, register, shift)).toEqual({
      kind: 'x',
      sales: { count: 3, total: 480 },
      tickets_count: 6,
      free_count: 0,
      methods: [
        { method: 'cash', sales: { count: 2, total: 240 }, refunds: { count: 1, total: 80 }, net: 160 },
        { method: 'terminal', sales: { count: 1, total: 240 }, refunds: { count: 0, total: 0 }, net: 240 },
      ],
      types: [{ event_name: goods.event.name, name: goods.type.name, count: 5, total: 400 }],
      opening_cash: 200,
      expected_cash: 360,
      counted_cash: null,
      difference: null,
    })
  })

  it('a shift closes with the counted cash, and its Z report never changes afterwards', async () => {
    const register = await registerFor(world, owner)
    const shift = await shiftOf(world, register, 50)
    const sale = await sold(world, register, await eventWithStock())
    const answer = await closeShiftOf(world, register, shift, 125.5)
    expect(answer.body.data).toMatchObject({ closed_by: 'נועה לוי' })
    const z = answer.body.data.report
    expect(z).toMatchObject({ kind: 'z', expected_cash: 130, counted_cash: 125.5, difference: -4.5 })
    const cancelled = await world.call(cancelOrder, {
      ...as(owner),
      params: { uuid: sale.uuid },
      body: { refund: true, reason: 'בקשת הקונה' },
    })
    expect(cancelled.status).toBe(200)
    const later = await world.call(showShift, { ...as(owner), params: { uuid: shift.uuid } })
    expect(later.body.data.report).toEqual(z)
    expect((await closeShiftOf(world, register, shift, 125.5)).error).toMatchObject({
      code: 'shift_state',
      detail: { shift: 'closed' },
    })
  })

  it('shifts are numbered by register, and the history shows the newest first', async () => {
    const register = await registerFor(world, owner)
    for (const cash of [1, 2, 3]) {
      const shift = await shiftOf(world, register, cash)
      world.clock.advance(60)
      await closeShiftOf(world, register, shift, cash)
    }
    const list = async (filter: Record<string, string>) =>
      (await world.call(listShifts, { ...as(owner), query: { filter } })).body
    expect((await list({ device_uuid: register.device.uuid })).data.map(({ number }) => number)).toEqual([3, 2, 1])
    expect((await list({ device_uuid: register.device.uuid, state: 'open' })).meta.total).toBe(0)
  })

  it('a shift does not close while a card is being read', async () => {
    const register = await registerFor(world, owner)
    const shift = await shiftOf(world, register)
    await sold(world, register, await eventWithStock(), { method: 'terminal' })
    expect((await closeShiftOf(world, register, shift, 200)).error).toMatchObject({
      code: 'shift_state',
      detail: { shift: 'waiting', waiting: 1 },
    })
  })

  it('a sale that is made while the shift closes is never lost', async () => {
    const register = await registerFor(world, owner)
    const shift = await shiftOf(world, register, 0)
    const goods = await eventWithStock()
    const selling = Array.from({ length: 6 }, () => requestSale(world, register, goods))
    const [z, ...answers] = await Promise.all([closeShiftOf(world, register, shift, 0), ...selling])
    const paid = answers.filter(({ status }) => status === 201).length
    expect(answers.filter(({ error }) => error?.code === 'shift_state')).toHaveLength(6 - paid)
    expect(z.body.data.report).toMatchObject({ expected_cash: paid * 80, sales: { count: paid } })
    expect((await balanceOf(world, goods.type.uuid)).sold).toBe(paid)
  })
})

describe('without a shift', () => {
  it('a register without a shift sells nothing', async () => {
    const register = await registerFor(world, owner)
    const goods = await eventWithStock()
    expect((await requestSale(world, register, goods)).error).toMatchObject({
      code: 'shift_state',
      detail: { shift: 'closed' },
    })
    expect((await balanceOf(world, goods.type.uuid)).sold).toBe(0)
  })
})
