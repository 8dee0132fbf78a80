import { showOrder } from '@kartis/contract/orders.ts'
import { pay } from '@kartis/contract/public-orders.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { holding, reserved, showOrder as showBuyers, typeCard, withDetails } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { readExceptions, reconcileTerminal } from '../../settling/reconciliation/index.ts'

// The address of the gateway's page is the buyer's to change: instalments and Bit are not locked with the sum.

let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld({
    env: { SANDBOX_GATEWAY: 'tranzila', PAYMENT_INSTALLMENTS: '12', PAYMENT_MIN_INSTALLMENT: '50' },
  })
  owner = await producer(world)
})
afterAll(() => world.close())

const CARD = '4580000000001008'

const buying = async (price: number, settings: { max_installments?: number } = {}) => {
  const { event, type } = await eventOnSale(world, owner, { type: { price }, event: { settings } })
  return { event, order: await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 2 })) }
}

/** Pays on the page of the gateway, whose address the buyer has changed. */
const paidOn = async (
  order: Awaited<ReturnType<typeof buying>>['order'],
  changed: Readonly<Record<string, string>>,
  typed: Readonly<Record<string, string>>,
) => {
  const { payment } = (await world.call(pay, holding(order))).body.data
  const url = new URL(payment?.url ?? '')
  for (const [name, value] of Object.entries(changed)) url.searchParams.set(name, value)
  await typeCard(url.toString(), typed['method'] === 'bit' ? '' : CARD, world.platform.selfFetch.fetch, typed)
  await world.platform.jobs.drain({ names: ['payments.word'] })
  await world.handleEvents()
  return payment?.uuid ?? ''
}

const exceptionsOf = async (paymentId: string) =>
  (await readExceptions(world.db, { states: ['open'], kind: 'not_offered', limit: 100, offset: 0 })).filter(
    ({ payment_id: id }) => id === paymentId,
  )

const historyOf = async (uuid: string) =>
  (await world.call(showOrder, { ...as(owner), params: { uuid }, query: { with: ['history'] } })).body.data.history ??
  []

describe('an order that was paid in more instalments than its page offered', () => {
  it('is paid, since the money was taken, and is a difference that the operator sees and an entry of its history', async () => {
    const { order } = await buying(300, { max_installments: 2 })
    const paymentId = await paidOn(order, { maxpay: '12' }, { installments: '12' })
    expect(await showBuyers(world, order)).toMatchObject({ status: 'paid', payment: { installments: 12 } })
    expect(await historyOf(order.uuid)).toContainEqual(
      expect.objectContaining({
        kind: 'paid_not_offered',
        detail: { payment: paymentId, installments: 12, offered: 2, wallet: null },
      }),
    )
    expect(await exceptionsOf(paymentId)).toMatchObject([
      { level: 'gateway', state: 'open', ours: 60_000, theirs: 60_000, order_number: order.number, note: /12.*2/ },
    ])
  })

  it('is noted once, and stays a difference when the gateway’s list is compared again', async () => {
    const { order } = await buying(300, { max_installments: 1 })
    const paymentId = await paidOn(order, { maxpay: '3', cred_type: '8' }, { installments: '3' })
    const payment = await world.db
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow()
    expect(await world.payments.queryGateway(payment)).toBe('repeat')
    const day = world.clock.now().toISOString().slice(0, 10)
    await reconcileTerminal(
      world.platform,
      world.payments.terminals,
      { id: payment.terminal_id ?? '', name: 'sandbox' },
      { from: day, until: day },
    )
    await world.handleEvents()
    expect(await exceptionsOf(paymentId)).toHaveLength(1)
    expect((await historyOf(order.uuid)).filter(({ kind }) => kind === 'paid_not_offered')).toHaveLength(1)
  })

  it('is none where the buyer took what was offered, or less', async () => {
    const { order } = await buying(300)
    const paymentId = await paidOn(order, {}, { installments: '3' })
    expect((await showBuyers(world, order)).status).toBe('paid')
    expect(await exceptionsOf(paymentId)).toEqual([])
    expect((await historyOf(order.uuid)).map(({ kind }) => kind)).not.toContain('paid_not_offered')
  })
})

it('an order that was paid with Bit where its page did not offer it is a difference', async () => {
  await world.db.updateTable('payment_terminals').set({ bit: false }).execute()
  for (const { id } of await world.db.selectFrom('payment_terminals').select('id').execute())
    world.payments.terminals.forget(id)
  const { order } = await buying(75)
  const paymentId = await paidOn(order, { bit_pay: '1' }, { method: 'bit' })
  expect(await showBuyers(world, order)).toMatchObject({ status: 'paid', payment: { wallet: 'bit' } })
  expect(await exceptionsOf(paymentId)).toMatchObject([{ note: expect.stringContaining('Bit') }])
  expect(await historyOf(order.uuid)).toContainEqual(expect.objectContaining({ kind: 'paid_not_offered' }))
})

describe('the number of instalments that a buyer wants', () => {
  it('is refused with its field above what this sum and event allow, and nothing is started', async () => {
    const { order } = await buying(300, { max_installments: 4 })
    const answer = await world.call(pay, { ...holding(order), body: { installments: 5 } })
    expect([answer.status, answer.error]).toMatchObject([
      422,
      { code: 'validation', detail: { installments: ['too_big'] } },
    ])
    expect(await showBuyers(world, order)).toMatchObject({ status: 'reserved', payment: null })
    expect((await world.call(pay, { ...holding(order), body: { installments: 4 } })).status).toBe(200)
  })

  it('is refused where instalments would be too small, and for an order that costs nothing', async () => {
    const small = await buying(60)
    expect((await world.call(pay, { ...holding(small.order), body: { installments: 3 } })).status).toBe(422)
    expect((await world.call(pay, { ...holding(small.order), body: { installments: 2 } })).status).toBe(200)
    const free = await buying(0)
    expect((await world.call(pay, { ...holding(free.order), body: { installments: 2 } })).status).toBe(422)
    expect((await world.call(pay, { ...holding(free.order), body: { installments: 1 } })).status).toBe(200)
  })
})
