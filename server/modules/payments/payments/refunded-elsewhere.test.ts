import { ALREADY_REFUNDED } from '@kartis/domain/refund-run.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/database/db.ts'
import { eventOnSale } from '../../../testing/events.ts'
import { openTestGateway, type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { atGateway, reserved, withDetails } from '../../../testing/orders.ts'
import { producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { type Gateway, GatewayError, type GatewayTransaction } from './gateway.ts'
import { readPayment } from './payments-queries.ts'
import { recordForeignRefund, requestRefund } from './refund.ts'

const PRICE = 10_000

let world: World
let gateway: TestGateway
let list: Gateway['transactions']

beforeAll(async () => {
  world = await openWorld()
  gateway = await useTestGateway(world, openTestGateway(world.clock.now, { refundKeys: false }))
  list = gateway.gateway.transactions.bind(gateway.gateway)
})
beforeEach(() => {
  gateway.refuseRefunds = true
  gateway.transactions = []
  gateway.gateway.transactions = list
})
afterAll(() => world.close())

/** A paid payment of 100 shekels, and the gateway's reference of its charge. */
const paidPayment = async () => {
  const { event, type } = await eventOnSale(world, await producer(world), { type: { price: PRICE / 100 } })
  const id = await atGateway(world, await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 1 })))
  const chargeRef = gateway.charge(id, PRICE)
  const payment = await readPayment(world.db, id)
  if (!payment) throw new Error('no payment was started')
  expect(await world.payments.queryGateway(payment)).toBe('paid')
  return { eventId: payment.event_id, paymentId: payment.id, chargeRef }
}

type Paid = Awaited<ReturnType<typeof paidPayment>>

const requested = async ({ eventId, paymentId }: Paid, amount = PRICE) => {
  const refund = await inTransaction(world.db, (tx) =>
    requestRefund(world.platform, tx, { eventId, paymentId, amount, reason: 'test' }),
  )
  if (isRefusal(refund)) throw new Error('the refund was refused')
  return { eventId, refundId: refund.id }
}

/** A credit that somebody made in the console. */
const credit = ({ chargeRef }: Paid, amount = PRICE): GatewayTransaction => ({
  ref: `console ${chargeRef} ${amount}`,
  kind: 'credit',
  amount,
  currency: 'ILS',
  at: world.clock.now(),
  chargeRef,
})

const rowOf = ({ refundId }: { refundId: string }) =>
  world.db
    .selectFrom('refunds')
    .select(['status', 'way', 'provider_ref', 'last_error', 'waits'])
    .where('id', '=', refundId)
    .executeTakeFirstOrThrow()

it('a refused refund whose charge was refunded in the console is done by that credit', async () => {
  const paid = await paidPayment()
  const refund = await requested(paid)
  const other = { ...credit(paid), ref: 'of another charge', chargeRef: 'another' }
  gateway.transactions = [other, credit(paid)]
  expect(await world.payments.sendRefund(refund)).toBe('done')
  const { ref } = credit(paid)
  const row = { status: 'done', way: 'credit', provider_ref: ref, last_error: ALREADY_REFUNDED, waits: false }
  expect(await rowOf(refund)).toEqual(row)
})

it('a credit that the books have is no reason for another refund, nor is one of less', async () => {
  const paid = await paidPayment()
  const [ref, half] = [credit(paid, PRICE / 2).ref, PRICE / 2]
  const { eventId, paymentId } = paid
  const foreign = { eventId, paymentId, amount: half, ref, way: 'credit', reason: 'test' } as const
  await inTransaction(world.db, (tx) => recordForeignRefund(world.platform, tx, foreign))
  const refund = await requested(paid, half)
  gateway.transactions = [credit(paid, half), credit(paid, half - 1)]
  expect(await world.payments.sendRefund(refund)).toBe('failed')
  expect(await rowOf(refund)).toMatchObject({ status: 'failed', last_error: '20112', waits: true })
})

it('a refused refund whose gateway does not list its transactions is unknown, and is asked again', async () => {
  const paid = await paidPayment()
  const refund = await requested(paid)
  // oxlint-disable-next-line require-yield -- fails before its first row
  gateway.gateway.transactions = async function* () {
    throw new GatewayError('unreachable', 'the gateway did not respond')
  }
  await expect(world.payments.sendRefund(refund)).rejects.toThrow('unreachable')
  expect(await rowOf(refund)).toMatchObject({ status: 'queued', last_error: 'unreachable' })
  gateway.gateway.transactions = list
  gateway.transactions = [credit(paid)]
  world.clock.advance(121)
  expect(await world.payments.sendRefund(refund)).toBe('done')
  expect(await rowOf(refund)).toMatchObject({ provider_ref: credit(paid).ref })
})
