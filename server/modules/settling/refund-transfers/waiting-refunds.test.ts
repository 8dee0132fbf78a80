import { showEvent } from '@kartis/contract/events.ts'
import { listLedger } from '@kartis/contract/ledger.ts'
import { exportPayments } from '@kartis/contract/listed-payments.ts'
import { exportOrders, showOrder } from '@kartis/contract/orders.ts'
import * as contract from '@kartis/contract/refund-transfers.ts'
import { settleRefundRunItem } from '@kartis/contract/refund-runs.ts'
import { showBalance } from '@kartis/contract/statements.ts'
import { sum } from '@kartis/domain/money.ts'
import type { RefundPayer } from '@kartis/domain/refund-transfer.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/database/db.ts'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { approvedRun, itemsOfRun, shownRun, workOnRuns } from '../../../testing/refund-runs.ts'
import { failAsBefore } from '../../../testing/refunds-of-before.ts'
import { boughtByCard } from '../../../testing/sales.ts'
import { statementAt } from '../../../testing/settlements.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { sheetOf } from '../../../testing/xlsx.ts'
import { refundTransfersCommand } from '../../../commands/refund-transfers.ts'
import { readPaymentsOf, recordForeignRefund, requestRefund } from '../../payments/payments/index.ts'
import { bookJournals, ledgerRevenueOf, readSales, refundJournals } from '../ledger/index.ts'
import { tokenOf } from './transfer-messages.ts'
import { makeFile } from './transfer-file.ts'
import { countOwn } from './transfers-queries.ts'
import { holdAllReleased } from './hold-released.ts'

let world: World
let gateway: TestGateway

beforeAll(async () => {
  world = await openWorld()
  gateway = await useTestGateway(world)
})
afterAll(() => world.close())

/** An order of 137.00 of a cancelled event, whose refund the gateway has refused for good, beside nothing else. */
const refused = async (owner: Producer) => {
  const sale = await eventOnSale(world, owner, { type: { price: 137 } })
  const order = await boughtByCard(world, gateway, sale)
  const run = await approvedRun(world, owner, sale.event)
  gateway.refuseRefunds = true
  await workOnRuns(world)
  gateway.refuseRefunds = false
  return { sale, order, run }
}

const DETAILS = { bank_number: 12, bank_branch_number: '605', bank_account_number: '409317', holder_name: 'דנה לוי' }

/** The buyer of an order gives bank details, and its refund is put into a file. */
const inFileOf = async (paidBy: RefundPayer, owner: Producer, orderId: string) => {
  const transfer = await world.db
    .selectFrom('refund_transfers')
    .select(['id', 'turn'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  await world.call(contract.giveBankDetails, { body: { token: tokenOf(world.platform.keys, transfer), ...DETAILS } })
  return makeFile(world.platform, { accountId: owner.account.uuid, by: 'Dana', paidBy }, world.clock.now())
}

/** The sums of the accounts of an event, in agorot. */
const accountsOf = async (eventId: string): Promise<Record<string, number>> => {
  const { rows } = await sql<{ account: string; amount: number }>`
    select e.ledger_account as account, sum(e.amount)::float8 as amount
    from journals j join ledger_entries e using (account_id, seq)
    where j.event_id = ${eventId} group by e.ledger_account`.execute(world.db)
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))
}

type Refused = Pick<Awaited<ReturnType<typeof refused>>, 'sale' | 'order'>

