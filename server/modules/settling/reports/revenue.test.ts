import { buffer } from 'node:stream/consumers'
import { Workbook } from '@cj-tech-master/excelts'
import { exportEvents, listEvents, showEvent } from '@kartis/contract/events.ts'
import { sendInvitation } from '@kartis/contract/invitations.ts'
import { cancelOrder, showOrder } from '@kartis/contract/orders.ts'
import { listReportEvents, showReport } from '@kartis/contract/reports.ts'
import { listPayouts, showBalance, showStatement, statementXlsx } from '@kartis/contract/statements.ts'
import { toAgorot } from '@kartis/domain/money.ts'
import { dayIn } from '@kartis/domain/zone.ts'
import { moneyText } from '@kartis/i18n/format.ts'
import text from '@kartis/i18n/messages/he/reports.json'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerFor, shiftOf, sold } from '../../../testing/box-office.ts'
import { couponOf, reserveWithCoupon } from '../../../testing/coupons.ts'
import { as, eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { atGateway, deliverWebhook, withDetails } from '../../../testing/orders.ts'
import { newPhone, type Producer, producer, signIn } from '../../../testing/people.ts'
import { boughtByCard } from '../../../testing/sales.ts'
import { statementAt } from '../../../testing/settlements.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { sheetOf } from '../../../testing/xlsx.ts'
import { readMeansSums, readStatement, readStatementLines, statementCards } from '../payouts/index.ts'
import { eventSheets, printedEvent } from './event-files.ts'
import { exportSheets } from './export-sheets.ts'
import { ledgerRevenueOf } from '../ledger/sums-queries.ts'
import { printedReport } from './pdf-content.ts'
import { findPeriod } from './period.ts'
import { printable } from '../../../platform/export/printable.ts'
import type { Cell } from '../../../platform/export/xlsx.ts'
import { printedStatement } from './statement-files.ts'

let world: World
let gateway: TestGateway
let owner: Producer
let event: { uuid: string }

const ticketsOf = async (order: { uuid: string }): Promise<string[]> => {
  const answer = await world.call(showOrder, {
    ...as(owner),
    params: { uuid: order.uuid },
    query: { with: ['tickets'] },
  })
  return (answer.body.data.tickets ?? []).map(({ uuid }) => uuid)
}

const cancel = async (order: { uuid: string }, body: { refund: boolean; fee?: 'keep'; ticket_uuids?: string[] }) => {
  const answer = await world.call(cancelOrder, { ...as(owner), params: { uuid: order.uuid }, body })
  if (answer.error) throw new Error(answer.text)
  return answer.body.data
}

const withCoupon = async (typeId: string, quantity: number) => {
  const order = (await reserveWithCoupon(world, event.uuid, { [typeId]: quantity }, 'TEN')).body.data
  await withDetails(world, order)
  const payment = await atGateway(world, order)
  gateway.charge(payment, Math.round(order.total_amount * 100))
  await deliverWebhook(world, { payment })
  return order
}

/** The sales of the worked sum in docs/rules/revenue.md. */
beforeAll(async () => {
  world = await openWorld()
  gateway = await useTestGateway(world)
  owner = await producer(world)
  const made = await eventOnSale(world, owner, { type: { name: 'רגיל', price: 100 } })
  event = made.event
  const cash = await ticketTypeOf(world, owner, event, { name: 'קופה', price: 50 })
  const balcony = await ticketTypeOf(world, owner, event, { name: 'יציע', price: 80 })
  const guests = await ticketTypeOf(world, owner, event, { name: 'אורחים', price: 0, type: 'producer' })
  await couponOf(world, owner, event)
  const four = await withCoupon(made.type.uuid, 4)
  await cancel(four, { refund: true, fee: 'keep', ticket_uuids: (await ticketsOf(four)).slice(0, 1) })
  const register = await registerFor(world, owner)
  await shiftOf(world, register)
  const sale = await sold(world, register, { event, type: cash }, { quantity: 2, received: 100 })
  await cancel(sale, { refund: false, ticket_uuids: (await ticketsOf(sale)).slice(0, 1) })
  await cancel(await boughtByCard(world, gateway, { event, type: balcony }), { refund: true })
  const invited = await world.call(sendInvitation, {
    ...as(owner),
    params: { uuid: event.uuid },
    body: {
      recipient: { name: 'דנה כהן', phone: newPhone() },
      items: [{ events_ticket_uuid: guests.uuid, quantity: 3 }],
    },
  })
  if (invited.error) throw new Error(invited.text)
}, 60_000)
afterAll(() => world.close())

const REVENUE = 374.5

const shown = async () =>
  (
    await world.call(showEvent, {
      ...as(owner),
      params: { uuid: event.uuid },
      query: { append: ['statistics', 'report'] },
    })
  ).body.data

const sumOf = (rows: readonly { readonly sum: number }[]): number =>
  rows.reduce((total, { sum }) => total + Math.round(sum * 100), 0) / 100

describe('the revenue of an event with refunds and retained fees', () => {
  it('is one sum on the home screen, the event page, the payout report and the reports', async () => {
    const { sales, statistics, report } = await shown()
    const [listed] = (await world.call(listEvents, as(owner))).body.data
    const account = (await world.call(showReport, as(owner))).body.data
    const [reported] = (await world.call(listReportEvents, as(owner))).body.data
    const { orders, sales: parts } = report?.totals ?? {}
    expect({
      home: listed?.sales?.sum_total_amount,
      event: sales?.sum_total_amount,
      statistics: statistics?.orders.sum_total_amount,
      today: statistics?.today.sum_total_amount,
      payout: orders?.total_amount,
      parts: parts?.revenue,
      reports: account.sales.current.total_amount,
      reportedEvent: reported?.sales.total_amount,
    }).toEqual({
      home: REVENUE,
      event: REVENUE,
      statistics: REVENUE,
      today: REVENUE,
      payout: REVENUE,
      parts: REVENUE,
      reports: REVENUE,
      reportedEvent: REVENUE,
    })
  })

  it('is the sum of the ledger, by cards and cash', async () => {
    await world.handleEvents()
    const { report } = await shown()
    const { total_amount: cards, total_amount_special: special } = report?.totals.orders_by_cc ?? {}
    const [booked] = await ledgerRevenueOf(world.db, [event.uuid])
    expect(booked).toEqual({
      event_id: event.uuid,
      total: REVENUE * 100,
      cards: Number(cards) * 100,
      special: Number(special) * 100,
      tourist: 0,
    })
  })

  it('is gross less discounts less refunds, and the valid tickets with what was retained', async () => {
    const { statistics, report } = await shown()
    expect(report?.totals.sales).toEqual({
      gross: 580,
      waiting: 0,
      discounts: 40,
      refunds: 165.5,
      revenue: REVENUE,
      retained: 54.5,
      service_fee: 0,
    })
    expect(report?.totals.refunds.total_amount).toBe(165.5)
    expect(report?.totals.orders_by_cc.total_amount).toBe(274.5)
    expect(statistics?.orders.retained_amount).toBe(54.5)
    const types = (statistics?.by_ticket_type ?? []).map((type) => ({ sum: type.sum_total_amount }))
    expect(sumOf([...types, { sum: 54.5 }])).toBe(REVENUE)
  })

  it('is the sum of its days and, in the reports, of its ticket types and what was retained', async () => {
    const { statistics } = await shown()
    expect(sumOf((statistics?.by_day ?? []).map((day) => ({ sum: day.sum_total_amount })))).toBe(REVENUE)
    const {
      series,
      ticket_types: types,
      retained_amount: retained,
    } = (await world.call(showReport, as(owner))).body.data
    expect(sumOf(series.map((row) => ({ sum: row.total_amount })))).toBe(REVENUE)
    expect(sumOf([...types.map((type) => ({ sum: type.total_amount })), { sum: retained }])).toBe(REVENUE)
    // Four were sold and three given to guests, also by type.
    expect([
      types.reduce((all, { count }) => all + count, 0),
      types.reduce((all, { invited }) => all + invited, 0),
    ]).toEqual([4, 3])
  })

  it('is the total of the files of the event by ticket type, with what was retained in a row', async () => {
    const { report, name, starts_at: startsAt } = await shown()
    if (!report) throw new Error('the report was requested')
    const about = { name, starts_at: new Date(startsAt), timezone: 'Asia/Jerusalem', cancelled_at: null }
    const file = { account: 'הפקות', event: about, report, lang: 'he' as const }
    const rows = [...((eventSheets(file)[3]?.rows ?? []) as Iterable<readonly Cell[]>)]
    expect(rows.slice(-2)).toEqual([
      ['נשאר מביטולים', null, null, 54.5, null],
      ['סך הכול', report.totals.tickets.count, null, REVENUE, report.totals.tickets.handle_fee],
    ])
    expect(sumOf(rows.slice(0, -1).map((row) => ({ sum: Number(row[3]) })))).toBe(REVENUE)
    const printed = printedEvent(file).tables.at(-1)?.rows ?? []
    expect(printed.map(([label]) => label).slice(-2)).toEqual(['נשאר מביטולים', 'סך הכול'])
    expect(printed.at(-1)?.[3]).toBe(printable(moneyText(toAgorot(REVENUE), 'he')))
  })

  it('is the sum of every sheet of the files', async () => {
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
      const place = headings.indexOf(heading) + 1
      const found: { sum: number }[] = []
      rows?.eachRow((row, number) => number > 1 && found.push({ sum: Number(row.getCell(place).value ?? 0) }))
      return sumOf(found)
    }
    expect(sumIn(text.sheet.events, text.column.revenue)).toBe(REVENUE)
    expect(sumIn(text.sheet.types, text.column.paid)).toBe(REVENUE)
    expect(sumIn(text.sheet.days, text.column.revenue)).toBe(REVENUE)
    const { head = [], rows = [] } = (await printedReport(world.db, subject)).tables[0] ?? {}
    expect(rows.map((row) => row[head.indexOf(text.column.refunds)])).toEqual([printable(moneyText(165_50, 'he'))])
    expect(sumIn(text.sheet.events, text.column.refunds)).toBe(165.5)
    const list = await world.call(exportEvents, as(owner))
    expect(list.status).toBe(200)
  })
})

