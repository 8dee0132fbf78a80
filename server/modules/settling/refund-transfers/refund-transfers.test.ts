import { showOrder } from '@kartis/contract/orders.ts'
import { settleRefundRunItem } from '@kartis/contract/refund-runs.ts'
import * as contract from '@kartis/contract/refund-transfers.ts'
import { REFUND_TRANSFER } from '@kartis/domain/limits.ts'
import { readMasav } from '@kartis/testing/read-masav.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { joinAs, newPhone, type Producer, producer } from '../../../testing/people.ts'
import { approvedRun, itemsOfRun, shownRun, workOnRuns } from '../../../testing/refund-runs.ts'
import { boughtByCard } from '../../../testing/sales.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { readPaymentsOf, recordForeignRefund } from '../../payments/payments/index.ts'
import { compareBooks } from '../ledger/index.ts'
import { remindBuyers, sweepDetails } from './request-details.ts'
import { fileBytes } from './transfer-file.ts'

const DETAILS = {
  holder_name: 'דנה לוי',
  bank_number: 12,
  bank_branch_number: '605',
  bank_account_number: '409317',
}

let world: World
let gateway: TestGateway

beforeAll(async () => {
  world = await openWorld()
  gateway = await useTestGateway(world)
})
afterAll(() => world.close())

const textsTo = async (phone: string): Promise<string[]> => {
  const rows = await world.db
    .selectFrom('messages')
    .select('text')
    .where('to', '=', phone)
    .where('template', '=', 'refund_transfer_notice')
    .orderBy('id')
    .execute()
  return rows.map(({ text }) => text)
}

const tokenIn = (text: string | undefined): string => /#token=([\w-]+)/.exec(text ?? '')?.[1] ?? ''

/** An order of a cancelled event whose refund the gateway has refused for good, and the token that its buyer was sent. */
const refusedOrder = async (owner: Producer, wallet?: 'bit') => {
  const sale = await eventOnSale(world, owner, { type: { price: 137 } })
  const phone = newPhone()
  const order = await boughtByCard(world, gateway, sale, { phone })
  if (wallet !== undefined)
    await sql`update payments set wallet = ${wallet}, last4 = null where order_id = ${order.uuid}`.execute(world.db)
  const run = await approvedRun(world, owner, sale.event)
  gateway.refuseRefunds = true
  await workOnRuns(world)
  gateway.refuseRefunds = false
  return { sale, phone, order, run, token: tokenIn((await textsTo(phone)).at(-1)) }
}

/** Somebody refunds a part of the charge, or all of it, in the console of the gateway. */
const inConsole = async (eventId: string, orderId: string, amount: number): Promise<void> => {
  await inTransaction(world.db, async (tx) => {
    const [payment] = await readPaymentsOf(tx, eventId, orderId)
    const refund = { ref: `console ${orderId}`, way: 'credit', reason: 'console', amount } as const
    const key = { eventId, paymentId: payment?.id ?? '' }
    if (isRefusal(await recordForeignRefund(world.platform, tx, { ...key, ...refund }))) throw new Error('refused')
  })
  await world.handleEvents()
}

const listed = async (owner: Producer) => (await world.call(contract.listRefundTransfers, as(owner))).body
const firstOf = async (owner: Producer): Promise<contract.RefundTransfer> => {
  const [transfer] = (await listed(owner)).data
  if (!transfer) throw new Error('no refund by bank transfer')
  return transfer
}
const give = (token: string, details: object = {}) =>
  world.call(contract.giveBankDetails, { body: { token, ...DETAILS, ...details } })
const requestAgain = (owner: Producer, uuid: string) =>
  world.call(contract.requestBankDetails, { ...as(owner), params: { uuid }, body: {} })
const note = (owner: Producer, uuid: string, text = 'אסמכתה 7741') =>
  world.call(contract.noteRefundTransfer, { ...as(owner), params: { uuid }, body: { note: text } })
const makeFile = (owner: Producer) => world.call(contract.createRefundTransferFile, { ...as(owner), body: {} })
const download = (owner: Producer, uuid: string) =>
  world.call(contract.downloadRefundTransferFile, { ...as(owner), params: { uuid } })

