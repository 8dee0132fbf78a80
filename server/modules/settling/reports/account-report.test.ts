import { buffer } from 'node:stream/consumers'
import { Workbook } from '@cj-tech-master/excelts'
import type { EventReport } from '@kartis/contract/event-figures.ts'
import { showEvent } from '@kartis/contract/events.ts'
import {
  type AccountReport,
  createReportExport,
  listReportEvents,
  listReportExports,
  showReport,
  showReportExport,
} from '@kartis/contract/reports.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { scannerOf } from '../../../testing/check-in.ts'
import { as, eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { pastSale } from '../../../testing/past-sales.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { paidOutAt } from '../../../testing/settlements.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { exportSheets } from './export-sheets.ts'
import { findPeriod } from './period.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const DAY = 86_400_000
const ago = (days: number): Date => new Date(world.clock.now().getTime() - days * DAY)
const dayOf = (at: Date): string => at.toLocaleDateString('en-CA', { timeZone: 'Asia/Jerusalem' })

const reportFor = async (owner: Producer, query: Record<string, string> = {}): Promise<AccountReport> => {
  const answer = await world.call(showReport, { ...as(owner), query })
  if (answer.error) throw new Error(answer.text)
  return answer.body.data
}

const eventReportOf = async (owner: Producer, uuid: string): Promise<EventReport> => {
  const answer = await world.call(showEvent, { ...as(owner), params: { uuid }, query: { append: ['report'] } })
  if (!answer.body.data.report) throw new Error(answer.text)
  return answer.body.data.report
}

/** An event that ended so many days ago, with sales of every kind in the two weeks before it; odd sums that round. */
const endedEvent = async (owner: Producer, days: number, seed: number): Promise<string> => {
  const { event, type } = await eventOnSale(world, owner)
  const free = await ticketTypeOf(world, owner, event, { name: 'מוזמנים', price: 0 })
  const ends = ago(days)
  await world.db
    .updateTable('events')
    .set({ starts_at: new Date(ends.getTime() - 3 * 3_600_000), ends_at: ends })
    .where('id', '=', event.uuid)
    .execute()
  const paid = { eventId: event.uuid, typeId: type.uuid }
  const sales = [
    { total: 12_345 + seed },
    { total: 30_001, tickets: [15_000, 15_001] },
    { total: 77_777 + seed, bucket: 'special' as const },
    { total: 9_999, bucket: 'tourist' as const },
    { total: 20_000, method: 'cash' as const },
    { total: 10_000, refunded: 3_333, status: 'partially_refunded' as const },
    { total: 8_000, refunded: 8_000, status: 'refunded' as const },
    { total: 6_000, status: 'cancelled' as const },
  ]
  for (const [place, sale] of sales.entries())
    await pastSale(world, owner, paid, { ...sale, at: ago(days + place + 1) })
  await pastSale(
    world,
    owner,
    { eventId: event.uuid, typeId: free.uuid },
    { total: 0, tickets: [0, 0, 0], at: ago(days + 1) },
  )
  return event.uuid
}

const summed = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((total, row) => total + Math.round(of(row) * 100), 0) / 100

const CARD_SUMS = ['total_amount', 'total_amount_regular', 'total_amount_special', 'total_amount_tourist'] as const
const CALCULATED = ['handle_fee', 'fees_total', 'vat', 'deductions_total', 'neto_deposit'] as const
const FEES = ['regular', 'special', 'tourist', 'total'] as const
const keyed = <K extends string>(keys: readonly K[], of: (key: K) => number) =>
  Object.fromEntries(keys.map((key) => [key, of(key)]))

describe('the report of an account', () => {
  it('the report is the sum of the reports of its events, to the agora, also of those paid out under older terms', async () => {
    const owner = await producer(world)
    const ids = [await endedEvent(owner, 40, 1), await endedEvent(owner, 33, 7), await endedEvent(owner, 2, 13)]
    await paidOutAt(world, owner, ids, ago(20))
    const own = await Promise.all(ids.map((id) => eventReportOf(owner, id)))
    expect(own.map(({ payout }) => payout.status)).toEqual(['paid', 'paid', 'pending'])
    const { sales, settlement, series } = await reportFor(owner)
    const of = (pick: (report: EventReport) => number): number => summed(own, pick)
    expect(sales.current).toMatchObject({
      tickets: of(({ totals }) => totals.tickets.count),
      orders: of(({ totals }) => totals.orders.count),
      total_amount: of(({ totals }) => totals.orders.total_amount),
      refunds_amount: of(({ totals }) => totals.refunds.total_amount),
    })
    expect(sales.current.refunds_amount).toBeGreaterThan(0)
    expect(summed(series, (row) => row.total_amount)).toBe(sales.current.total_amount)
    const paid = summed(own.slice(0, 2), ({ calculations }) => calculations.neto_deposit)
    const pending = own[2]?.calculations.neto_deposit
    expect(settlement.current).toEqual({
      adjustments: { disputes: 0, disputes_lost: 0, handed_back: 0, corrections: 0 },
      events: 3,
      orders: { total_amount: of(({ totals }) => totals.orders.total_amount) },
      orders_by_cc: keyed(CARD_SUMS, (key) => of(({ totals }) => totals.orders_by_cc[key])),
      by_means: (['card', 'cash'] as const).map((means) => ({
        means,
        count: expect.any(Number),
        total_amount: of(({ totals }) => totals.by_means.find((row) => row.means === means)?.total_amount ?? 0),
      })),
      handle_fee_cc: keyed(FEES, (key) => of(({ calculations }) => calculations.handle_fee_cc[key])),
      ...keyed(CALCULATED, (key) => of(({ calculations }) => calculations[key])),
      free_tickets: 9,
      ticket_fee: 1.5,
      vat_percent: 18,
      service_fee: of(({ totals }) => totals.sales.service_fee),
      payouts: { paid, since: 0, pending, not_due: 0 },
    })
  })

  it('the report lists each event with its share, in pages that add up to the whole', async () => {
    const owner = await producer(world)
    const ids = [await endedEvent(owner, 9, 1), await endedEvent(owner, 5, 500), await endedEvent(owner, 2, 90)]
    const page = async (number: number) =>
      (await world.call(listReportEvents, { ...as(owner), query: { page: number, per_page: 2 } })).body
    const [first, second] = [await page(1), await page(2)]
    expect(first.meta).toEqual({ current_page: 1, per_page: 2, total: 3, last_page: 2 })
    const rows = [...first.data, ...second.data]
    expect(rows.map(({ uuid }) => uuid)).toEqual([ids[1], ids[2], ids[0]])
    for (const row of rows) {
      const { totals, calculations } = await eventReportOf(owner, row.uuid)
      expect(row.sales.total_amount).toBe(totals.orders.total_amount)
      expect(row.sales.refunds_amount).toBe(totals.refunds.total_amount)
      expect(row.settlement).toMatchObject({ neto_deposit: calculations.neto_deposit, vat: calculations.vat })
    }
    const report = await reportFor(owner)
    expect(summed(rows, (row) => row.sales.total_amount)).toBe(report.sales.current.total_amount)
    expect(report.ticket_types).toMatchObject([
      { name: 'כניסה רגילה', events: 3, free: 0 },
      { name: 'מוזמנים', events: 3, count: 9, free: 9, total_amount: 0 },
    ])
    expect((await world.call(listReportEvents, { ...as(owner), query: { page: 9 } })).body.meta.total).toBe(3)
  })

  it('a sale counts on its day in Jerusalem and an event in the period in which it ends, beside the previous period', async () => {
    const owner = await producer(world)
    const { event, type } = await eventOnSale(world, owner)
    const sale = (at: string, total: number) =>
      pastSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, { total, at: new Date(at) })
    await sale('2026-06-30T20:59:59Z', 100)
    await sale('2026-06-30T21:00:00Z', 1000)
    await sale('2026-07-31T20:59:59Z', 2000)
    await sale('2026-07-31T21:00:00Z', 10_000)
    const july = await reportFor(owner, { from: '2026-07-01', to: '2026-07-31' })
    expect(july.previous).toEqual({ from: '2026-06-01', to: '2026-06-30' })
    expect(july.sales).toMatchObject({ current: { tickets: 2, total_amount: 30 }, previous: { total_amount: 1 } })
    expect(july.series).toHaveLength(31)
    expect(july.series.filter((row) => row.tickets > 0).map(({ day }) => day)).toEqual(['2026-07-01', '2026-07-31'])
    expect(july.settlement.current.events).toBe(0)
    const months = await reportFor(owner, { from: '2026-06-15', to: '2026-08-02', group: 'month' })
    expect(months.series.map(({ day, total_amount }) => [day, total_amount])).toEqual([
      ['2026-06-01', 1],
      ['2026-07-01', 30],
      ['2026-08-01', 100],
    ])
    const [row] = (
      await world.call(listReportEvents, { ...as(owner), query: { from: '2026-07-01', to: '2026-07-31' } })
    ).body.data
    expect(row).toMatchObject({ uuid: event.uuid, settlement: null })
  })

  it('an event is settled once it is over, not on the morning of its last day', async () => {
    const owner = await producer(world)
    const { event, type } = await eventOnSale(world, owner)
    await pastSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, { total: 10_000 })
    const endsIn = (hours: number) =>
      world.db
        .updateTable('events')
        .set({ starts_at: ago(1), ends_at: ago(-hours / 24) })
        .where('id', '=', event.uuid)
        .execute()
    const settled = async () => {
      const days = { from: dayOf(ago(1)), to: dayOf(ago(-1)) }
      const { settlement } = await reportFor(owner, days)
      const { data } = (await world.call(listReportEvents, { ...as(owner), query: days })).body
      return { events: settlement.current.events, payout: data.map((row) => row.settlement?.payout ?? null) }
    }
    await endsIn(1)
    expect(await settled()).toEqual({ events: 0, payout: [null] })
    await endsIn(-1)
    expect(await settled()).toEqual({ events: 1, payout: ['not_due'] })
  })

  it('the report is complete before the first sale, bounded, and refuses invalid days', async () => {
    const owner = await producer(world)
    const nothing = await reportFor(owner)
    expect(nothing).toMatchObject({
      previous: null,
      sales: { current: { orders: 0, total_amount: 0 } },
      ticket_types: [],
    })
    expect((await reportFor(owner, { from: '2020-01-01', to: '2026-11-21', group: 'day' })).grouped_by).toBe('month')
    const wrong = (query: Record<string, string>) => world.call(showReport, { ...as(owner), query })
    expect((await wrong({ from: '2026-11-02', to: '2026-11-01' })).error?.detail).toEqual({ to: ['end_before_start'] })
    expect((await wrong({ from: '1999-01-01', to: '2026-11-01' })).error?.detail).toEqual({ from: ['too_big'] })
    expect((await wrong({ from: '2026-02-30' })).status).toBe(422)
    expect((await wrong({ until: '2026-02-03' })).status).toBe(422)
  })

  it('the report is for managers of its own account', async () => {
    const [owner, other] = [await producer(world), await producer(world)]
    await endedEvent(owner, 3, 5)
    expect((await reportFor(other)).sales.current.orders).toBe(0)
    const scanner = await scannerOf(world, owner)
    const answer = await world.call(showReport, { token: scanner.token, account: owner.account.uuid })
    expect([answer.status, answer.error?.code]).toEqual([403, 'forbidden'])
  })
})

