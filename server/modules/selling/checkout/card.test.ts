import { pay } from '@kartis/contract/public-orders.ts'
import { terminalHandshake } from '@kartis/contract/payments.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { balanceOf, holding, reserved, showOrder, typeCard, withDetails } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

/** Reserve, details, payment page, card: the whole way of a buyer with the sandbox in the gateway's place. */
const buyWith = async (card: string) => {
  const { event, type } = await eventOnSale(world, owner, { type: { price: 79.9, sum_total_available: 9 } })
  const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 2 }))
  const { payment } = (await world.call(pay, holding(order))).body.data
  const next = await typeCard(payment?.url ?? '', card, world.platform.selfFetch.fetch)
  await world.platform.jobs.drain({ names: ['payments.word'] })
  return { order, type, next, paymentId: payment?.uuid ?? '', shown: await showOrder(world, order) }
}
const bucketOf = async (paymentId: string) =>
  (await world.db.selectFrom('payments').select('bucket').where('id', '=', paymentId).executeTakeFirst())?.bucket

describe('a card typed into the gateway’s page', () => {
  it.each([
    ['4580000000001008', 'regular'],
    ['5326100000001002', 'regular'],
    ['36400000000109', 'special'],
    ['375510000000104', 'special'],
    ['4444333322221111', 'tourist'],
  ])('%s pays, and falls under the %s rate', async (card, bucket) => {
    const { order, type, next, paymentId, shown } = await buyWith(card)
    expect(next).toContain(`/order/checkout/${order.uuid}/return?result=success`)
    expect(shown).toMatchObject({
      status: 'paid',
      total_amount: 159.8,
      payment: { status: 'paid', last4: card.slice(-4) },
    })
    expect(shown.tickets).toHaveLength(2)
    expect(await bucketOf(paymentId)).toBe(bucket)
    expect(await balanceOf(world, type.uuid)).toMatchObject({ held: 0, sold: 2, tickets: 2 })
  })

  it('that is declined leaves the cart as it is, and another card pays', async () => {
    const { order, shown } = await buyWith('4580000000004002')
    expect(shown).toMatchObject({ status: 'pending_payment', payment: { status: 'declined' }, tickets: [] })
    expect(shown.payment?.decline_reason).toMatch(/[א-ת]/)
    const { payment } = (await world.call(pay, holding(order))).body.data
    await typeCard(payment?.url ?? '', '4580000000001008', world.platform.selfFetch.fetch)
    await world.platform.jobs.drain({ names: ['payments.word'] })
    expect((await showOrder(world, order)).status).toBe('paid')
  })

  it('whose webhook arrives three times pays once', async () => {
    const { shown, type } = await buyWith('4580000000000034')
    expect(shown.tickets).toHaveLength(2)
    expect(await balanceOf(world, type.uuid)).toMatchObject({ sold: 2, tickets: 2 })
  })

  it('whose webhook is late leaves the order waiting until then', async () => {
    const { order, shown } = await buyWith('4580000000000026')
    expect(shown).toMatchObject({ status: 'pending_payment', payment: { status: 'started' } })
    world.clock.advance(25)
    await expect
      .poll(
        async () => {
          await world.platform.jobs.drain({ names: ['payments.word'] })
          return (await showOrder(world, order)).status
        },
        { timeout: 10_000, interval: 100 },
      )
      .toBe('paid')
  })
})

describe('a handshake for a terminal', () => {
  const requestHandshake = (key: string, total_amount: number, order_uuid?: string) =>
    world.call(terminalHandshake, { ...as(owner), params: { key }, query: { total_amount, order_uuid } })

  it('a handshake locks an amount, which must be the order’s total', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { price: 50 } })
    const order = await reserved(world, event.uuid, { [type.uuid]: 3 })
    const made = await requestHandshake('default', 150, order.uuid)
    expect(made.body.data).toMatchObject({ total_amount: 150, currency: 'ILS', thtk: expect.any(String) })
    expect(Object.keys(made.body.data).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'currency',
      'expires_at',
      'payment_url',
      'terminal_name',
      'thtk',
      'total_amount',
    ])
    const other = await requestHandshake('default', 149, order.uuid)
    expect([other.status, other.error?.code, other.error?.detail]).toEqual([
      422,
      'amount_mismatch',
      { total_amount: 150 },
    ])
    expect((await requestHandshake('default', 12.345)).status).toBe(422)
    expect((await requestHandshake('default', 99_999_999)).error?.detail).toEqual({ total_amount: ['too_big'] })
    expect((await requestHandshake('no-such-terminal', 10)).status).toBe(404)
    expect((await requestHandshake('default', 10, world.platform.newId())).status).toBe(404)
  })

  it('an account opens thirty in an hour, and another account its own', async () => {
    const strict = await openWorld({ beside: world, env: { RATE_LIMITS: 'on' } })
    const open = async (who: Producer) =>
      (await strict.call(terminalHandshake, { ...as(who), params: { key: 'default' }, query: { total_amount: 10 } }))
        .status
    const other = await producer(world)
    const answers: number[] = []
    for (let no = 0; no < 31; no++) answers.push(await open(owner))
    expect(answers).toEqual([...Array<number>(30).fill(200), 429])
    expect(await open(other)).toBe(200)
    await strict.close()
  })
})
