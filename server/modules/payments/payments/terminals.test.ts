import { listTerminals } from '@kartis/contract/payments.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/database/db.ts'
import { as, eventOnSale } from '../../../testing/events.ts'
import { addTestTerminal, openTestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { atGateway, reserved, withDetails } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { type PaymentRow, readPayment } from './payments-queries.ts'
import { requestRefund } from './refund.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld({ env: { TRANZILA_TERMINAL: 'first', TRANZILA_SECRET: 'a secret of the gateway' } })
})
beforeEach(async () => {
  owner = await producer(world)
})
afterAll(() => world.close())

const TOTAL = 5000

/** A buyer at the payment page of an event of a producer. */
const startedPayment = async (seller: Producer, at: World = world): Promise<PaymentRow> => {
  const { event, type } = await eventOnSale(at, seller, { type: { price: TOTAL / 100 } })
  const order = await withDetails(at, await reserved(at, event.uuid, { [type.uuid]: 1 }))
  const payment = await readPayment(at.db, await atGateway(at, order))
  if (!payment) throw new Error('no payment was started')
  return payment
}

const refundAll = async (at: World, payment: PaymentRow): Promise<'done' | 'failed'> => {
  const refund = await inTransaction(at.db, (tx) =>
    requestRefund(at.platform, tx, {
      eventId: payment.event_id,
      paymentId: payment.id,
      amount: payment.amount,
      reason: 'test',
    }),
  )
  if (isRefusal(refund)) throw new Error('the refund was refused')
  return at.payments.sendRefund({ eventId: payment.event_id, refundId: refund.id })
}

const installationTerminals = () =>
  world.db
    .selectFrom('payment_terminals')
    .select(['provider', 'name', 'active', 'config'])
    .where('account_id', 'is', null)
    .where('provider', '=', 'tranzila')
    .orderBy('created_at')
    .execute()

describe('the gateway of a payment', () => {
  it('a payment charged at terminal A is verified and refunded at A after the settings name terminal B', async () => {
    const first = await useTestGateway(world)
    const payment = await startedPayment(owner)
    first.charge(payment.id, TOTAL)

    const restarted = await openWorld({ beside: world, env: { TRANZILA_TERMINAL: 'second' } })
    try {
      const [current] = await restarted.payments.terminals.listFor(restarted.db, owner.account.uuid)
      expect(current).toMatchObject({ provider: 'tranzila', name: 'second' })
      const later = await startedPayment(owner, restarted)
      expect(later).toMatchObject({ provider: 'tranzila', terminal_id: current?.id })

      expect(await restarted.payments.queryGateway(payment)).toBe('paid')
      expect(await refundAll(restarted, payment)).toBe('done')
      expect(first.refunds).toMatchObject([{ paymentId: payment.id, amount: TOTAL }])
    } finally {
      await restarted.close()
    }
  })

  it('payments of two accounts go to the terminal of each', async () => {
    const other = await producer(world)
    const [own, others] = [openTestGateway(world.clock.now), openTestGateway(world.clock.now)]
    const ownTerminal = await addTestTerminal(world, own, { accountId: owner.account.uuid, name: 'own' })
    const othersTerminal = await addTestTerminal(world, others, { accountId: other.account.uuid, name: 'others' })

    const [mine, theirs] = [await startedPayment(owner), await startedPayment(other)]
    expect([mine.terminal_id, theirs.terminal_id]).toEqual([ownTerminal, othersTerminal])
    expect(own.started).toEqual([{ paymentId: mine.id, amount: TOTAL }])
    expect(others.started).toEqual([{ paymentId: theirs.id, amount: TOTAL }])

    own.charge(mine.id, TOTAL)
    others.decline(theirs.id)
    expect(await world.payments.queryGateway(mine)).toBe('paid')
    expect(await world.payments.queryGateway(theirs)).toBe('declined')
    expect(await refundAll(world, mine)).toBe('done')
    expect([own.refunds.length, others.refunds.length]).toEqual([1, 0])

    const { body } = await world.call(listTerminals, as(owner))
    expect(body.data).toMatchObject([{ key: 'own', name: 'own', is_default: true }])
  })

  it('a payment without a terminal belongs to the oldest terminal of the installation at its gateway', async () => {
    const gateway = await world.payments.terminals.gatewayOf({ terminal_id: null, provider: 'tranzila' })
    const { terminal_name: name } = await gateway.handshake({ terminal: 'first', amount: TOTAL })
    expect([gateway.name, name]).toEqual(['tranzila', 'first'])
    await expect(world.payments.terminals.gatewayOf({ terminal_id: null, provider: 'closed' })).rejects.toThrow(
      'no payment terminal',
    )
  })
})

describe('the terminal of the settings', () => {
  it('is saved once, and a changed setting updates it', async () => {
    await world.payments.terminals.saveFromSettings()
    const before = await installationTerminals()
    const changed = await openWorld({ beside: world, env: { TRANZILA_TERMINAL: 'first', TRANZILA_SECRET: 'changed' } })
    await changed.close()
    const after = await installationTerminals()
    expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name))
    expect(after.find(({ name }) => name === 'first')?.active).toBe(true)
    expect(after.find(({ name }) => name === 'first')?.config).not.toBe(
      before.find(({ name }) => name === 'first')?.config,
    )
    await world.payments.terminals.saveFromSettings()
    expect((await installationTerminals()).length).toBe(before.length)
  })

  it('is sealed at rest', async () => {
    const [terminal] = await installationTerminals()
    expect(terminal?.config).toMatch(/^k1\./)
    expect(JSON.stringify(terminal)).not.toContain('secret')
    expect(JSON.parse(world.platform.keys.decrypt('payment-terminal', terminal?.config ?? ''))).toMatchObject({
      secret: 'a secret of the gateway',
    })
  })

  it('is the one that GET /v1/credit_terminals lists for accounts without their own', async () => {
    await world.payments.terminals.saveFromSettings()
    const { body } = await world.call(listTerminals, as(owner))
    expect(body.data).toMatchObject([{ key: 'first', name: 'first', is_default: true }])
  })
})