describe('free invitations', () => {
  it('are not sold, not sold today, not orders, and their ticket type is not left for sale', async () => {
    const { sales, statistics } = await shown()
    expect(sales).toMatchObject({ sold: 4, invited: 3, total: statistics?.events_tickets.sum_total })
    expect(statistics).toMatchObject({
      tickets: { count: 7, invited: 3, cancelled: 3 },
      orders: { count: 3, invited: 1, online: 1 },
      today: { tickets: 4, orders: 2 },
      events_tickets: { sum_total_available: 100 - 3 + 100 - 1 + 100, sum_total: 300 },
    })
    expect(statistics?.by_day.map(({ tickets }) => tickets)).toEqual([4])
    expect(statistics?.by_ticket_type.map(({ sold, invited }) => sold - invited)).toEqual([3, 1, 0, 0])
    const { sales: figures } = (await world.call(showReport, as(owner))).body.data
    expect(figures.current).toMatchObject({ tickets: 7, invited_tickets: 3, orders: 3, invited_orders: 1 })
  })

  it('and box office sales are no conversions of page views', async () => {
    await world.db
      .insertInto('event_visits')
      .values({ event_id: event.uuid, day: dayIn('Asia/Jerusalem', world.clock.now()), views: 8 })
      .execute()
    const { statistics } = await shown()
    // One order of the sale page is left after the cancellation of the other.
    expect(statistics?.visits).toEqual({ count: 8, conversions_percent: 12.5 })
  })
})

