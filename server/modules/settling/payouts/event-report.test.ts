import type { EventReport } from '@kartis/contract/event-figures.ts'
import { showEvent } from '@kartis/contract/events.ts'
import { sendInvitation } from '@kartis/contract/invitations.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scannerOf } from '../../../testing/check-in.ts'
import { as, eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { newPhone, type Producer, producer } from '../../../testing/people.ts'
import { pastSale, type Sold } from '../../../testing/past-sales.ts'
import { bookedSale, statementAt } from '../../../testing/settlements.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { setContract } from '../../people/accounts/index.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const sold = (owner: Producer, eventId: string, typeId: string, sale: Sold): Promise<void> =>
  pastSale(world, owner, { eventId, typeId }, sale)

const reportOf = async (owner: Producer, event: { uuid: string }, who = as(owner)): Promise<EventReport> => {
  const answer = await world.call(showEvent, { ...who, params: { uuid: event.uuid }, query: { append: ['report'] } })
  if (!answer.body.data.report) throw new Error(answer.text)
  return answer.body.data.report
}

const evening = async () => {
  const owner = await producer(world)
  const { event, type } = await eventOnSale(world, owner)
  return { owner, event, type }
}

describe('the payout report', () => {
  it('the report is correct to the agora for three kinds of cards and 37 free tickets', async () => {
    const { owner, event, type } = await evening()
    const free = await ticketTypeOf(world, owner, event, { name: 'מוזמנים', price: 0 })
    for (const sale of [
      { total: 1000000 },
      { total: 234550 },
      { total: 250000, bucket: 'special' as const },
      { total: 99990, bucket: 'tourist' as const },
      { total: 500000, method: 'cash' as const },
    ])
      await sold(owner, event.uuid, type.uuid, sale)
    await sold(owner, event.uuid, free.uuid, { total: 0, tickets: Array.from({ length: 37 }, () => 0) })
    const report = await reportOf(owner, event)
    expect(report.totals.orders).toEqual({ total_amount: 20845.4, count: 6 })
    expect(report.totals.orders_by_cc).toEqual({
      total_amount: 15845.4,
      total_amount_regular: 12345.5,
      total_amount_special: 2500,
      total_amount_tourist: 999.9,
    })
    expect(report.calculations).toEqual({
      handle_fee_cc: { regular: 617.28, special: 125, tourist: 74.99, total: 817.27 },
      handle_fee_cc_percent: { regular: 5, special: 5, tourist: 7.5 },
      handle_fee: 55.5,
      free_tickets: 37,
      fees_total: 872.77,
      vat_percent: 18,
      vat: 157.1,
      deductions_total: 1029.87,
      neto_deposit: 14815.53,
    })
    expect(report.totals.tickets).toEqual({ count: 42, handle_fee: 55.5 })
    expect(report.totals.tickets_by_type).toMatchObject([
      { uuid: type.uuid, count: 5, handle_fee: 0 },
      { uuid: free.uuid, count: 37, price: 0, total_amount: 0, handle_fee: 55.5 },
    ])
  })

  it('the report deducts full and partial refunds', async () => {
    const { owner, event, type } = await evening()
    await sold(owner, event.uuid, type.uuid, { total: 10000 })
    await sold(owner, event.uuid, type.uuid, { total: 10000, refunded: 4000, status: 'partially_refunded' })
    await sold(owner, event.uuid, type.uuid, { total: 10000, refunded: 10000, status: 'refunded' })
    await sold(owner, event.uuid, type.uuid, { total: 10000, status: 'cancelled' })
    const report = await reportOf(owner, event)
    expect(report.totals.orders_by_cc.total_amount).toBe(260)
    expect(report.totals.refunds.total_amount).toBe(140)
    expect(report.totals.orders).toEqual({ total_amount: 260, count: 2 })
    expect(report.calculations.neto_deposit).toBe(260 - 13 - 2.34)
  })

  it('the report has the revenue by what was paid with, and it sums to the revenue', async () => {
    const { owner, event, type } = await evening()
    for (const sale of [
      { total: 30_000 },
      { total: 20_000, refunded: 20_000, status: 'refunded' },
      { total: 120_000, installments: 12, refunded: 20_050, status: 'partially_refunded' },
      { total: 60_000, installments: 3, bucket: 'special' },
      { total: 14_990, wallet: 'bit' },
      { total: 5000, method: 'cash' },
    ] as const)
      await sold(owner, event.uuid, type.uuid, sale)
    const { by_means: means, orders } = (await reportOf(owner, event)).totals
    expect(means).toEqual([
      { means: 'card', count: 1, total_amount: 300 },
      { means: 'installments', count: 2, total_amount: 1599.5 },
      { means: 'bit', count: 1, total_amount: 149.9 },
      { means: 'cash', count: 1, total_amount: 50 },
    ])
    expect(means.reduce((sum, { total_amount: amount }) => sum + Math.round(amount * 100), 0)).toBe(
      Math.round(orders.total_amount * 100),
    )
  })

  it('an invited guest is charged as a free ticket, also of a paid type', async () => {
    const { owner, event, type } = await evening()
    await world.call(sendInvitation, {
      ...as(owner),
      params: { uuid: event.uuid },
      body: {
        recipient: { name: 'דנה כהן', phone: newPhone() },
        items: [{ events_ticket_uuid: type.uuid, quantity: 3 }],
      },
    })
    const report = await reportOf(owner, event)
    expect(report.totals.tickets_by_type).toMatchObject([{ count: 3, total_amount: 0, handle_fee: 4.5 }])
    expect(report.calculations).toMatchObject({ handle_fee: 4.5, vat: 0.81, neto_deposit: -5.31 })
  })

  it('a free ticket cancelled before the event is not charged, one cancelled after its start is', async () => {
    const { owner, event, type } = await evening()
    await sold(owner, event.uuid, type.uuid, { total: 0, tickets: [0, 0, 0] })
    const cancel = async (at: Date) => {
      const ticket = await world.db
        .selectFrom('tickets')
        .select('id')
        .where('event_id', '=', event.uuid)
        .where('status', '=', 'valid')
        .limit(1)
        .executeTakeFirstOrThrow()
      await world.db
        .updateTable('tickets')
        .set({ status: 'cancelled', cancelled_at: at })
        .where('id', '=', ticket.id)
        .execute()
    }
    await cancel(new Date(Date.parse(event.starts_at) - 1000))
    await cancel(new Date(Date.parse(event.starts_at) + 1000))
    const report = await reportOf(owner, event)
    expect(report.totals.tickets).toEqual({ count: 1, handle_fee: 3 })
  })

  it('the report follows the fee contract of the account', async () => {
    const { owner, event, type } = await evening()
    const terms = { regularBp: 350, ticketFee: 100, ticketFeeIncludesVat: true }
    expect(await setContract(world.platform, owner.account.uuid, terms)).toMatchObject({
      regularBp: 350,
      touristBp: 750,
    })
    await sold(owner, event.uuid, type.uuid, { total: 1000000 })
    await sold(owner, event.uuid, type.uuid, { total: 0, tickets: [0, 0] })
    expect((await reportOf(owner, event)).calculations).toMatchObject({
      handle_fee_cc: { total: 350 },
      handle_fee: 2,
      vat: 63,
      neto_deposit: 10000 - 350 - 2 - 63,
    })
    expect(isRefusal(await setContract(world.platform, owner.account.uuid, { regularBp: 3.5 }))).toBe(true)
    expect(isRefusal(await setContract(world.platform, world.platform.newId(), terms))).toBe(true)
  })

  it('the report of an event without a sale is all zeros', async () => {
    const { owner, event } = await evening()
    const report = await reportOf(owner, event)
    expect(report.calculations.neto_deposit).toBe(0)
    expect(report.payout).toMatchObject({ status: 'not_due', bank: expect.stringMatching(/^10-607-\*\*\*\*\d{4}$/) })
  })

  it('the report is for managers', async () => {
    const { owner, event } = await evening()
    const scanner = await scannerOf(world, owner)
    const who = { token: scanner.token, account: owner.account.uuid }
    const answer = await world.call(showEvent, { ...who, params: { uuid: event.uuid }, query: { append: ['report'] } })
    expect([answer.status, answer.error?.code]).toEqual([403, 'forbidden'])
  })
})

describe('the payout of an event', () => {
  it('the report shows a payout as due four hours after the end, and as paid once it was sent', async () => {
    const { owner, event, type } = await evening()
    await bookedSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, { total: 1_000_000 })
    const due = new Date(Date.parse(event.ends_at) + 4 * 3_600_000)
    expect((await reportOf(owner, event)).payout).toMatchObject({ status: 'not_due', due_at: due.toISOString() })
    const statement = await statementAt(world, owner, new Date(due.getTime() + 1000))
    expect(statement?.payout?.amount).toBe(941_000)
    expect((await reportOf(owner, event)).payout).toMatchObject({ status: 'not_due', paid_at: null })
    await world.db
      .updateTable('payouts')
      .set({ state: 'sent', sent_at: due })
      .where('id', '=', statement?.payout?.id ?? '')
      .execute()
    expect((await reportOf(owner, event)).payout).toMatchObject({ status: 'paid', paid_at: due.toISOString() })
  })
})

