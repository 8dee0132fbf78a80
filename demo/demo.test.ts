import { showEvent } from '@kartis/contract/events.ts'
import { isIsraeliId } from '@kartis/domain/israeli-id.ts'
import { clockIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelOrder } from '@kartis/contract/orders.ts'
import { listVenueMaps } from '@kartis/contract/venue-maps.ts'
import { listRefundTransfers } from '@kartis/contract/refund-transfers.ts'
import { listEvents } from '@kartis/contract/events.ts'
import { listMyOrders } from '@kartis/contract/customer-orders.ts'
import { signIn } from '@kartis/server/testing/people.ts'
import { openWorld, type World } from '@kartis/server/testing/world.ts'
import { readAllTerminals } from '@kartis/server/modules/payments/payments/index.ts'
import { reconcileTerminal } from '@kartis/server/modules/settling/reconciliation/index.ts'
import { calendarFrom } from './calendar.ts'
import { findInconsistencies } from './inconsistencies.ts'
import { demoHints, loadDemo } from './index.ts'
import { PRODUCER_PHONE, SCANNER_PHONE } from './people.ts'
import { PROGRAMME } from './programme.ts'

let world: World
let account = ''
let token = ''

beforeAll(async () => {
  world = await openWorld({ now: new Date(), env: { DEMO: '1' } })
  const started = performance.now()
  await loadDemo(world.platform)
  console.info(`demo loaded in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  const producer = await signIn(world, PRODUCER_PHONE)
  token = producer.token
  account = producer.user.accounts[0]?.uuid ?? ''
}, 60_000)
afterAll(() => world.close())

/** Without those of the months before, which the producer has put aside. */
const events = async () => {
  const { body } = await world.call(listEvents, {
    token,
    account,
    query: { per_page: 100, append: ['statistics', 'scan_statistics'] },
  })
  return body.data.filter(({ phase }) => phase !== 'archived')
}
const inPhase = async (phase: string) => {
  const found = (await events()).find((event) => event.phase === phase)
  if (!found) throw new Error(`no event is ${phase}`)
  return found
}

describe('the demo', () => {
  it('the demo has one event of each kind, and two on sale: one with numbered seats', async () => {
    const phases = (await events()).map((event) => event.phase)
    expect(phases.toSorted()).toEqual(
      ['last_tickets', 'not_started', 'on_sale', 'on_sale', 'over', 'running', 'sold_out'].toSorted(),
    )
  })

  it('stock, tickets, orders, payments, refunds and scans are consistent', async () => {
    expect(await findInconsistencies(world.db, account)).toEqual([])
  })

  it('our books and those of the gateway agree in every charge and refund', async () => {
    const [terminal] = await readAllTerminals(world.db)
    const now = world.clock.now().getTime()
    const day = (days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10)
    const { terminals } = world.payments
    const compared =
      terminal && (await reconcileTerminal(world.platform, terminals, terminal, { from: day(-90), until: day(1) }))
    expect(compared).toMatchObject({ differences: 0, recorded: 0 })
    expect(compared?.rows).toBeGreaterThan(100)
  })

  it('the ledger has the revenue of every event', async () => {
    const { rows } = await sql<{ wrong: number; events: number }>`
      with p as (
        select event_id, sum(amount - refunded) as net from payments
        where account_id = ${account} and status = 'paid' group by event_id
      ), l as (
        -- Fees, disputes and payouts are no revenue.
        select j.event_id, -sum(e.amount) as net from journals j join ledger_entries e using (account_id, seq)
        where j.account_id = ${account} and j.kind in ('sale', 'cash_sale', 'refund', 'refund_failed', 'refund_owed', 'refund_withdrawn')
          and e.ledger_account in ('producer_payable', 'producer_held') group by j.event_id
      )
      select count(*) filter (where p.net is distinct from l.net)::int as wrong, count(*)::int as events
      from p full join l using (event_id)`.execute(world.db)
    expect(rows[0]).toMatchObject({ wrong: 0 })
    expect(rows[0]?.events).toBeGreaterThan(3)
  })

  it('every buyer has a message about the tickets and about cancellations, by SMS and by e-mail where there is an address', async () => {
    const { rows } = await sql<{ untold: number; unmailed: number; uncancelled: number; waiting: number }>`
      with o as (select * from orders where account_id = ${account}),
      m as (select m.* from messages m join o on o.id = m.order_id)
      select
        (select count(*)::int from o where not exists (select from m where m.order_id = o.id and m.channel = 'sms'
          and m."to" = o.buyer_phone and m.text like '%/order/tickets/' || o.id || '?token=%')) as untold,
        (select count(*)::int from o where buyer_email is not null and not exists (select from m
          where m.order_id = o.id and m.channel = 'email' and m."to" = o.buyer_email and m.subject <> '')) as unmailed,
        (select count(*)::int from o where exists (select from tickets t where t.event_id = o.event_id
          and t.order_id = o.id and t.status = 'cancelled') and not exists (select from m
          where m.order_id = o.id and m.template in ('order_cancelled', 'refund_run_notice'))) as uncancelled,
        (select count(*)::int from m where template <> 'refund_transfer_notice'
          and (status <> 'sent' or sent_at < created_at)) as waiting`.execute(world.db)
    expect(rows).toEqual([{ untold: 0, unmailed: 0, uncancelled: 0, waiting: 0 }])
  })

  it('of two refunds that the card company refused, one waits for its buyer and one for the transfer', async () => {
    const { body } = await world.call(listRefundTransfers, { token, account })
    expect(body.data.map(({ status }) => status).toSorted()).toEqual(['received', 'requested'])
    for (const { due_at: due } of body.data) expect(Date.parse(due)).toBeGreaterThan(world.clock.now().getTime())
  })

  it('an inconsistency is found', async () => {
    await sql`update stock set sold = sold - 1 where sold > 0`.execute(world.db)
    expect((await findInconsistencies(world.db, account)).join()).toContain('stock differs')
    await sql`update stock set sold = sold + 1 where sold > 0 or ticket_type_id in (select ticket_type_id from tickets where status = 'valid')`.execute(
      world.db,
    )
    expect(await findInconsistencies(world.db, account)).toEqual([])
  })

  it('a sold seat that is free, and a ticket that says another seat, are found', async () => {
    const undone = new Error('undone')
    const attempt = world.db.transaction().execute(async (tx) => {
      await sql`
        update event_seats set state = 0, order_id = null, ticket_type_id = null
        where (event_id, seat_no) in (select event_id, seat_no from event_seats where state = 2 limit 1)`.execute(tx)
      await sql`
        update tickets set seat = jsonb_set(seat, '{number}', '"99"')
        where id = (select id from tickets where seat_no is not null and status = 'valid' order by id desc limit 1)`.execute(
        tx,
      )
      const problems = (await findInconsistencies(tx, account)).join()
      expect(problems).toContain('tickets without their sold seat')
      expect(problems).toContain('seats differ from stock')
      expect(problems).toContain('tickets that say another seat')
      throw undone
    })
    await expect(attempt).rejects.toBe(undone)
  })

  it('the demo is loaded once, however often it is requested', async () => {
    const count = async () =>
      (await sql<{ n: number }>`select count(*)::int n from orders`.execute(world.db)).rows[0]?.n
    const before = await count()
    expect(before).toBeGreaterThan(500)
    expect(await loadDemo(world.platform)).toBe(false)
    expect(await count()).toBe(before)
  })

  it('the figures are believable: two to five orders for a hundred page views, sales on most days', async () => {
    for (const event of await events()) {
      if (event.phase === 'not_started') continue
      const figures = event.statistics
      expect(figures?.visits.conversions_percent, event.name).toBeGreaterThanOrEqual(2)
      expect(figures?.visits.conversions_percent, event.name).toBeLessThanOrEqual(5)
      expect(figures?.by_day.length, event.name).toBeGreaterThan(8)
    }
  })

  it('the payout report has all three kinds of card, invitations and a VAT line', async () => {
    const over = await inPhase('over')
    expect(over.summary_available).toBe(true)
    const { body } = await world.call(showEvent, {
      token,
      account,
      params: { uuid: over.uuid },
      query: { append: ['report'] },
    })
    const { totals, calculations } = body.data.report ?? {}
    expect(totals?.orders_by_cc.total_amount_regular).toBeGreaterThan(10_000)
    expect(totals?.orders_by_cc.total_amount_special).toBeGreaterThan(1000)
    expect(totals?.orders_by_cc.total_amount_tourist).toBeGreaterThan(1000)
    expect(totals?.refunds.total_amount).toBeGreaterThan(0)
    expect(totals?.tickets.handle_fee).toBeGreaterThan(0)
    expect(calculations?.vat).toBeGreaterThan(0)
    expect(calculations?.neto_deposit).toBeGreaterThan(50_000)
  })

  it('people are entering the event that is open now', async () => {
    const { scan_statistics: entries } = await inPhase('running')
    expect(entries?.total_scanned).toBeGreaterThan(30)
    expect(entries?.total_unscanned).toBeGreaterThan(30)
  })

  it('a paid order is cancelled and refunded at the sandbox gateway', async () => {
    const { rows } = await sql<{ id: string; total: number }>`
      select id, total from orders where account_id = ${account} and status = 'paid' and total > 0
        and not exists (select from tickets where event_id = orders.event_id and order_id = orders.id and redeemed_at is not null)
      order by created_at desc limit 1`.execute(world.db)
    const uuid = rows[0]?.id ?? ''
    const answer = await world.call(cancelOrder, {
      token,
      account,
      params: { uuid },
      body: { refund: true, reason: 'לבקשת הקונים' },
    })
    expect(answer.status).toBe(200)
    await world.platform.jobs.drain({ names: ['payments.refund'] })
    const refund = await world.db
      .selectFrom('refunds')
      .selectAll()
      .where('order_id', '=', uuid)
      .executeTakeFirstOrThrow()
    expect(refund).toMatchObject({ status: 'done', amount: rows[0]?.total, last_error: null })
    expect(await findInconsistencies(world.db, account)).toEqual([])
  })

  it('events have pictures in all three slots and texts in three languages', async () => {
    const { body } = await world.call(listEvents, { token, account, query: { with: ['attachments'] } })
    for (const event of body.data) expect(event.attachments?.length, event.name).toBe(3)
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int n from events where texts ? 'en' and texts ? 'ar'`.execute(world.db)
    expect(rows[0]?.n).toBeGreaterThanOrEqual(2)
  })

  it('four halls have a published seat map each, from a theatre to a stadium', async () => {
    const { body } = await world.call(listVenueMaps, { token, account, query: { sort: 'created_at' } })
    const maps = body.data.map(({ venue, status, draft_seats, draft_areas, capacity }) => ({
      venue: venue?.name,
      status,
      places: [draft_seats, draft_areas, capacity],
    }))
    const byVenue = new Map(maps.map((map) => [map.venue, map]))
    expect(maps.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'published'))
    expect(byVenue.get('תיאטרון הפארק')?.places).toEqual([600, 0, 600])
    expect(byVenue.get('פארק המעיין')?.places).toEqual([1600, 2, 16_600])
    expect(byVenue.get('אצטדיון הנחל')?.places[0]).toBeGreaterThan(28_000)
  })

  it('a theatre of 600 is half sold, in pairs and groups side by side, the front more than the back', async () => {
    const { rows } = await sql<{ order_id: string; row_label: string; seat_no: number; section: string }>`
      select s.order_id, s.row_label, s.seat_no, s.section from event_seats s
      join events e on e.id = s.event_id where e.account_id = ${account} and s.state = 2 order by s.seat_no`.execute(
      world.db,
    )
    expect(rows.length).toBeGreaterThan(270)
    expect(rows.length).toBeLessThan(330)
    const orders = [...Map.groupBy(rows, ({ order_id }) => order_id).values()]
    const isTogether = (seats: typeof rows): boolean =>
      seats.every(({ seat_no }, index) => index === 0 || seat_no === seats[index - 1]!.seat_no + 1)
    expect(orders.filter(isTogether).length).toBeGreaterThan(orders.length * 0.95)
    const soldIn = (...labels: string[]): number =>
      rows.filter(({ section, row_label }) => section === 'אולם' && labels.includes(row_label)).length
    expect(soldIn('ב׳', 'ג׳', 'ד׳')).toBeGreaterThan(soldIn('י״ד', 'ט״ו', 'ט״ז') * 2)
    // Which rows are taken at all depends on the day.
    expect(soldIn('ט׳', 'י׳', 'י״א', 'י״ב', 'י״ג', 'י״ד', 'ט״ו', 'ט״ז')).toBeGreaterThan(0)
  })

  it('the producer finds tickets of her own on the storefront', async () => {
    const { body } = await world.call(listMyOrders, { token, query: {} })
    expect(body.data.length).toBeGreaterThanOrEqual(3)
  })

  it('the hints say how to sign in', async () => {
    const hints = (await demoHints(world.platform)).join('\n')
    expect(hints).toContain('050-234-5678')
    expect(hints).toContain('/dev/outbox')
  })

  it('the scanner may scan and nothing more', async () => {
    const scanner = await signIn(world, SCANNER_PHONE)
    expect(scanner.user.accounts[0]?.role).toBe('scanner')
  })
})