const sumsOf = async (owner: Producer, { sale, order }: Refused) => {
  const event = (
    await world.call(showEvent, {
      ...as(owner),
      params: { uuid: sale.event.uuid },
      query: { append: ['statistics', 'report'] },
    })
  ).body.data
  const [payment] = await readPaymentsOf(world.db, sale.event.uuid, order.uuid)
  const [booked] = await ledgerRevenueOf(world.db, [sale.event.uuid])
  const { rows } = await sql<{ owed: number }>`
    select -sum(e.amount)::float8 as owed from journals j join ledger_entries e using (account_id, seq)
    where j.event_id = ${sale.event.uuid} and e.ledger_account = 'refunds_payable'`.execute(world.db)
  const { data } = (await world.call(showOrder, { ...as(owner), params: { uuid: order.uuid } })).body
  return {
    revenue: event.statistics?.orders.sum_total_amount,
    retained: event.statistics?.orders.retained_amount,
    ledger: Math.abs(booked?.total ?? 0),
    owed: Math.abs(rows[0]?.owed ?? 0) / 100,
    waiting: (payment?.waiting ?? 0) / 100,
    order: [data.status, data.refunded_amount, data.waiting_amount],
  }
}

/** The numbers in the first row of a spreadsheet, by the titles of their columns. */
const sumsIn = (sheet: string): Record<string, string> => {
  const titles = new Map(
    [...sheet.matchAll(/<c r="([A-Z]+)1"[^>]*><is><t[^>]*>([^<]*)</g)].map(([, column = '', title = '']) => [
      column,
      title,
    ]),
  )
  const values = sheet.matchAll(/<c r="([A-Z]+)2"[^>]*><v>([^<]*)</g)
  return Object.fromEntries([...values].map(([, column = '', value = '']) => [titles.get(column) ?? column, value]))
}

const WAITS = { revenue: 0, retained: 0, ledger: 0, owed: 137, waiting: 137, order: ['refunded', 137, 137] }
const DONE = { ...WAITS, owed: 0, waiting: 0, order: ['refunded', 137, 0] }

const firstOf = async (owner: Producer): Promise<contract.RefundTransfer> => {
  const [transfer] = (await world.call(contract.listRefundTransfers, as(owner))).body.data
  if (!transfer) throw new Error('no refund by bank transfer')
  return transfer
}

const settled = async (owner: Producer) => {
  const { uuid } = await firstOf(owner)
  return world.call(contract.noteRefundTransfer, { ...as(owner), params: { uuid }, body: { note: '7741' } })
}

/** The command by which the operator notes the transfer of an account; what it prints. */
const notedByOperator = async (owner: Producer): Promise<string[]> => {
  const args = ['done', (await firstOf(owner)).uuid, '--account', owner.account.uuid, '--by', 'Dana', '--note', '7741']
  const lines: string[] = []
  const { settings } = world.platform
  await refundTransfersCommand.run({ settings, args, print: (line) => void lines.push(line) })
  return lines
}