describe('the report of a large event', () => {
  it('the report of a hundred thousand tickets is computed in a moment', async () => {
    const { owner, event, type } = await evening()
    await sql`
      with o as (
        insert into orders (event_id, id, account_id, token_hash, status, total, tickets_count, created_at, paid_at)
        select ${event.uuid}::uuid, gen_random_uuid(), ${owner.account.uuid}::uuid, '', 'paid', 29800, 2, now(), now()
        from generate_series(1, 50000) returning id
      ), p as (
        insert into payments (event_id, id, order_id, account_id, provider, status, amount, bucket, created_at, paid_at)
        select ${event.uuid}::uuid, gen_random_uuid(), id, ${owner.account.uuid}::uuid, 'test', 'paid', 29800, 'regular', now(), now() from o
      )
      insert into tickets (event_id, id, order_id, ticket_type_id, name, position, price, created_at)
      select ${event.uuid}::uuid, gen_random_uuid(), o.id, ${type.uuid}::uuid, 'כרטיס', n, 14900, now()
      from o, generate_series(1, 2) n`.execute(world.db)
    await sql`vacuum analyze`.execute(world.db)
    await reportOf(owner, event)
    const report = await reportOf(owner, event)
    expect(report.calculations.neto_deposit).toBe(14_900_000 * 0.941)
  })
})
