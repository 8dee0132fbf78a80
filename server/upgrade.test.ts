import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bucketsOf } from '@kartis/domain/fees.ts'
import { payoutReport } from '@kartis/domain/payout.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyEventRow } from './modules/catalogue/events/index.ts'
import { feeTermsAt, vatRateAt } from './modules/people/accounts/index.ts'
import { compareBooks } from './modules/settling/ledger/compare-books.ts'
import { adjustmentsOf, ledgerRevenueOf } from './modules/settling/ledger/sums-queries.ts'
import { eventReport } from './modules/settling/payouts/event-report.ts'
import { capturedOf, typeSalesOf } from './modules/settling/payouts/sales-queries.ts'
import { settlementOf } from './modules/settling/payouts/settled-queries.ts'
import { cardForm, GOOD_CARD } from './testing/gateway-bench.ts'
import { openWorld, type World } from './testing/world.ts'

/**
 * A backup that the commit named here made of its own demo, with one sale paid, one scanned, one at the gateway, and two
 * people signed in, and what its API said at that moment.
 */
const FOLDER = join(import.meta.dirname, 'testing/upgrade')
const before = JSON.parse(readFileSync(join(FOLDER, '1fff058.json'), 'utf8')) as Before

interface Purchase {
  readonly uuid: string
  readonly number: string
  readonly token: string
  readonly payment: { readonly uuid: string; readonly url: string }
  readonly tickets: readonly { readonly uuid: string; readonly code: string }[]
  readonly tickets_url: string
  readonly order: Readonly<Record<string, unknown>>
}

interface Before {
  readonly made_at: string
  readonly key: string
  readonly account: string
  readonly event: { readonly uuid: string; readonly slug: string; readonly name: string }
  readonly producer: { readonly token: string; readonly cookie: string }
  readonly scanner: { readonly token: string; readonly cookie: string }
  readonly paid: Purchase
  readonly scanned: Purchase
  readonly pending: Purchase
  readonly orders: number
  readonly admission_list: { readonly as_of: string; readonly public_key: string; readonly tickets: number }
  readonly figures: {
    readonly statistics: { readonly orders: { readonly count: number }; readonly visits: { readonly count: number } }
    readonly report: { readonly totals: { readonly orders: { readonly total_amount: number } } }
    readonly scan_statistics: unknown
    readonly accounts_contract: unknown
  }
}

let world: World

beforeAll(async () => {
  world = await openWorld({
    upgradedFrom: { archive: join(FOLDER, '1fff058.tar.gz'), masterKey: before.key },
    env: { PUBLIC_URL: 'http://localhost:3900' },
    now: new Date(Date.parse(before.made_at) + 120_000),
  })
})
afterAll(() => world?.close())

const EVENT = `/api/v1/producer/events/${before.event.uuid}`

const as = (who: { readonly token: string }) => ({ token: who.token, account: before.account })

const json = async (method: string, url: string, caller: Parameters<World['http']>[3], body?: unknown) => {
  const { status, body: reply } = await world.http(method, url, body, caller)
  return { status, data: (reply as { data?: Record<string, unknown> } | undefined)?.data ?? {} }
}

const scan = async (ticket: string, caller = as(before.scanner)) => {
  const { status, error } = await world.http('POST', `${EVENT}/scan_ticket`, { ticket_uuid: ticket }, caller)
  return error?.code ?? status
}

const listSince = async (since?: string) => {
  const { data } = await json(
    'GET',
    `${EVENT}/admission_list${since === undefined ? '' : `?since=${encodeURIComponent(since)}`}`,
    as(before.scanner),
  )
  return data as unknown as { readonly tickets: readonly unknown[]; readonly event: { readonly public_key: string } }
}

const agorotOf = (shekels: number): number => Math.round(shekels * 100)

