import { showEvent } from '@kartis/contract/events.ts'
import { listReportEvents } from '@kartis/contract/reports.ts'
import { showBalance } from '@kartis/contract/statements.ts'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { producer } from '../../../testing/people.ts'
import { bookedSale, paidOutAt, refundOf, statementAt } from '../../../testing/settlements.ts'
import { unzip } from '../../../testing/xlsx.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { requestRefund } from '../../payments/payments/index.ts'
import { exportSheets } from './export-sheets.ts'
import { printedReport } from './pdf-content.ts'
import { reportOn } from './account-report.ts'
import { noteDispute } from '../disputes/index.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const dayOf = (at: Date): string => at.toLocaleDateString('en-CA', { timeZone: 'Asia/Jerusalem' })

it('an event that has not ended shows the fees and the net that the balance expects of it, in any period', async () => {
  const owner = await producer(world)
  const { event, type } = await eventOnSale(world, owner)
  await bookedSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, { total: 12_350 })
  const { body: balance } = await world.call(showBalance, as(owner))
  const [foreseen] = balance.data.by_event
  expect(foreseen).toMatchObject({ event_uuid: event.uuid, status: 'pending' })
  const day = dayOf(world.clock.now())
  const { body } = await world.call(listReportEvents, { ...as(owner), query: { from: day, to: day } })
  expect(body.data).toMatchObject([
    {
      settlement: null,
      expected: { deductions_total: foreseen?.deductions_amount, neto_deposit: foreseen?.net_amount },
    },
  ])
  const period = { from: day, to: day, previous: null }
  const subject = { accountId: owner.account.uuid, account: '', period, acquirerDays: [], now: world.clock.now() }
  const printed = await printedReport(world.db, { ...subject, lang: 'en' })
  const [row] = printed.tables[0]?.rows ?? []
  expect(row?.slice(-2).every((cell) => /^expected:\n₪[\d.]+$/.test(cell))).toBe(true)
  const workbook = await buffer(await exportSheets(world.db, { ...subject, lang: 'en' }, async () => undefined))
  const events = unzip(workbook).get('xl/worksheets/sheet2.xml')?.toString('utf8') ?? ''
  for (const sum of [foreseen?.deductions_amount, foreseen?.net_amount]) expect(events).toContain(`<v>${sum}</v>`)
})

it('disputes and refunds by hand are in the net of the event, of the report over all events and of the balance alike', async () => {
  const owner = await producer(world)
  const { event, type } = await eventOnSale(world, owner)
  for (const total of [100_000, 29_000, 35_600])
    await bookedSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, { total })
  const paymentOf = async (amount: number): Promise<string> => {
    const where = world.db.selectFrom('payments').select('id').where('event_id', '=', event.uuid)
    return (await where.where('amount', '=', amount).executeTakeFirstOrThrow()).id
  }
  const notice = { reference: 'C1', reason: '', by: 'Dana' }
  await noteDispute(world.platform, { paymentId: await paymentOf(29_000), ...notice })
  const handed = { eventId: event.uuid, paymentId: await paymentOf(35_600), amount: 35_600, byHand: true }
  await inTransaction(world.db, (tx) => requestRefund(world.platform, tx, { ...handed, reason: 'test' }))
  await world.handleEvents()
  const balance = (await world.call(showBalance, as(owner))).body.data
  const shown = await world.call(showEvent, {
    ...as(owner),
    params: { uuid: event.uuid },
    query: { append: ['report'] },
  })
  const { report } = shown.body.data
  // 1,290.00 by card; 5% is 64.50, VAT on it 11.61.
  const net = 1290 - 64.5 - 11.61 - 290 + 356
  expect(balance.by_event).toMatchObject([{ other_amount: 66, net_amount: net }])
  expect(report?.calculations.neto_deposit).toBe(net)
  expect(report?.adjustments).toEqual({ disputes: -290, disputes_lost: 0, handed_back: 356, corrections: 0 })
  const day = dayOf(world.clock.now())
  const { body } = await world.call(listReportEvents, { ...as(owner), query: { from: day, to: day } })
  expect(body.data.map(({ expected }) => expected?.neto_deposit)).toEqual([net])
  const due = new Date(Date.parse(event.ends_at) + 5 * 3_600_000)
  expect((await statementAt(world, owner, due))?.closing).toBe(0)
  const after = await world.call(showEvent, {
    ...as(owner),
    params: { uuid: event.uuid },
    query: { append: ['report'] },
  })
  expect(after.body.data.report?.payout.statement).toMatchObject({ net_amount: net, since_amount: 0 })
})

it('what was transferred of an event stays in the report over all events; a refund since then has a line of its own', async () => {
  const owner = await producer(world)
  const { event, type } = await eventOnSale(world, owner)
  await bookedSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, { total: 707_248 })
  const due = new Date(Date.parse(event.ends_at) + 5 * 3_600_000)
  await paidOutAt(world, owner, [event.uuid], due)
  await refundOf(world, event.uuid, 18_000)
  const day = dayOf(new Date(event.ends_at))
  const later = { now: new Date(due.getTime() + 60_000), acquirerDays: [] }
  const report = await reportOn(world.db, owner.account.uuid, { from: day, to: day, previous: null }, undefined, later)
  // 7,072.48 less 353.62 and VAT of 63.65 were transferred; 180.00 less their 9.00 and 1.62 go back.
  const { payouts, neto_deposit: net } = report.settlement.current
  expect(payouts).toEqual({ paid: 6655.21, since: -169.38, pending: 0, not_due: 0 })
  expect(net).toBe(6485.83)
})