describe('the file of a report', () => {
  const requestFile = (owner: Producer, format: 'xlsx' | 'pdf', lang = 'he') =>
    world.call(createReportExport, { ...as(owner), lang, body: { format, from: dayOf(ago(60)), to: dayOf(ago(0)) } })

  it('the file is a workbook of four right-to-left sheets with the sums of the screen, ready at once', async () => {
    const owner = await producer(world)
    await endedEvent(owner, 3, 5)
    const answer = await requestFile(owner, 'xlsx')
    expect(answer.status).toBe(202)
    const { data } = answer.body
    expect(data).toMatchObject({ status: 'ready', progress: 100, format: 'xlsx' })
    const file = await world.http('GET', data.url ?? '')
    expect(decodeURIComponent(String(file.headers['content-disposition']))).toContain('דוח מכירות והתחשבנות')
    const workbook = new Workbook()
    await workbook.xlsx.load(file.bytes)
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(['סיכום', 'לפי אירוע', 'לפי סוג כרטיס', 'לפי יום'])
    expect(workbook.worksheets.every(({ views }) => views[0]?.rightToLeft)).toBe(true)
    const report = await reportFor(owner, data.period)
    const column = (sheet: number, place: number): number[] => {
      const values: number[] = []
      workbook.worksheets[sheet]?.eachRow(
        (row, number) => number > 1 && values.push(Number(row.getCell(place).value ?? 0)),
      )
      return values
    }
    expect(column(3, 1)).toEqual(report.series.map(({ day }) => Date.parse(day)))
    expect(summed(column(1, 7), (value) => value)).toBe(report.sales.current.total_amount)
    expect(summed(column(1, 11), (value) => value)).toBe(report.settlement.current.neto_deposit)
    expect(summed(column(3, 5), (value) => value)).toBe(report.sales.current.total_amount)
    expect(column(3, 2).reduce((a, b) => a + b, 0)).toBe(report.sales.current.tickets)
    expect(column(0, 3)).toContain(report.settlement.current.neto_deposit)
  })

  it('the file is a PDF in the language of the user', async () => {
    const owner = await producer(world)
    await endedEvent(owner, 3, 5)
    for (const lang of ['he', 'en', 'ar']) {
      const { data } = (await requestFile(owner, 'pdf', lang)).body
      expect(data.status).toBe('ready')
      const { bytes } = await world.http('GET', data.url ?? '')
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
      expect(bytes.toString('latin1')).toContain(`/Lang (${lang})`)
    }
  })

  it('the file opens by its signed URL only, and not after an hour, for another file or after its week', async () => {
    const owner = await producer(world)
    const { data } = (await requestFile(owner, 'xlsx')).body
    const [path, query] = (data.url ?? '').split('?')
    expect((await world.http('GET', `${path}?${query}x`)).status).toBe(404)
    expect((await world.http('GET', path ?? '')).status).toBe(422)
    const other = (await requestFile(owner, 'pdf')).body.data
    expect((await world.http('GET', `${other.url?.split('?')[0]}?${query}`)).status).toBe(404)
    const stranger = await producer(world)
    const peek = await world.call(showReportExport, { ...as(stranger), params: { uuid: data.uuid } })
    expect(peek.status).toBe(404)
    const again = await world.call(listReportExports, as(owner))
    expect(again.body.data.map(({ uuid }) => uuid)).toEqual([other.uuid, data.uuid])
    await world.db
      .updateTable('report_exports')
      .set({ expires_at: ago(1) })
      .where('id', '=', data.uuid)
      .execute()
    expect((await world.http('GET', data.url ?? '')).status).toBe(404)
    await world.platform.jobs.drain({ names: ['reports.sweep'] })
  })

  it('a long report is made after the reply, once, however many request it', async () => {
    const owner = await producer(world)
    const { event } = await eventOnSale(world, owner)
    await sql`
      insert into orders (event_id, id, account_id, token_hash, status, total, tickets_count, created_at, paid_at)
      select ${event.uuid}::uuid, gen_random_uuid(), ${owner.account.uuid}::uuid, '', 'paid', 0, 1, ${ago(5)}, ${ago(5)}
      from generate_series(1, 20001)`.execute(world.db)
    const answers = await Promise.all(Array.from({ length: 6 }, () => requestFile(owner, 'xlsx')))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 202])
    const ids = new Set(answers.map(({ body }) => body.data.uuid))
    expect(ids.size).toBe(1)
    expect(answers[0]?.body.data).toMatchObject({ status: 'queued', url: null })
    await Promise.all([1, 2].map(() => world.platform.jobs.drain({ names: ['reports.export'], later: true })))
    const [uuid = ''] = ids
    const done = await world.call(showReportExport, { ...as(owner), params: { uuid } })
    expect(done.body.data).toMatchObject({ status: 'ready', progress: 100 })
    expect((await world.http('GET', done.body.data.url ?? '')).status).toBe(200)
    expect((await requestFile(owner, 'xlsx')).body.data.uuid).not.toBe(uuid)
  })

  it('a short report is made once by concurrent requests, and at most five wait', async () => {
    const owner = await producer(world)
    const answers = await Promise.all(Array.from({ length: 5 }, () => requestFile(owner, 'xlsx')))
    expect(answers.every(({ status }) => status === 202)).toBe(true)
    const listed = (await world.call(listReportExports, as(owner))).body.data
    expect(listed.every(({ status }) => status === 'ready')).toBe(true)
    const waiting = {
      account_id: owner.account.uuid,
      format: 'pdf',
      lang: 'he',
      to_day: '2026-01-31',
      name: 'x',
    } as const
    const at = { created_at: ago(0), expires_at: ago(-7) }
    for (const day of [1, 2, 3, 4, 5])
      await world.db
        .insertInto('report_exports')
        .values({ ...waiting, ...at, id: world.platform.newId(), from_day: `2026-01-0${day}` })
        .execute()
    expect((await requestFile(owner, 'pdf')).error?.code).toBe('too_many_requests')
  })

  it('a file that cannot be made is failed, and its progress is shown', async () => {
    const owner = await producer(world)
    await endedEvent(owner, 3, 5)
    const disk = vi.spyOn(world.platform.files, 'put').mockRejectedValueOnce(new Error('the disk is full'))
    const { data } = (await requestFile(owner, 'xlsx')).body
    disk.mockRestore()
    expect(data).toMatchObject({ status: 'failed', url: null })
    const steps: number[] = []
    const at = { now: world.clock.now(), acquirerDays: [], accountId: owner.account.uuid, account: '' }
    const period = await findPeriod(world.db, at.accountId, {}, at.now)
    await buffer(await exportSheets(world.db, { ...at, period, lang: 'en' }, async (done) => void steps.push(done)))
    expect(steps).toEqual([20, 80])
  })
})