/** The payout report of an event as the API has it, out of payments, and the same computed from what the ledger has. */
const bothReports = async (id: string) => {
  const now = world.clock.now()
  const event = await anyEventRow(world.db, id)
  if (!event) throw new Error(`there is no event ${id}`)
  const { totals, calculations } = await eventReport(world.platform, event, now)
  const at = (await settlementOf(world.db, id))?.settled_at ?? now
  const [booked] = await ledgerRevenueOf(world.db, [id])
  const { total = 0, cards = 0, special = 0, tourist = 0 } = booked ?? {}
  const report = payoutReport({
    ordersTotal: total,
    cards: bucketsOf(cards, special, tourist),
    types: await typeSalesOf(world.db, id, event.starts_at),
    contract: await feeTermsAt(world.db, event.account_id, at),
    vatBp: await vatRateAt(world.db, at),
    adjustments: (await adjustmentsOf(world.db, [id])).get(id),
  })
  const { orders, orders_by_cc: byCard } = totals
  const { handle_fee_cc: fees } = calculations
  return {
    payments: {
      id,
      orders: agorotOf(orders.total_amount),
      sales: agorotOf(totals.sales.revenue),
      means: agorotOf(totals.by_means.reduce((all, row) => all + row.total_amount, 0)),
      cards: [byCard.total_amount_regular, byCard.total_amount_special, byCard.total_amount_tourist].map(agorotOf),
      fees: [fees.regular, fees.special, fees.tourist, calculations.handle_fee, calculations.vat].map(agorotOf),
      deductions: agorotOf(calculations.deductions_total),
      net: agorotOf(calculations.neto_deposit),
    },
    ledger: {
      id,
      orders: report.ordersTotal,
      sales: total,
      means: total,
      cards: [report.cards.regular, report.cards.special, report.cards.tourist],
      fees: [report.cardFees.regular, report.cardFees.special, report.cardFees.tourist, report.ticketFees, report.vat],
      deductions: report.deductions,
      net: report.net,
    },
  }
}