describe('a refund that the gateway refuses for good', () => {
  it('asks its buyer for a bank account by a link, whose token the database has as a hash only', async () => {
    const owner = await producer(world)
    const { phone, order, token } = await refusedOrder(owner)
    expect(token).toHaveLength(43)
    const { data, summary } = await listed(owner)
    expect(data).toMatchObject([{ order_uuid: order.uuid, amount: 137, status: 'requested', bank: null, reminders: 0 }])
    expect(summary).toMatchObject({ open: 1, open_amount: 137, received: 0 })
    expect(await textsTo(phone)).toHaveLength(1)
    const seen = (await world.call(contract.showBankDetailsRequest, { body: { token } })).body.data
    expect(seen).toMatchObject({ amount: 137, open: true, account_tail: null, order_number: order.number })
    const { rows } = await sql<{ row: string }>`select t::text as row from refund_transfers t`.execute(world.db)
    expect(rows.some(({ row }) => row.includes(token))).toBe(false)
    const unknown = await world.call(contract.showBankDetailsRequest, { body: { token: 'x'.repeat(43) } })
    expect(unknown.status).toBe(404)
  })

  it('to Bit asks its buyer as well, and is transferred once', async () => {
    const owner = await producer(world)
    const { order, token } = await refusedOrder(owner, 'bit')
    expect(gateway.requests.at(-1)).toMatchObject({ wallet: 'bit', amount: 137_00 })
    expect((await give(token)).body.data).toMatchObject({ status: 'received' })
    expect((await note(owner, (await firstOf(owner)).uuid)).status).toBe(200)
    await world.handleEvents()
    const { data } = (await world.call(showOrder, { ...as(owner), params: { uuid: order.uuid } })).body
    expect(data).toMatchObject({ status: 'refunded', refunded_amount: 137 })
  })

  it('is given details, transferred and noted: the order is refunded once and its run ends', async () => {
    const owner = await producer(world)
    const { phone, order, run, token } = await refusedOrder(owner)
    expect((await give(token)).body.data).toMatchObject({ status: 'received', account_tail: '9317', open: true })
    expect((await textsTo(phone)).at(-1)).toContain('9317')
    const transfer = await firstOf(owner)
    expect(transfer.bank).toMatchObject({ holder_name: 'דנה לוי', bank_account_number: '*****9317' })
    const shown = await world.call(contract.showRefundTransfer, { ...as(owner), params: { uuid: transfer.uuid } })
    expect(shown.body.data.bank).toMatchObject({ bank_account_number: '409317', bank_branch_number: '605' })
    const answers = await Promise.all([note(owner, transfer.uuid), note(owner, transfer.uuid)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    await world.handleEvents()
    await workOnRuns(world)
    expect((await shownRun(world, owner, run)).state).toBe('finished')
    expect((await itemsOfRun(world, owner, run)).get(order.uuid)).toMatchObject({ state: 'done', note: 'אסמכתה 7741' })
    const { data } = (await world.call(showOrder, { ...as(owner), params: { uuid: order.uuid } })).body
    expect(data).toMatchObject({ status: 'refunded', refunded_amount: 137 })
    expect(gateway.refunds.filter(({ amount }) => amount === 13_700)).toEqual([])
  })

  it('is sealed at rest: the database has neither holder nor account number', async () => {
    const owner = await producer(world)
    const { token } = await refusedOrder(owner)
    await give(token, { bank_account_number: '778899', holder_name: 'שם שאין אחר כמוהו' })
    const { rows } = await sql<{ row: string }>`select t::text as row from refund_transfers t`.execute(world.db)
    expect(rows.some(({ row }) => row.includes('778899') || row.includes('שם שאין אחר כמוהו'))).toBe(false)
  })

  it('refuses details that are no account, and more changes than a link has', async () => {
    const owner = await producer(world)
    const { token } = await refusedOrder(owner)
    const wrong = await give(token, { bank_number: 999, bank_branch_number: '', bank_account_number: '1234567890' })
    expect(Object.keys(wrong.error?.detail ?? {}).toSorted()).toEqual([
      'bank_account_number',
      'bank_branch_number',
      'bank_number',
    ])
    for (let change = 0; change < REFUND_TRANSFER.maxChanges; change += 1)
      expect((await give(token, { bank_account_number: String(409_300 + change) })).status).toBe(200)
    expect((await give(token)).status).toBe(409)
  })

  it('is noted by hand in its run instead: the link is over, and nothing is handed back twice', async () => {
    const owner = await producer(world)
    const { order, run, token } = await refusedOrder(owner)
    await give(token)
    const transfer = await firstOf(owner)
    const byHand = () =>
      world.call(settleRefundRunItem, {
        ...as(owner),
        params: { uuid: run.uuid, order_uuid: order.uuid },
        body: { note: 'במזומן' },
      })
    const answers = await Promise.all([byHand(), note(owner, transfer.uuid)])
    await world.handleEvents()
    await workOnRuns(world)
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect((await give(token)).status).toBe(409)
    expect((await firstOf(owner)).status).toBe('done')
    const { data } = (await world.call(showOrder, { ...as(owner), params: { uuid: order.uuid } })).body
    expect(data).toMatchObject({ status: 'refunded', refunded_amount: 137 })
    expect((await shownRun(world, owner, run)).state).toBe('finished')
  })

  it('is withdrawn when somebody refunds the charge in the console of the gateway', async () => {
    const owner = await producer(world)
    const { order, run, token, sale } = await refusedOrder(owner)
    await give(token)
    await inConsole(sale.event.uuid, order.uuid, 13_700)
    await workOnRuns(world)
    expect(await firstOf(owner)).toMatchObject({ status: 'withdrawn', bank: null })
    expect((await note(owner, (await firstOf(owner)).uuid)).status).toBe(409)
    expect((await makeFile(owner)).status).toBe(409)
    expect((await shownRun(world, owner, run)).state).toBe('finished')
  })

  it('goes on waiting for its rest when somebody refunds a part of it in the console, and its run ends with that', async () => {
    const owner = await producer(world)
    const { order, run, token, sale, phone } = await refusedOrder(owner)
    await give(token)
    await inConsole(sale.event.uuid, order.uuid, 4000)
    await workOnRuns(world)
    const { data, summary } = await listed(owner)
    const amountOf = (state: string) => data.filter(({ status }) => status === state).map(({ amount }) => amount)
    expect([data.length, amountOf('requested'), amountOf('withdrawn')]).toEqual([2, [97], [137]])
    expect(summary).toMatchObject({ open: 1, open_amount: 97 })
    expect((await give(token)).status).toBe(409)
    const item = async () => (await itemsOfRun(world, owner, run)).get(order.uuid)
    expect([(await item())?.state, (await shownRun(world, owner, run)).waiting]).toEqual([
      'failed',
      { orders: 1, amount: 97 },
    ])
    expect(await compareBooks(world.db, [sale.event.uuid])).toEqual([])
    const again = tokenIn((await textsTo(phone)).at(-1))
    expect((await give(again)).body.data).toMatchObject({ status: 'received' })
    const left = (await listed(owner)).data.find(({ status }) => status === 'received')
    expect((await note(owner, left?.uuid ?? '')).status).toBe(200)
    await world.handleEvents()
    await workOnRuns(world)
    expect([(await item())?.state, (await shownRun(world, owner, run)).state]).toEqual(['done', 'finished'])
    const shown = (await world.call(showOrder, { ...as(owner), params: { uuid: order.uuid } })).body.data
    expect(shown).toMatchObject({ status: 'refunded', refunded_amount: 137 })
    expect(await compareBooks(world.db, [sale.event.uuid])).toEqual([])
  })

  it('asks anew when the bank returned the transfer: the old link is dead, what it gave is forgotten', async () => {
    const owner = await producer(world)
    const { phone, token } = await refusedOrder(owner)
    await give(token)
    const made = await makeFile(owner)
    expect((await give(token, { bank_account_number: '111111' })).status).toBe(409)
    const { uuid } = await firstOf(owner)
    expect((await requestAgain(owner, uuid)).body.data).toMatchObject({ status: 'requested', bank: null, file: null })
    const again = tokenIn((await textsTo(phone)).at(-1))
    expect(again).not.toBe(token)
    expect((await give(token)).status).toBe(404)
    expect((await give(again)).status).toBe(200)
    // The file had this transfer alone: it cannot be written again as it was.
    expect((await download(owner, made.body.data.uuid)).status).toBe(409)
  })
})

describe('the file for the bank', () => {
  it('has each refund once, whoever makes it at the same time, and the same bytes again', async () => {
    const owner = await producer(world)
    for (let n = 0; n < 3; n += 1) await give((await refusedOrder(owner)).token, { holder_name: '=SUM(A1)"x' })
    await refusedOrder(owner)
    const made = await Promise.all([makeFile(owner), makeFile(owner), makeFile(owner)])
    const files = made.filter(({ status }) => status === 201).map(({ body }) => body.data)
    expect(files.reduce((sum, { transfers }) => sum + transfers, 0)).toBe(3)
    expect(made.filter(({ status }) => status === 409)).toHaveLength(made.length - files.length)
    const [file] = files
    if (!file) throw new Error('no file')
    const first = await download(owner, file.uuid)
    expect(first.status).toBe(200)
    expect((await download(owner, file.uuid)).text).toBe(first.text)
    expect(first.text).toContain('12,605,409317,"SUM(A1)""x",137.00,')
    expect((await listed(owner)).summary).toMatchObject({ open: 4, received: 0 })
    expect((await makeFile(owner)).status).toBe(409)
  })

  it('is written as Masav credits for those who have codes of Masav', async () => {
    const owner = await producer(world)
    await give((await refusedOrder(owner)).token)
    const { data } = (await makeFile(owner)).body
    const codes = { institution: '12345678', sender: '54321', senderName: 'כרטיס', payOn: '2026-12-08' }
    const made = await fileBytes(world.platform, { accountId: owner.account.uuid, id: data.uuid }, codes)
    if (isRefusal(made)) throw new Error(made.refusal)
    const { letters, order } = world.platform.settings.settlement.masav
    expect(readMasav(made.bytes, { letters, order }).credits).toMatchObject([
      { bank: '12', branch: '605', account: '000409317', amount: 13_700, name: 'דנה לוי' },
    ])
  })
})

describe('who does not answer', () => {
  it('is reminded after three and after seven days, once each, also when the job runs twice', async () => {
    const owner = await producer(world)
    const { phone } = await refusedOrder(owner)
    const requested = world.clock.now()
    const after = async (days: number): Promise<number> => {
      world.clock.set(new Date(requested.getTime() + days * 86_400_000))
      await Promise.all([remindBuyers(world.platform), remindBuyers(world.platform)])
      return (await textsTo(phone)).length
    }
    const counts = [await after(2), await after(3), await after(4), await after(7), await after(12)]
    world.clock.set(requested)
    expect(counts).toEqual([1, 2, 2, 3, 3])
  })
})

describe('bank details', () => {
  it('are erased two weeks after the transfer', async () => {
    const owner = await producer(world)
    await give((await refusedOrder(owner)).token)
    const { uuid } = await firstOf(owner)
    await note(owner, uuid)
    const noted = world.clock.now()
    await sweepDetails(world.platform)
    expect((await firstOf(owner)).bank).not.toBeNull()
    world.clock.set(new Date(noted.getTime() + (REFUND_TRANSFER.keepDays + 1) * 86_400_000))
    await sweepDetails(world.platform)
    world.clock.set(noted)
    expect(await firstOf(owner)).toMatchObject({ status: 'done', bank: null })
  })

  it('are nothing to other accounts, and nothing to roles without money', async () => {
    const owner = await producer(world)
    await give((await refusedOrder(owner)).token)
    const { uuid } = await firstOf(owner)
    const stranger = await producer(world)
    for (const answer of [
      await world.call(contract.showRefundTransfer, { ...as(stranger), params: { uuid } }),
      await requestAgain(stranger, uuid),
      await note(stranger, uuid),
    ])
      expect(answer.status).toBe(404)
    const sales = await joinAs(world, owner, 'sales')
    const finance = await joinAs(world, owner, 'finance')
    const read = ({ token }: { token: string }) =>
      world.call(contract.listRefundTransfers, { token, account: owner.account.uuid })
    expect([(await read(sales)).status, (await read(finance)).status]).toEqual([403, 200])
  })
})
