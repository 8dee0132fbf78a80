import { showSale, undoSale } from '@kartis/contract/box-office.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shiftOf, sold, type PairedRegister, registerFor } from '../../../testing/box-office.ts'
import { eventOnSale } from '../../../testing/events.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let register: PairedRegister

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  register = await registerFor(world, owner)
  await shiftOf(world, register)
})
afterAll(() => world.close())

const CARDS = {
  visa: '4580000000001008',
  diners: '36400000000109',
  tourist: '4444333322221111',
  refused: '4580000000004002',
}

const atReader = async () => {
  const goods = await eventOnSale(world, owner, { type: { price: 80 } })
  const sale = await sold(world, register, goods, { method: 'terminal' })
  const { pathname } = new URL(sale.reader?.url ?? '')
  const tap = (card: string) =>
    world.app.inject({
      method: 'POST',
      url: pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `card_number=${card}`,
    })
  const look = async () => (await world.call(showSale, { ...register.who, params: { uuid: sale.uuid } })).body.data
  return { sale, pathname, tap, look }
}

describe('the simulated card reader', () => {
  it('the reader shows the locked amount, and a card tapped on it pays the sale', async () => {
    const { pathname, tap, look } = await atReader()
    expect((await world.app.inject({ url: pathname })).body).toContain('80.00')
    expect((await tap(CARDS.visa)).statusCode).toBe(200)
    expect(await look()).toMatchObject({ state: 'paid', payment: { last4: '1008', bucket: 'regular' } })
  })

  it.each([
    ['Diners', CARDS.diners, 'special'],
    ['a tourist’s card', CARDS.tourist, 'tourist'],
  ])('gives %s its rate', async (_, card, bucket) => {
    const { tap, look } = await atReader()
    await tap(card)
    expect((await look()).payment).toMatchObject({ method: 'terminal', bucket })
  })

  it('the reader declines a card, and accepts no second one for the same amount', async () => {
    const { tap, look } = await atReader()
    await tap(CARDS.refused)
    expect(await look()).toMatchObject({ state: 'declined' })
    await tap(CARDS.visa)
    expect(await look()).toMatchObject({ state: 'declined' })
  })

  it('two taps charge once, and undoing the sale refunds the card', async () => {
    const { sale, tap, look } = await atReader()
    await Promise.all([tap(CARDS.visa), tap(CARDS.visa)])
    expect((await look()).state).toBe('paid')
    await world.call(undoSale, { ...register.who, params: { uuid: sale.uuid }, body: {} })
    await world.platform.jobs.drain({ names: ['payments.refund'] })
    const refunds = await world.db.selectFrom('refunds').selectAll().where('order_id', '=', sale.uuid).execute()
    expect(refunds).toMatchObject([{ amount: 8000, status: 'done' }])
  })
})
