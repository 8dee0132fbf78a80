import { listDisputableCharges, reportDispute, showDispute } from '@kartis/contract/disputes.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { joinAs, type Producer, producer } from '../../../testing/people.ts'
import { bookedSale } from '../../../testing/settlements.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { setContract } from '../../people/accounts/index.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ now: '2026-11-20T10:00:00Z' })
})
afterAll(() => world.close())

/** A producer whose own acquirer pays, with a charge of 100.00 shekels. */
const charged = async (mode: 'direct' | 'platform' = 'direct') => {
  const owner = await producer(world)
  await setContract(world.platform, owner.account.uuid, { mode })
  const { event, type } = await eventOnSale(world, owner)
  await bookedSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, { total: 10_000 })
  const payment = await world.db
    .selectFrom('payments')
    .innerJoin('orders', (join) =>
      join.onRef('orders.event_id', '=', 'payments.event_id').onRef('orders.id', '=', 'payments.order_id'),
    )
    .select(['payments.id', 'orders.number'])
    .where('payments.event_id', '=', event.uuid)
    .executeTakeFirstOrThrow()
  return { owner, event, type, paymentId: payment.id, number: payment.number }
}

type Report = BodyIn<typeof reportDispute>
type Who = { readonly token: string; readonly account: string }

const report = (who: Who, body: Report, key?: string) =>
  world.call(reportDispute, { ...who, body, ...(key !== undefined && { idempotencyKey: key }) })

const chargesOf = async (owner: Producer, number: string | number) =>
  (await world.call(listDisputableCharges, { ...as(owner), query: { order_number: String(number) } })).body.data

const reasons = async (owner: Producer, body: Report) => (await report(as(owner), body)).error?.detail

describe('a notice of the producer’s own acquirer', () => {
  it('is noted by its finance: the dispute has its deadline and answers, and owner and managers are notified once', async () => {
    const { owner, number, event } = await charged()
    const finance = await joinAs(world, owner, 'finance')
    const who = { token: finance.token, account: owner.account.uuid }
    const body = { order_number: number, reference: '7731', reason: 'לא ביצעתי', amount: 80, deadline: '2026-12-03' }
    const answer = await report(who, body)
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body.data).toMatchObject({
      reference: '7731',
      reason: 'לא ביצעתי',
      amount: 80,
      held_amount: 0,
      status: 'notified',
      deadline: '2026-12-03',
      order_number: number,
      event_uuid: event.uuid,
      answers: ['sent', 'accepted', 'won', 'lost'],
    })
    const messages = await world.db
      .selectFrom('messages')
      .select('template')
      .where('account_id', '=', owner.account.uuid)
      .where('template', 'like', '%dispute%')
      .execute()
    expect(messages).toHaveLength(1)
    expect(await reasons(owner, body)).toEqual({ reference: ['already_noted'] })
    expect(await reasons(owner, { ...body, reference: '7732' })).toEqual({ reference: ['already_noted'] })
    const shown = await world.call(showDispute, { ...as(owner), params: { uuid: answer.body.data.uuid } })
    expect(shown.body.data.changed_by).not.toBeNull()
  })

  it('names one charge of the own account, and no more than is left of it', async () => {
    const { owner, number, paymentId } = await charged()
    const body = { order_number: number, reference: 'A1' }
    const stranger = await charged()
    expect(await reasons(stranger.owner, body)).toEqual({ order_number: ['unknown_charge'] })
    expect(await reasons(owner, { ...body, order_number: '999999999' })).toEqual({ order_number: ['unknown_charge'] })
    expect(await reasons(owner, { ...body, last4: '0001' })).toEqual({ last4: ['unknown_charge'] })
    expect(await reasons(owner, { ...body, payment_uuid: stranger.paymentId })).toEqual({
      order_number: ['unknown_charge'],
    })
    expect(await reasons(owner, { ...body, amount: 100.01 })).toEqual({ amount: ['too_big'] })
    expect(await reasons(owner, { ...body, deadline: '2026-11-19' })).toEqual({ deadline: ['must_be_future'] })
    await world.db.updateTable('payments').set({ last4: '4242' }).where('id', '=', paymentId).execute()
    const later = new Date(world.clock.now().getTime() + 60_000)
    const { id: _id, ...copy } = await world.db
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow()
    await world.db
      .insertInto('payments')
      .values({
        ...copy,
        id: world.platform.newId(),
        last4: '4242',
        amount: 6000,
        created_at: later,
        paid_at: later,
      } as never)
      .execute()
    // Both charges of one card: what differs is their sum and time.
    expect(await reasons(owner, { ...body, last4: '4242' })).toEqual({ payment_uuid: ['several_charges'] })
    const charges = await chargesOf(owner, number)
    expect(charges.map(({ amount, last4, payment_uuid: uuid }) => [amount, last4, uuid === paymentId])).toEqual([
      [100, '4242', true],
      [60, '4242', false],
    ])
    expect(new Set(charges.map(({ paid_at: at }) => at)).size).toBe(2)
    expect(await chargesOf(stranger.owner, number)).toEqual([])
    expect(await reasons(owner, body)).toEqual({ payment_uuid: ['several_charges'] })
    expect((await report(as(owner), { ...body, payment_uuid: paymentId })).status).toBe(201)
  })

  it('is the operator’s to note where the installation has the money, and nobody’s outside the roles of money', async () => {
    const held = await charged('platform')
    const body = { order_number: held.number, reference: 'B1' }
    expect(await reasons(held.owner, body)).toEqual({ order_number: ['noted_by_operator'] })
    const scanner = await joinAs(world, held.owner, 'scanner')
    const refused = await report({ token: scanner.token, account: held.owner.account.uuid }, body)
    expect(refused.error?.code).toBe('forbidden')
    const { n } = await world.db
      .selectFrom('disputes')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .where('account_id', '=', held.owner.account.uuid)
      .executeTakeFirstOrThrow()
    expect(Number(n)).toBe(0)
  })

  it('that is sent again with its key is answered as before', async () => {
    const { owner, number } = await charged()
    const body = { order_number: number, reference: 'C1' }
    const key = '6d1f0a52-7f5e-4c31-9a67-0d5f2b1c0001'
    const first = await report(as(owner), body, key)
    const again = await report(as(owner), body, key)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body.data.uuid).toBe(first.body.data.uuid)
  })
})
