import { setTimeout as sleep } from 'node:timers/promises'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { inTransaction } from '../../../platform/database/db.ts'
import { eventOnSale } from '../../../testing/events.ts'
import { openTestGateway, type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { atGateway, reserved, withDetails } from '../../../testing/orders.ts'
import { producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { readPayment } from './payments-queries.ts'
import { beginAttempt } from './refund-attempts.ts'
import { requestRefund, resendForgotten } from './refund.ts'

const PRICE = 10_000

let world: World
let gateway: TestGateway

beforeAll(async () => {
  world = await openWorld()
  gateway = await useTestGateway(world, openTestGateway(world.clock.now, { refundKeys: false }))
})
afterAll(() => world.close())

/** A paid payment of 100 shekels. */
const paidPayment = async () => {
  const { event, type } = await eventOnSale(world, await producer(world), { type: { price: PRICE / 100 } })
  const id = await atGateway(world, await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 1 })))
  gateway.charge(id, PRICE)
  const payment = await readPayment(world.db, id)
  if (!payment) throw new Error('no payment was started')
  expect(await world.payments.queryGateway(payment)).toBe('paid')
  return payment
}

const refundOf = async (payment: { event_id: string; id: string }, amount: number) => {
  const refund = await inTransaction(world.db, (tx) =>
    requestRefund(world.platform, tx, { eventId: payment.event_id, paymentId: payment.id, amount, reason: 'test' }),
  )
  if (isRefusal(refund)) throw new Error('the refund was refused')
  return { eventId: payment.event_id, refundId: refund.id }
}

const attemptsOf = ({ refundId }: { refundId: string }) =>
  world.db
    .selectFrom('refund_attempts')
    .select(['number', 'outcome', 'code'])
    .where('refund_id', '=', refundId)
    .orderBy('number')
    .execute()

it('a refund whose reply was lost is requested again once the gateway can know it, and another of the charge waits', async () => {
  const payment = await paidPayment()
  const [first, second] = [await refundOf(payment, 3000), await refundOf(payment, 3000)]
  gateway.losesReplies = true
  await expect(world.payments.sendRefund(first)).rejects.toThrow('unreachable')
  gateway.losesReplies = false
  const sentAt = world.clock.now()
  const before = gateway.requests.length

  await expect(world.payments.sendRefund(first)).rejects.toThrow('settling')
  await expect(world.payments.sendRefund(second)).rejects.toThrow('other_open')
  expect(gateway.requests).toHaveLength(before)

  world.clock.advance(121)
  expect(await world.payments.sendRefund(first)).toBe('done')
  expect(gateway.requests.at(-1)).toMatchObject({ refundId: first.refundId, firstSentAt: sentAt, otherRefs: [] })
  expect(await world.payments.sendRefund(second)).toBe('done')
  expect(gateway.requests.at(-1)).toMatchObject({ firstSentAt: null, otherRefs: [`back ${first.refundId}`] })
  expect(gateway.refunds.filter(({ paymentId }) => paymentId === payment.id)).toHaveLength(2)
  expect(await attemptsOf(first)).toEqual([
    { number: 1, outcome: 'unknown', code: 'unreachable' },
    { number: 2, outcome: 'done', code: null },
  ])
})

it('a refund that a crashed process was sending is requested under the same id', async () => {
  const refund = await refundOf(await paidPayment(), PRICE)
  const sentAt = world.clock.now()
  await world.db
    .insertInto('refund_attempts')
    .values({ event_id: refund.eventId, refund_id: refund.refundId, number: 1, sent_at: sentAt })
    .execute()
  await expect(world.payments.sendRefund(refund)).rejects.toThrow('in_flight')
  world.clock.advance(121)
  expect(await world.payments.sendRefund(refund)).toBe('done')
  expect(gateway.requests.at(-1)).toMatchObject({ refundId: refund.refundId, firstSentAt: sentAt })
})