describe('a refund that waits for a bank transfer', () => {
  it('is owed to the buyer: neither revenue, nor retained, nor the base of a fee', async () => {
    const owner = await producer(world)
    const made = await refused(owner)
    expect(await sumsOf(owner, made)).toEqual(WAITS)
    const { by_event: events } = (await world.call(showBalance, as(owner))).body.data
    expect(events).toEqual([])
    const due = new Date(Date.parse(made.sale.event.ends_at) + 5 * 3_600_000)
    const statement = await statementAt(world, owner, due)
    expect(statement?.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['sale', 13_700],
      ['refund_waiting', -13_700],
    ])
    expect((await settled(owner)).status).toBe(200)
    await world.handleEvents()
    expect(await sumsOf(owner, made)).toEqual(DONE)
    const next = await statementAt(world, owner, new Date(due.getTime() + 86_400_000))
    expect(next?.lines.map(({ kind, amount }) => [kind, amount])).toContainEqual(['refund_by_hand', 13_700])
    const { data: journals } = (await world.call(listLedger, as(owner))).body
    expect(journals.every(({ lines }) => sum(lines.map(({ amount }) => Math.round(amount * 100))) === 0)).toBe(true)
  })

  it('is paid by the installation in a file of the operator: nothing is credited to the producer', async () => {
    const owner = await producer(world)
    const { sale, order } = await refused(owner)
    await inFileOf('operator', owner, order.uuid)
    await notedByOperator(owner)
    await world.handleEvents()
    expect(await accountsOf(sale.event.uuid)).toEqual({
      gateway_clearing: 13_700,
      producer_payable: 0,
      refunds_payable: 0,
      bank: -13_700,
    })
    expect(await sumsOf(owner, { sale, order })).toEqual(DONE)
  })

  it('is a column of its own in spreadsheets: what is under “refunded” the buyers have', async () => {
    const owner = await producer(world)
    const { sale } = await refused(owner)
    const query = { filter: { event_uuid: sale.event.uuid } }
    const sheets = async () => {
      const written = [exportPayments, exportOrders].map((exported) => world.call(exported, { ...as(owner), query }))
      return (await Promise.all(written)).map(({ bytes }) => sumsIn(sheetOf(bytes)))
    }
    const waits = { 'הוחזר (₪)': '0', 'ממתין להעברה בנקאית (₪)': '137' }
    expect(await sheets()).toMatchObject([waits, waits])
    await settled(owner)
    const done = { 'הוחזר (₪)': '137' }
    expect(await sheets()).toMatchObject([done, done])
  })

  it('is noted as done by the operator where it is in a file of the operator, and by the producer otherwise', async () => {
    const noted = async (paidBy: RefundPayer) => {
      const owner = await producer(world)
      const { order } = await refused(owner)
      await inFileOf(paidBy, owner, order.uuid)
      expect(await firstOf(owner)).toMatchObject({ status: 'exported', paid_by: paidBy })
      const lines = await notedByOperator(owner)
      const after = await world.call(contract.listRefundTransfers, as(owner))
      expect(after.body.data).toMatchObject([{ status: 'done', paid_by: paidBy, note: '7741' }])
      return lines
    }
    expect(await noted('operator')).toEqual([
      expect.stringMatching(/^Order \d+: +137\.00 shekels are with the buyer\.$/),
    ])
    await expect(noted('producer')).rejects.toThrow('It is in no file of yours')
  })

  it('in a file of the operator is not for the producer to pay: neither noted by it, nor downloaded, nor shown with its account', async () => {
    const owner = await producer(world)
    const { order, run } = await refused(owner)
    const made = await inFileOf('operator', owner, order.uuid)
    if (isRefusal(made)) throw new Error(made.refusal)
    const byHand = { params: { uuid: run.uuid, order_uuid: order.uuid }, body: { note: '7741' } }
    for (const answer of [
      await settled(owner),
      await world.call(settleRefundRunItem, { ...as(owner), ...byHand }),
      await world.call(contract.downloadRefundTransferFile, { ...as(owner), params: { uuid: made.id } }),
    ])
      expect([answer.status, answer.error?.code]).toEqual([409, 'operator_pays'])
    const { uuid, status } = await firstOf(owner)
    expect(status).toBe('exported')
    const { body } = await world.call(contract.showRefundTransfer, { ...as(owner), params: { uuid } })
    expect(body.data).toMatchObject({ paid_by: 'operator', bank: { bank_account_number: '*****9317' } })
  })

  it('that the operator notes as done ends its order in the refund run, which is not paid again', async () => {
    const owner = await producer(world)
    const { order, run } = await refused(owner)
    await inFileOf('operator', owner, order.uuid)
    await notedByOperator(owner)
    const byHand = { params: { uuid: run.uuid, order_uuid: order.uuid }, body: { note: 'again' } }
    expect((await world.call(settleRefundRunItem, { ...as(owner), ...byHand })).status).toBe(409)
    await world.handleEvents()
    await workOnRuns(world)
    expect((await itemsOfRun(world, owner, run)).get(order.uuid)).toMatchObject({ state: 'done', note: '7741' })
    const ended = await shownRun(world, owner, run)
    expect([ended.state, ended.waiting]).toEqual(['finished', { orders: 0, amount: 0 }])
    expect(ended.progress).toMatchObject([{ state: 'done', orders: 1, amount: 137 }])
  })

  it('is paid by the producer in a file of the producer, who is credited with it', async () => {
    const owner = await producer(world)
    const { sale, order } = await refused(owner)
    await inFileOf('producer', owner, order.uuid)
    expect((await settled(owner)).status).toBe(200)
    await world.handleEvents()
    expect(await accountsOf(sale.event.uuid)).toEqual({
      gateway_clearing: 13_700,
      producer_payable: -13_700,
      refunds_payable: 0,
    })
  })

  it.each(['direct', 'aggregated'] as const)(
    'is in no file of the operator where the producer collects (%s)',
    async (mode) => {
      const owner = await producer(world)
      await world.db
        .updateTable('account_contracts')
        .set({ settlement_mode: mode })
        .where('account_id', '=', owner.account.uuid)
        .execute()
      const { order } = await refused(owner)
      expect(await inFileOf('operator', owner, order.uuid)).toEqual({ refusal: 'conflict' })
      expect(await countOwn(world.db, owner.account.uuid)).toBe(1)
      expect(await inFileOf('producer', owner, order.uuid)).toMatchObject({ transfers: 1, total: 13_700 })
    },
  )

  it('goes back once when somebody refunds the charge in the console of the gateway', async () => {
    const owner = await producer(world)
    const made = await refused(owner)
    await inTransaction(world.db, async (tx) => {
      const [payment] = await readPaymentsOf(tx, made.sale.event.uuid, made.order.uuid)
      const refund = { ref: 'console 2', way: 'credit', reason: 'console', amount: 13_700 } as const
      const key = { eventId: made.sale.event.uuid, paymentId: payment?.id ?? '' }
      if (isRefusal(await recordForeignRefund(world.platform, tx, { ...key, ...refund }))) throw new Error('refused')
    })
    await world.handleEvents()
    expect(await sumsOf(owner, made)).toEqual(DONE)
    expect((await settled(owner)).status).toBe(409)
  })

  it('from before is reserved and booked as owed by the job, once', async () => {
    const owner = await producer(world)
    const sale = await eventOnSale(world, owner, { type: { price: 137 } })
    const order = await boughtByCard(world, gateway, sale)
    await world.handleEvents()
    const [eventId, accountId] = [sale.event.uuid, owner.account.uuid]
    const [payment] = await readPaymentsOf(world.db, eventId, order.uuid)
    if (!payment) throw new Error('no payment')
    const about = { eventId, paymentId: payment.id, amount: 13_700 }
    await inTransaction(world.db, async (tx) => {
      const made = await requestRefund(world.platform, tx, { ...about, reason: 'test' })
      if (isRefusal(made)) throw new Error(made.refusal)
      await failAsBefore(tx, { accountId, id: made.id, orderId: order.uuid, ...about }, world.clock.now(), false)
      const sale = (await readSales(tx, [payment.id])).get(payment.id)
      if (!sale) throw new Error('no sale')
      const step = { refundId: made.id, amount: 13_700, at: world.clock.now() }
      for (const kind of ['refund', 'refund_failed'] as const)
        await bookJournals(tx, refundJournals(sale, { kind, ...step }), world.clock.now())
      const transfer = { id: world.platform.newId(), event_id: eventId, account_id: accountId, order_id: order.uuid }
      const what = { refund_id: made.id, payment_id: payment.id, amount: 13_700, due_at: world.clock.now() }
      await tx
        .insertInto('refund_transfers')
        .values({ ...transfer, ...what, state: 'requested' })
        .execute()
    })
    const later = { ...world.platform, clock: () => new Date(world.clock.now().getTime() + 3_600_000) }
    await holdAllReleased(later)
    await holdAllReleased(later)
    const [held] = await readPaymentsOf(world.db, eventId, order.uuid)
    expect([held?.refunded, held?.waiting]).toEqual([13_700, 13_700])
    expect((await ledgerRevenueOf(world.db, [eventId])).map(({ total }) => Math.abs(total))).toEqual([0])
  })
})
