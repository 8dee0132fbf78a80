import { buffer } from 'node:stream/consumers'
import { Workbook } from '@cj-tech-master/excelts'
import { listEvents, showEvent } from '@kartis/contract/events.ts'
import { listLedger } from '@kartis/contract/ledger.ts'
import { listReportEvents, showReport } from '@kartis/contract/reports.ts'
import { listPayouts, showBalance, showStatement, statementXlsx } from '@kartis/contract/statements.ts'
import { toAgorot, toShekels } from '@kartis/domain/money.ts'
import { dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import { moneyText } from '@kartis/i18n/format.ts'
import text from '@kartis/i18n/messages/he/reports.json'
import { readMasav } from '@kartis/testing/read-masav.ts'
import { readUniformFile } from '@kartis/testing/read-uniform-file.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { type Producer, producer, signIn } from '../../../testing/people.ts'
import { expectedOf, type SoldEvent, soldEvent } from '../../../testing/sold-event.ts'
import { statementAt } from '../../../testing/settlements.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { sheetOf, unzip } from '../../../testing/xlsx.ts'
import { printable } from '../../../platform/export/printable.ts'
import { uniformExport } from '../documents/uniform-export.ts'
import { ledgerRevenueOf } from '../ledger/sums-queries.ts'
import { bankFile } from '../payouts/bank-file.ts'
import { exportBatch } from '../payouts/export-batch.ts'
import { approvePayout } from '../payouts/payout-steps.ts'
import { readMeansSums, readStatement, readStatementLines, statementCards } from '../payouts/index.ts'
import { eventSheets, printedEvent } from './event-files.ts'
import { exportSheets } from './export-sheets.ts'
import { printedReport } from './pdf-content.ts'
import { findPeriod } from './period.ts'
import { printedStatement } from './statement-files.ts'

const PAYERS = ['producer', 'buyers'] as const
let world: World
let gateway: TestGateway
let owner: Producer
const cases: SoldEvent[] = []

beforeAll(async () => {
  world = await openWorld({
    env: {
      ISSUER_NUMBER: '515308203',
      ISSUER_NAME: 'כרטיס הפקות בע״מ',
      ISSUER_ADDRESS: 'הרצל 1, תל אביב',
      DOCUMENTS_FROM: '2020-01-01',
      MASAV_INSTITUTION: '12345678',
      MASAV_SENDER: '12345',
      OPERATOR_NAME: 'כרטיס',
      ACQUIRER_DAYS: 'none',
    },
  })
  gateway = await useTestGateway(world)
  owner = await producer(world)
  for (const payer of PAYERS) cases.push(await soldEvent({ world, gateway, owner }, payer))
  await world.handleEvents()
}, 120_000)
afterAll(() => world.close())

const shown = async ({ event }: SoldEvent) => {
  const options = { params: { uuid: event.uuid }, query: { append: ['statistics' as const, 'report' as const] } }
  const { data } = (await world.call(showEvent, { ...as(owner), ...options })).body
  if (!data.report) throw new Error('the event was shown without its report')
  return { ...data, report: data.report }
}

const agorot = (shekels: number | undefined | null): number => toAgorot(shekels ?? Number.NaN)
const total = (pick: (sums: ReturnType<typeof expectedOf>) => number): number =>
  cases.reduce((sum, { oracle }) => sum + pick(expectedOf(oracle)), 0)

describe.each(PAYERS)('an event whose fees are paid by the %s', (payer) => {
  const own = (): SoldEvent => {
    const found = cases.find(({ feePayer }) => feePayer === payer)
    if (!found) throw new Error('no event')
    return found
  }

  it('has the revenue that the gateway and the register have on every screen, in its files and in the ledger', async () => {
    const each = own()
    const { revenue, sales } = expectedOf(each.oracle)
    const { report, statistics, sales: counted, ...event } = await shown(each)
    const home = (await world.call(listEvents, as(owner))).body.data.find(({ uuid }) => uuid === event.uuid)
    const reported = (await world.call(listReportEvents, as(owner))).body.data.find(({ uuid }) => uuid === event.uuid)
    const types = [...(statistics?.by_ticket_type ?? [])].reduce((sum, type) => sum + agorot(type.sum_total_amount), 0)
    const about = {
      name: event.name,
      starts_at: new Date(event.starts_at),
      timezone: event.timezone,
      cancelled_at: null,
    }
    const file = { account: 'הפקות', event: about, report, lang: 'he' as const }
    const sheetTotal = [...((eventSheets(file)[3]?.rows ?? []) as Iterable<readonly unknown[]>)].at(-1)?.[3]
    const printedTotal = printedEvent(file).tables.at(-1)?.rows.at(-1)?.[3]
    const [booked] = await ledgerRevenueOf(world.db, [event.uuid])
    const { special, tourist } = each.oracle.cards
    expect({
      home: agorot(home?.sales?.sum_total_amount),
      page: agorot(counted?.sum_total_amount),
      statistics: agorot(statistics?.orders.sum_total_amount),
      types: types + agorot(statistics?.orders.retained_amount),
      report: agorot(report.totals.orders.total_amount),
      reports: agorot(reported?.sales.total_amount),
      cards: agorot(report.totals.orders_by_cc.total_amount),
      sheet: agorot(Number(sheetTotal)),
      printed: printedTotal,
      booked,
    }).toEqual({
      home: revenue,
      page: revenue,
      statistics: revenue,
      types: revenue,
      report: revenue,
      reports: revenue,
      cards: sales,
      sheet: revenue,
      printed: printable(moneyText(revenue, 'he')),
      booked: { event_id: event.uuid, total: revenue, cards: sales, special, tourist },
    })
  })

  it('has the fees, the VAT and the net that follow from them in its report, its files and the balance', async () => {
    const each = own()
    const { cardFees, tickets, vat, net, sales } = expectedOf(each.oracle)
    const { report, ...event } = await shown(each)
    const { handle_fee_cc: cards, handle_fee: free, vat: shownVat, neto_deposit: deposit } = report.calculations
    expect([cards.total, free, shownVat, deposit].map(agorot)).toEqual([cardFees, tickets, vat, net])
    const { by_event: events } = (await world.call(showBalance, as(owner))).body.data
    const foreseen = events.find(({ event_uuid: uuid }) => uuid === event.uuid)
    expect(
      [
        foreseen?.sales_amount,
        foreseen?.net_amount,
        foreseen?.fees.clearing,
        foreseen?.fees.tickets,
        foreseen?.fees.vat,
      ].map(agorot),
    ).toEqual([sales, net, cardFees, tickets, vat])
    const reported = (await world.call(listReportEvents, as(owner))).body.data.find(({ uuid }) => uuid === event.uuid)
    expect([reported?.expected?.neto_deposit, reported?.expected?.deductions_total].map(agorot)).toEqual([
      net,
      cardFees + tickets + vat,
    ])
    const about = {
      name: event.name,
      starts_at: new Date(event.starts_at),
      timezone: event.timezone,
      cancelled_at: null,
    }
    const file = { account: 'הפקות', event: about, report, lang: 'he' as const }
    const cells = eventSheets(file).flatMap(({ rows }) => [...(rows as Iterable<readonly unknown[]>)].flat())
    const texts = [
      ...printedEvent(file).ledger.map(({ value }) => value),
      ...printedEvent(file).figures.map(({ value }) => value),
    ]
    expect(cells).toContain(toShekels(net))
    expect(texts).toContain(printable(moneyText(net, 'he')))
  })

  it('keeps what the law and the producer leave of cancelled tickets, on the page, in the reports and in the file', async () => {
    const { retained } = own().oracle
    expect(retained).toBeGreaterThan(0)
    const { report, statistics, ...event } = await shown(own())
    const about = {
      name: event.name,
      starts_at: new Date(event.starts_at),
      timezone: event.timezone,
      cancelled_at: null,
    }
    const rows = [
      ...((eventSheets({ account: 'הפקות', event: about, report, lang: 'he' })[3]?.rows ?? []) as Iterable<
        readonly unknown[]
      >),
    ]
    expect(agorot(statistics?.orders.retained_amount)).toBe(retained)
    expect(rows.at(-2)?.slice(0, 4)).toEqual(['נשאר מביטולים', null, null, toShekels(retained)])
  })

  it('gives buyers what their coupons say, and the report has it as discounts', async () => {
    const each = own()
    const { report } = await shown(each)
    const { gross, discounts, refunds, revenue } = report.totals.sales
    expect(agorot(discounts)).toBeGreaterThan(0)
    expect(agorot(gross) - agorot(discounts) - agorot(refunds)).toBe(agorot(revenue))
    const ofEvent = new Set(
      (await world.db.selectFrom('payments').select('id').where('event_id', '=', each.event.uuid).execute()).map(
        ({ id }) => id,
      ),
    )
    const returned = gateway.refunds.filter(({ paymentId }) => ofEvent.has(paymentId))
    expect(agorot(refunds)).toBe(returned.reduce((sum, { amount }) => sum + amount, 0))
  })
})

describe('both events together', () => {
  it('are the sums of the report over all events, of its workbook and of its PDF', async () => {
    const { data } = (await world.call(showReport, as(owner))).body
    expect(agorot(data.sales.current.total_amount)).toBe(total(({ revenue }) => revenue))
    const now = world.clock.now()
    const period = await findPeriod(world.db, owner.account.uuid, {}, now)
    const subject = {
      accountId: owner.account.uuid,
      account: 'הפקות',
      period,
      lang: 'he' as const,
      now,
      acquirerDays: [],
    }
    const workbook = new Workbook()
    await workbook.xlsx.load(await buffer(await exportSheets(world.db, subject, async () => {})))
    const sumIn = (sheet: string, heading: string): number => {
      const rows = workbook.getWorksheet(sheet)
      const headings: unknown[] = []
      rows?.getRow(1).eachCell((cell) => headings.push(cell.value))
      let sum = 0
      rows?.eachRow((row, number) => {
        if (number > 1) sum += Math.round(Number(row.getCell(headings.indexOf(heading) + 1).value ?? 0) * 100)
      })
      return sum
    }
    const revenue = total((sums) => sums.revenue)
    expect(sumIn(text.sheet.events, text.column.revenue)).toBe(revenue)
    expect(sumIn(text.sheet.types, text.column.paid)).toBe(revenue)
    expect(sumIn(text.sheet.days, text.column.revenue)).toBe(revenue)
    const { head = [], rows = [] } = (await printedReport(world.db, subject)).tables[0] ?? {}
    const printed = rows.map((row) => row[head.indexOf(text.column.revenue)] ?? '')
    expect(printed.toSorted()).toEqual(
      cases.map(({ oracle }) => printable(moneyText(expectedOf(oracle).revenue, 'he'))).toSorted(),
    )
  })

  it('are on the statement, in its files, in the ledger, in the bank file and in the uniform file, to the agora', async () => {
    const due = new Date(Math.max(...cases.map(({ event }) => Date.parse(event.ends_at))) + 30 * 86_400_000)
    const statement = await statementAt(world, owner, due)
    const params = { uuid: statement?.id ?? '' }
    const { data } = (await world.call(showStatement, { ...as(owner), params })).body
    const lineSum = (...kinds: readonly string[]): number =>
      data.lines.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amount }) => sum + agorot(amount), 0)
    const net = total((sums) => sums.net)
    const fees = total(({ cardFees, tickets, vat }) => cardFees + tickets + vat)
    expect({
      sales: lineSum('sale', 'refund'),
      cardFees: lineSum('card_fee'),
      tickets: lineSum('service_fee'),
      vat: lineSum('vat'),
      payout: lineSum('payout'),
      closing: agorot(data.closing_balance),
    }).toEqual({
      sales: total(({ sales }) => sales),
      cardFees: -total(({ cardFees }) => cardFees),
      tickets: -total(({ tickets }) => tickets),
      vat: -total(({ vat }) => vat),
      payout: -net,
      closing: 0,
    })
    const sheet = sheetOf((await world.call(statementXlsx, { ...as(owner), params })).bytes)
    expect(sheet).toContain(`<v>${toShekels(-net)}</v>`)
    const row = await readStatement(world.db, owner.account.uuid, params.uuid)
    if (!row) throw new Error('no statement')
    const lines = await readStatementLines(world.db, params.uuid)
    const sums = { lines, arrivals: [], promised: [], reasons: new Map<number, string>() }
    const printed = printedStatement({
      account: 'הפקות',
      statement: row,
      ...sums,
      cards: await statementCards(world.db, row),
      means: await readMeansSums(world.db, row.id),
      lang: 'he',
      now: due,
    })
    expect(printed.tables.flatMap(({ rows }) => rows.flat())).toContain(printable(moneyText(-net, 'he')))

    const [payout] = (await world.call(listPayouts, as(owner))).body.data
    expect(agorot(payout?.amount)).toBe(net)
    const approved = await approvePayout(world.platform, payout?.uuid ?? '', 'Noa')
    expect(approved).not.toHaveProperty('problem')
    const { batch } = await exportBatch(world.platform, { by: 'Dana', payOn: dayIn(ISRAEL_ZONE, due) })
    const bank = await bankFile(world.platform, batch?.number ?? 0, 'masav')
    const masav = readMasav(bank?.bytes ?? new Uint8Array(), { letters: 'a', order: 'reversed' })
    expect(masav.credits.map(({ amount }) => amount)).toEqual([net])

    await world.handleEvents()
    await world.platform.jobs.drain()
    owner = { ...owner, token: (await signIn(world, owner.phone)).token }
    const journals = (await world.call(listLedger, { ...as(owner), query: { per_page: 100 } })).body.data
    const payable = journals
      .flatMap(({ lines: entries }) => entries)
      .filter(({ ledger_account: account }) => account === 'producer_payable')
      .reduce((sum, { amount }) => sum + agorot(amount), 0)
    expect(payable).toBe(0)
    const uniform = await uniformExport(world.platform, { from: '2020-01-01', to: '2099-12-31', registration: 0 })
    const [ini, archive] = uniform?.files ?? []
    const bytes = unzip(Buffer.from(archive?.bytes ?? [])).get('BKMVDATA.TXT') ?? Buffer.from('')
    const { documents } = readUniformFile(ini?.bytes ?? new Uint8Array(), bytes)
    expect(documents.map(({ type }) => type)).toEqual([320])
    expect(documents.reduce((sum, { total: sums }) => sum + sums, 0)).toBe(fees)
    expect(documents.reduce((sum, { vat }) => sum + vat, 0)).toBe(total(({ vat }) => vat))
  })
})