describe('the programme', () => {
  it('the programme has one running event whenever it is loaded, at plausible hours', () => {
    for (let hour = 0; hour < 24 * 7; hour++) {
      const now = new Date(Date.parse('2026-11-21T00:10:00Z') + hour * 3_600_000)
      const shows = PROGRAMME.map((make) => make(calendarFrom(now)))
      const running = shows.filter(({ when }) => when.startsAt <= now && now < when.endsAt)
      expect(running.length, now.toISOString()).toBe(1)
      expect(shows.filter(({ when }) => when.endsAt.getTime() + 5 * 3_600_000 < now.getTime()).length).toBe(1)
      for (const { when, name } of shows) {
        expect(
          Number(clockIn(ISRAEL_ZONE, when.startsAt).slice(0, 2)),
          `${name} ${when.startsAt.toISOString()}`,
        ).toBeGreaterThanOrEqual(9)
        expect(when.publishedAt < when.startsAt && when.createdAt < when.publishedAt).toBe(true)
      }
    }
  })

  it('the invitations are exactly those of the guest lists', () => {
    for (const make of PROGRAMME) {
      const show = make(calendarFrom(new Date()))
      const invitedByType = show.types.reduce((sum, type) => sum + type.invited, 0)
      const invited = show.guests.reduce((sum, guest) => sum + (guest.revoked ? 0 : guest.tickets), 0)
      expect(invited, show.name).toBe(invitedByType)
      for (const type of show.types) expect(type.sold + type.invited).toBeLessThanOrEqual(type.total)
    }
  })

  it('ID and company numbers are valid', () => {
    for (const id of ['032794562', '204418362', '516098241']) expect(isIsraeliId(id)).toBe(true)
  })
})