describe('an installation of commit 1fff058 after the upgrade', () => {
  it('runs the jobs that were waiting under the names of before', async () => {
    const { completed, failed } = await world.platform.jobs.drain()
    expect(completed).toBeGreaterThanOrEqual(2)
    expect(failed).toBe(0)
  })

  it('has every sale and refund of before in the ledger: each event has the revenue of its payout report', async () => {
    await world.handleEvents()
    const events = await world.db
      .selectFrom('payments')
      .select('event_id')
      .distinct()
      .where('status', '=', 'paid')
      .execute()
    expect(events.length).toBeGreaterThan(0)
    const ids = events.map(({ event_id }) => event_id)
    const booked = new Map((await ledgerRevenueOf(world.db, ids)).map(({ event_id, ...sums }) => [event_id, sums]))
    const reported = new Map(await Promise.all(ids.map(async (id) => [id, await capturedOf(world.db, id)] as const)))
    expect(booked).toEqual(reported)
    expect(await compareBooks(world.db, ids)).toEqual([])
  })

  it('has the whole payout report of every event, out of the ledger as out of the payments', async () => {
    const { rows } = await sql<{ id: string }>`select id from events order by id`.execute(world.db)
    const reports = await Promise.all(rows.map(({ id }) => bothReports(id)))
    expect(reports.map(({ ledger }) => ledger)).toEqual(reports.map(({ payments }) => payments))
    expect(reports.filter(({ ledger }) => ledger.orders !== 0)).not.toEqual([])
  })

  it('shows the figures of its event as they were', async () => {
    const query = '?with[]=accounts_contract&append[]=statistics&append[]=report&append[]=scan_statistics'
    const { status, data } = await json('GET', `${EVENT}${query}`, as(before.producer))
    expect(status).toBe(200)
    const { statistics, report, scan_statistics, accounts_contract } = data
    const { generated_at: _made, ...sums } = report as Record<string, unknown>
    const { statistics: seen, ...figures } = before.figures
    expect({ report: sums, scan_statistics, accounts_contract }).toMatchObject(figures)
    // Since then the event page counts fees retained of cancelled orders as the payout report always did, and days and conversion
    // leave invitations out.
    const revenue = figures.report.totals.orders.total_amount
    expect(statistics).toMatchObject({
      ...seen,
      orders: { ...seen.orders, sum_total_amount: revenue },
      visits: { count: seen.visits.count },
      by_day: expect.any(Array),
    })
  })

  it('shows one revenue on the event page and in the payout report', async () => {
    const { data } = await json('GET', `${EVENT}?append[]=statistics`, as(before.producer))
    const { orders, by_ticket_type: types } = data['statistics'] as {
      orders: { sum_total_amount: number; retained_amount: number }
      by_ticket_type: { sum_total_amount: number }[]
    }
    const sold = types.reduce((sum, type) => sum + type.sum_total_amount, 0)
    expect(orders.retained_amount).toBeGreaterThan(0)
    expect(Math.round((sold + orders.retained_amount) * 100)).toBe(Math.round(orders.sum_total_amount * 100))
  })

  it('keeps every order of the event', async () => {
    const url = `/api/v1/producer/orders?filter[event_uuid]=${before.event.uuid}&per_page=1`
    const { body } = await world.http('GET', url, undefined, as(before.producer))
    expect((body as { meta: { total: number } }).meta.total).toBe(before.orders)
  })

  it('opens the buyer’s order and ticket links that were sent before', async () => {
    const { status, data } = await json('GET', `/api/v1/public/orders/${before.paid.uuid}`, {
      orderToken: before.paid.token,
    })
    expect(status).toBe(200)
    // Codes are drawn in their new form; those that were printed are still admitted, see below.
    const { tickets, ...order } = before.paid.order as typeof before.paid.order & {
      tickets: readonly { code: string }[]
    }
    expect(data).toMatchObject({ ...order, tickets: tickets.map(({ code: _code, ...ticket }) => ticket) })
    const pdf = await world.http('GET', `/api/v1/public/orders/${before.paid.uuid}/tickets.pdf`, undefined, {
      orderToken: before.paid.token,
    })
    expect([pdf.status, pdf.bytes.subarray(0, 4).toString()]).toEqual([200, '%PDF'])
  })

  it('serves the offline list under the same key, and what changed since the phone last asked', async () => {
    const whole = await listSince()
    expect(whole.tickets).toHaveLength(before.admission_list.tickets)
    expect(whole.event.public_key).toBe(before.admission_list.public_key)
    expect((await listSince(before.admission_list.as_of)).tickets.length).toBeLessThan(whole.tickets.length)
  })

  it('admits a ticket whose code was printed before, once, and refuses the one that is already inside', async () => {
    const [unused, second] = before.paid.tickets
    expect(await scan(unused?.code ?? '')).toBe(200)
    expect(await scan(unused?.code ?? '')).toBe('S2')
    expect(await scan(second?.uuid ?? '', as(before.producer))).toBe(200)
    expect(await scan(before.scanned.tickets[0]?.code ?? '')).toBe('S2')
  })

  it('finishes a payment that was open at the gateway', async () => {
    const { pathname, search } = new URL(before.pending.payment.url)
    const paid = await world.http('POST', `${pathname}${search}`, cardForm(GOOD_CARD).toString(), {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(paid.status).toBe(303)
    await expect
      .poll(
        async () => {
          await world.platform.jobs.drain()
          const { data } = await json('GET', `/api/v1/public/orders/${before.pending.uuid}`, {
            orderToken: before.pending.token,
          })
          return [data['status'], (data['tickets'] as readonly unknown[]).length]
        },
        { timeout: 20_000 },
      )
      .toEqual(['paid', 2])
  })

  it('renews a session with the refresh cookie of before', async () => {
    const [cookie = ''] = before.producer.cookie.split(';')
    const refreshed = await json('POST', '/api/v1/login/refresh', { headers: { cookie } })
    expect(refreshed).toMatchObject({ status: 200, data: { token: expect.any(String) as string } })
    const profile = await json('GET', '/api/v1/account/users/me', { token: String(refreshed.data['token']) })
    expect(profile.status).toBe(200)
  })
})