/** What is expected while the event sells; nothing happens to it after that. */
const expected = async () => {
  await world.handleEvents()
  const { report } = await shown()
  if (!report) throw new Error('no report')
  const { handle_fee_cc: cards, handle_fee: tickets, vat, neto_deposit: net } = report.calculations
  return { sales: report.totals.orders_by_cc.total_amount, cards: cards.total, tickets, vat, net, report }
}

describe('the payout of the event', () => {
  it('is expected to be card revenue less fees and VAT, the same on the event page, in the balance and in the list of payouts', async () => {
    const { sales, cards, tickets, vat, net, report } = await expected()
    // 274.50 by card; 5% are 13.725, three invitations 4.50; VAT of 18.23 is 3.2814.
    expect({ sales, cards, tickets, vat, net }).toEqual({
      sales: 274.5,
      cards: 13.73,
      tickets: 4.5,
      vat: 3.28,
      net: 252.99,
    })
    const { data: balance } = (await world.call(showBalance, as(owner))).body
    expect(balance).toMatchObject({ pending: net, payable: 0, available: 0 })
    expect(balance.by_event).toMatchObject([
      {
        event_uuid: event.uuid,
        due_at: report.payout.due_at,
        sales_amount: sales,
        deductions_amount: report.calculations.deductions_total,
        net_amount: net,
      },
    ])
  })

  it('is on the statement as it was expected, line by line, and in its files', async () => {
    const { sales, cards: fees, tickets, vat, net, report } = await expected()
    const due = new Date(Date.parse(report.payout.due_at ?? '') + 1000)
    const statement = await statementAt(world, owner, due)
    const params = { uuid: statement?.id ?? '' }
    const { data } = (await world.call(showStatement, { ...as(owner), params })).body
    expect(data.lines.map(({ kind, amount, held_amount: held }) => [kind, amount, held])).toEqual([
      // What cash tickets brought stays in the register: 100.00 of which nothing was refunded.
      ['sale', 440, 100],
      ['refund', -165.5, 0],
      ['card_fee', -fees, 0],
      ['service_fee', -tickets, 0],
      ['vat', -vat, 0],
      ['payout', -net, 0],
    ])
    expect(440 - 165.5).toBe(sales)
    expect(sales + 100).toBe(REVENUE)
    expect(data).toMatchObject({ opening_balance: 0, closing_balance: 0, payout: { amount: net } })
    const sheet = sheetOf((await world.call(statementXlsx, { ...as(owner), params })).bytes)
    const row = await readStatement(world.db, owner.account.uuid, params.uuid)
    if (!row) throw new Error('no statement')
    const lines = await readStatementLines(world.db, params.uuid)
    const cards = await statementCards(world.db, row)
    // Sales of 440.00 less 165.50, all by regular cards, at 5%.
    expect(cards).toMatchObject([{ bucket: 'regular', sales: toAgorot(sales), fee: toAgorot(fees), rateBp: 500 }])
    expect(data.cards).toMatchObject([{ bucket: 'regular', sales_amount: sales, fee_amount: fees, fee_percent: 5 }])
    expect(data.by_means).toEqual([
      { means: 'card', sales_amount: sales },
      { means: 'cash', sales_amount: 100 },
    ])
    const means = await readMeansSums(world.db, row.id)
    const sums = { statement: row, lines, arrivals: [], cards, means, promised: [], reasons: new Map<number, string>() }
    const file = { account: 'הפקות', ...sums, lang: 'he', now: due } as const
    const printed = printedStatement(file)
    const texts = printed.tables.flatMap(({ rows }) => rows.flat())
    for (const amount of [440, -165.5, -fees, -tickets, -vat, -net]) {
      expect(sheet).toContain(`<v>${amount}</v>`)
      expect(texts).toContain(printable(moneyText(toAgorot(amount), 'he')))
    }
    const byMeans = printed.tables.find(({ title }) => title === 'לפי אמצעי תשלום')?.rows.map(([name]) => name)
    expect(byMeans).toEqual(['כרטיס אשראי, תשלום אחד', 'מזומן', 'סך הכול'])
    const labels = printed.tables[0]?.rows.map(([, label]) => label) ?? []
    expect([labels[0], labels.at(-1)]).toEqual(['יתרת פתיחה', 'יתרת סגירה'])
    const [payout] = (await world.call(listPayouts, as(owner))).body.data
    expect(payout).toMatchObject({ amount: net, statement_uuid: params.uuid })
  })

  it('stays what the statement says on the event page and in the reports after the event', async () => {
    const { net, report } = await expected()
    world.clock.set(new Date(Date.parse(report.payout.due_at ?? '') + 2000))
    const again = { token: (await signIn(world, owner.phone)).token, account: owner.account.uuid }
    const later = await world.call(showEvent, { ...again, params: { uuid: event.uuid }, query: { append: ['report'] } })
    expect(later.body.data.report?.calculations.neto_deposit).toBe(net)
    const day = dayIn('Asia/Jerusalem', new Date(later.body.data.ends_at))
    const account = (await world.call(showReport, { ...again, query: { from: day, to: day } })).body.data
    expect(account.settlement.current.neto_deposit).toBe(net)
    expect((await world.call(showBalance, again)).body.data).toMatchObject({ payable: 0, pending: 0, by_event: [] })
  })
})