/** Ends every connection to the database, and lets nobody connect for a while. */
const takeDatabaseAway = async (milliseconds: number): Promise<void> => {
  const name = new URL(world.url).pathname.slice(1)
  const admin = new Client({ connectionString: inject('postgresOwner') })
  await admin.connect()
  await admin.query(`alter database ${name} connection limit 0`)
  await admin.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1`, [name])
  void sleep(milliseconds)
    .then(() => admin.query(`alter database ${name} connection limit -1`))
    .finally(() => admin.end())
}

it('the outcome of a refund is written once the database is back, and nobody waits for it', async () => {
  const refund = await refundOf(await paidPayment(), PRICE)
  const send = gateway.gateway.refund.bind(gateway.gateway)
  gateway.gateway.refund = async (request) => {
    const fact = await send(request)
    await takeDatabaseAway(700)
    return fact
  }
  expect(await world.payments.sendRefund(refund)).toBe('done')
  gateway.gateway.refund = send
  expect(await attemptsOf(refund)).toEqual([{ number: 1, outcome: 'done', code: null }])
  expect(gateway.requests.filter(({ refundId }) => refundId === refund.refundId)).toHaveLength(1)
})

it('an attempt whose connection broke at its commit was not sent, and delays no other', async () => {
  const payment = await paidPayment()
  const { eventId, refundId } = await refundOf(payment, PRICE)
  const { db } = world
  const breaking = vi.spyOn(db, 'transaction').mockImplementationOnce(() => {
    breaking.mockRestore()
    const transaction = db.transaction()
    const execute = transaction.execute.bind(transaction)
    return Object.assign(transaction, {
      execute: async (work: Parameters<typeof execute>[0]) => {
        await execute(work)
        throw new Error('Connection terminated unexpectedly')
      },
    })
  })
  const attempted = { event_id: eventId, id: refundId, payment_id: payment.id }
  const attempt = beginAttempt(db, attempted, { refundKeys: false }, world.clock.now())
  await expect(attempt).rejects.toThrow('terminated')
  expect(await attemptsOf({ refundId })).toEqual([])
  expect(await world.payments.sendRefund({ eventId, refundId })).toBe('done')
})

it('a refund that arrived and was not closed is asked for under the time of its first attempt', async () => {
  const refund = await refundOf(await paidPayment(), PRICE)
  const sentAt = world.clock.now()
  await world.db
    .insertInto('refund_attempts')
    .values({ event_id: refund.eventId, refund_id: refund.refundId, number: 1, sent_at: sentAt, outcome: 'done' })
    .execute()
  world.clock.advance(121)
  expect(await world.payments.sendRefund(refund)).toBe('done')
  expect(gateway.requests.at(-1)).toMatchObject({ refundId: refund.refundId, firstSentAt: sentAt })
})

it('a refused refund stays reserved for a bank transfer, so that nothing of it is refunded as well', async () => {
  const payment = await paidPayment()
  gateway.refuseRefunds = true
  const refused = await refundOf(payment, PRICE)
  expect(await world.payments.sendRefund(refused)).toBe('failed')
  gateway.refuseRefunds = false
  expect(await attemptsOf(refused)).toEqual([{ number: 1, outcome: 'refused', code: '20112' }])
  await expect(refundOf(payment, 1)).rejects.toThrow('the refund was refused')
  const charged = await readPayment(world.db, payment.id)
  expect([charged?.refunded, charged?.waiting]).toEqual([PRICE, PRICE])
})

it('an open refund whose job has no retries left is sent again a day later', async () => {
  const refund = await refundOf(await paidPayment(), PRICE)
  gateway.down = true
  await expect(world.payments.sendRefund(refund)).rejects.toThrow('unreachable')
  await world.platform.jobs.drain({ later: true, names: ['payments.refund'] })
  gateway.down = false
  await resendForgotten(world.platform)
  expect(await world.platform.jobs.drain({ names: ['payments.refund'] })).toMatchObject({ completed: 0 })
  world.clock.advance(21 * 3600)
  await resendForgotten(world.platform)
  await world.platform.jobs.drain({ names: ['payments.refund'] })
  expect((await attemptsOf(refund)).at(-1)).toMatchObject({ outcome: 'done' })
})
