import { showOrder } from '@kartis/contract/orders.ts'
import { EXCEPTION_STATES } from '@kartis/domain/reconciliation.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { type Charge, inWindows1255, newCharges, reportFile } from '../../../testing/reports.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { readAllTerminals } from '../../payments/payments/index.ts'
import type { GatewayTransaction } from '../../payments/payments/index.ts'
import { decideException, readExceptions } from './exceptions-queries.ts'
import type { ReportFormat } from './report-lines.ts'
import { lastDays, loadAcquirerReport, loadDeposits, reconcileTerminal } from './reconcile.ts'

const DAY = 86_400_000
const PLAIN: ReportFormat = { headings: {}, encoding: 'utf-8', delimiter: ',' }

let world: World
let owner: Producer
let gateway: TestGateway
let terminal: { id: string; name: string }
let sale: Awaited<ReturnType<typeof eventOnSale>>

beforeAll(async () => {
  world = await openWorld({ now: '2026-11-23T10:00:00Z', env: { ACQUIRER_DAYS: 'none' } })
  gateway = await useTestGateway(world)
  const found = (await readAllTerminals(world.db)).find(({ provider }) => provider === 'test')
  if (!found) throw new Error('no terminal')
  terminal = found
})
afterAll(() => world.close())

// Each test has days, and a producer, of its own.
beforeEach(async () => {
  world.clock.advance(4 * DAY)
  owner = await producer(world)
  sale = await eventOnSale(world, owner, { type: { price: 100 } })
  gateway.transactions = []
})

/** Buys so many orders of 100 shekels; their charges in the order of purchase. */
const charges = (count: number): Promise<Charge[]> => newCharges(world, gateway, sale, count)

const listed = (charge: Charge, other: Partial<GatewayTransaction> = {}): GatewayTransaction => ({
  ref: charge.ref,
  kind: 'charge',
  amount: charge.amount,
  currency: 'ILS',
  at: charge.at,
  reference: charge.id,
  ...other,
})

/** Reconciles the day of the purchases on the next morning. */
const reconcile = async () => {
  const days = lastDays(new Date(world.clock.now().getTime() + DAY), 3)
  return reconcileTerminal(world.platform, world.payments.terminals, terminal, days)
}

const differences = async (): Promise<string[]> => {
  const rows = await readExceptions(world.db, { states: ['open', 'explained'], limit: 1000, offset: 0 })
  const event = sale.event.uuid
  return rows
    .filter(({ event_id: id, day }) => id === event || day >= world.clock.now().toISOString().slice(0, 10))
    .map(({ level, kind, ours, theirs }) => `${level} ${kind} ${ours} ${theirs}`)
    .toSorted()
}

const fileOf = (...lines: readonly string[]): string => reportFile(lines)

const load = (lines: readonly string[], format = PLAIN, maxFee: number | null = null) =>
  loadAcquirerReport(world.platform, {
    path: fileOf(...lines),
    format,
    acquirer: 'cal',
    terminalId: terminal.id,
    maxFee,
  })

const today = (): string => world.clock.now().toISOString().slice(0, 10)

describe('the list of a gateway', () => {
  it('that says what our books say has no difference, however often it is compared', async () => {
    gateway.transactions = (await charges(3)).map((charge) => listed(charge))
    expect(await reconcile()).toMatchObject({ rows: 3, differences: 0, recorded: 0 })
    expect(await reconcile()).toMatchObject({ rows: 3, differences: 0, recorded: 0 })
    expect(await differences()).toEqual([])
  })

  it('shows each planted error as what it is, once', async () => {
    const [right, sum, currency, late, twice, missing] = await charges(6)
    if (!right || !sum || !currency || !late || !twice || !missing) throw new Error('six charges')
    gateway.transactions = [
      listed(right),
      listed(sum, { amount: 9_900 }),
      listed(currency, { currency: 'USD' }),
      listed(late, { at: new Date(late.at.getTime() - 2 * DAY) }),
      listed(twice),
      listed(twice, { ref: `${twice.ref}-again` }),
      listed(right, { ref: `unknown-${right.ref}`, amount: 700, reference: 'of another shop' }),
    ]
    await reconcile()
    await reconcile()
    expect(await differences()).toEqual(
      [
        'gateway sum 10000 9900',
        'gateway currency 10000 10000',
        'gateway late 10000 10000',
        'gateway duplicate 0 10000',
        'gateway theirs_only 0 700',
        'gateway ours_only 10000 0',
      ].toSorted(),
    )
  })

  it('that came right is fixed by itself, and what a person wrote off stays so', async () => {
    const [first, second] = await charges(2)
    if (!first || !second) throw new Error('two charges')
    await reconcile()
    const open = await readExceptions(world.db, { states: ['open'], limit: 100, offset: 0 })
    const off = open.find(({ payment_id: id }) => id === second.id)
    const now = world.clock.now()
    const decided = await inTransaction(world.db, (tx) =>
      decideException(tx, { id: off?.id ?? '', from: ['open'] }, { state: 'written_off', note: 'ביט', by: 'דנה' }, now),
    )
    expect(decided).toBe(true)
    gateway.transactions = [listed(first)]
    await reconcile()
    const states = await readExceptions(world.db, { states: EXCEPTION_STATES, limit: 100, offset: 0 })
    const stateOf = (id: string) => states.find(({ payment_id: payment }) => payment === id)
    expect(stateOf(first.id)).toMatchObject({ state: 'fixed', changed_by: null })
    expect(stateOf(second.id)).toMatchObject({ state: 'written_off', note: 'ביט', changed_by: 'דנה' })
  })

  it('that grows while it is read names a transaction twice, and it counts once', async () => {
    const [first, second] = await charges(2)
    if (!first || !second) throw new Error('two charges')
    gateway.transactions = [listed(first), listed(second), listed(second), listed(first)]
    expect(await reconcile()).toMatchObject({ rows: 4, differences: 0, recorded: 0 })
    const { rows } = await sql`select from gateway_rows where event_id = ${sale.event.uuid}`.execute(world.db)
    expect(rows).toHaveLength(2)
    expect(await differences()).toEqual([])
  })

  it('is compared whole or not at all', async () => {
    await charges(1)
    gateway.down = true
    await expect(reconcile()).rejects.toMatchObject({ name: 'GatewayError' })
    gateway.down = false
    expect(await differences()).toEqual([])
  })
})

describe('a refund that somebody made in the console of the gateway', () => {
  const credit = (charge: Charge, amount: number): GatewayTransaction => ({
    ref: `console-${charge.ref}`,
    kind: 'credit',
    amount,
    currency: 'ILS',
    at: charge.at,
    chargeRef: charge.ref,
  })
  const orderOf = async (charge: Charge) =>
    (await world.call(showOrder, { ...as(owner), params: { uuid: charge.order_id } })).body.data

  it('becomes the refund of its order: tickets are cancelled, the books have it, and the buyer is told once', async () => {
    const [charge] = await charges(1)
    if (!charge) throw new Error('a charge')
    gateway.transactions = [listed(charge), credit(charge, charge.amount)]
    const [first, second] = await Promise.all([reconcile(), reconcile()])
    expect(first.recorded + second.recorded).toBe(1)
    expect(await reconcile()).toMatchObject({ recorded: 0, differences: 0 })
    expect(await orderOf(charge)).toMatchObject({ status: 'refunded', refunded_amount: 100 })
    await world.handleEvents()
    const { rows } = await sql<{ kind: string }>`
      select kind from journals where event_id = ${sale.event.uuid} order by kind`.execute(world.db)
    expect(rows.map(({ kind }) => kind)).toEqual(['refund', 'refund_paid', 'sale'])
    const messages = await world.db
      .selectFrom('messages')
      .select(['channel', 'template'])
      .where('order_id', '=', charge.order_id)
      .where('template', '<>', 'tickets_ready')
      .where('channel', '=', 'sms')
      .execute()
    expect(messages).toHaveLength(1)
    expect(gateway.requests).toEqual([])
  })

  it('of a part leaves the tickets valid, and the order says so', async () => {
    const [charge] = await charges(1)
    if (!charge) throw new Error('a charge')
    gateway.transactions = [listed(charge), credit(charge, 2_500)]
    expect(await reconcile()).toMatchObject({ recorded: 1, differences: 0 })
    expect(await orderOf(charge)).toMatchObject({ status: 'partially_refunded', refunded_amount: 25 })
    const tickets = await world.db
      .selectFrom('tickets')
      .select('status')
      .where('order_id', '=', charge.order_id)
      .execute()
    expect(tickets).toEqual([{ status: 'valid' }])
  })

  it('that is more than was paid, or while a refund of ours is on its way, waits for a person', async () => {
    const [charge, other] = await charges(2)
    if (!charge || !other) throw new Error('two charges')
    await sql`
      insert into refunds (event_id, id, payment_id, order_id, amount, status, created_at)
      values (${sale.event.uuid}, gen_random_uuid(), ${other.id}, ${other.order_id}, 100, 'queued', ${world.clock.now()})`.execute(
      world.db,
    )
    gateway.transactions = [listed(charge), listed(other), credit(charge, charge.amount + 1), credit(other, 100)]
    expect(await reconcile()).toMatchObject({ recorded: 0, differences: 2 })
    expect(await differences()).toEqual(['gateway theirs_only 0 100', 'gateway theirs_only 0 10001'])
    await sql`delete from refunds where event_id = ${sale.event.uuid}`.execute(world.db)
  })
})

describe('the report of an acquirer', () => {
  const HEAD = 'ref,kind,amount,fee,net,currency,day,paid_on,deposit'
  const line = (
    charge: Charge,
    other: Partial<Record<'amount' | 'fee' | 'net' | 'currency' | 'paid_on', string>> = {},
  ) => {
    const { amount = '100.00', fee = '1.00', net = '99.00', currency = 'ILS', paid_on: paidOn = today() } = other
    return [charge.ref, 'charge', amount, fee, net, currency, today(), paidOn, `D${today()}`].join(',')
  }

  it('shows each planted error as what it is, and the same file twice changes nothing', async () => {
    const [right, sum, currency, late, twice, missing, fee, more] = await charges(8)
    if (!right || !sum || !currency || !late || !twice || !missing || !fee || !more) throw new Error('eight charges')
    const lines = [
      HEAD,
      line(right),
      line(sum, { amount: '99.00', net: '98.00' }),
      line(currency, { currency: 'USD' }),
      line(late, { paid_on: new Date(world.clock.now().getTime() + 9 * DAY).toISOString().slice(0, 10) }),
      line(twice),
      line(twice),
      line(fee, { fee: '2.50', net: '97.50' }),
      line(more, { net: '97.00' }),
      line({ ...right, ref: 'unknown' }, { amount: '7.00', net: '6.00' }),
    ]
    expect(await load(lines, PLAIN, 150)).toMatchObject({ rows: 9, fresh: 9 })
    expect(await load(lines, PLAIN, 150)).toMatchObject({ rows: 9, fresh: 0 })
    expect(await differences()).toEqual(
      [
        'acquirer sum 10000 9900',
        'acquirer currency 10000 10000',
        'acquirer late 10000 10000',
        'acquirer duplicate 10000 20000',
        'acquirer fee 150 250',
        'acquirer fee 10 100',
        'acquirer fee 100 300',
        'acquirer theirs_only 0 700',
        'acquirer ours_only 10000 0',
      ].toSorted(),
    )
  })

  it('is read with Hebrew headings of another encoding, and finds a charge by approval and sum', async () => {
    const [charge] = await charges(1)
    if (!charge) throw new Error('a charge')
    const [year = '', month = '', day = ''] = today().split('-')
    const lines = `אישור;סכום;תאריך\r\n${charge.approval};"100.00";${day}/${month}/${year}\r\n`
    const path = reportFile(inWindows1255(lines))
    const format = {
      headings: { approval: 'אישור', amount: 'סכום', day: 'תאריך' },
      encoding: 'windows-1255',
      delimiter: ';',
    }
    const source = { path, format, acquirer: 'isracard', terminalId: terminal.id, maxFee: null }
    expect(await loadAcquirerReport(world.platform, source)).toMatchObject({ rows: 1, fresh: 1, differences: 0 })
  })

  it('with a line that cannot be read is not loaded at all, and the error names line and column', async () => {
    const [charge] = await charges(1)
    if (!charge) throw new Error('a charge')
    const bad = line(charge).replace('100.00', '1o0')
    await expect(load([HEAD, line(charge), bad])).rejects.toThrow(
      'line 3: amount must be a sum such as 1,234.50, and is "1o0".',
    )
    const { rows } = await sql`select from acquirer_rows where day = ${today()}`.execute(world.db)
    expect(rows).toEqual([])
  })

  it('is compared with the deposits of the bank: short, missing and foreign ones', async () => {
    const [first, second] = await charges(2)
    if (!first || !second) throw new Error('two charges')
    await load([HEAD, line(first), line(second)])
    const bank = (lines: readonly string[]) =>
      loadDeposits(world.platform, { path: fileOf('deposit,amount,day', ...lines), format: PLAIN, acquirer: 'cal' })
    expect(await bank([`D${today()},197.50,${today()}`, `X${today()},12.00,${today()}`])).toMatchObject({
      differences: 2,
    })
    expect(
      (await readExceptions(world.db, { states: ['open'], level: 'bank', limit: 10, offset: 0 }))
        .filter(({ day }) => day === today())
        .map(({ kind, ours, theirs }) => `${kind} ${ours} ${theirs}`)
        .toSorted(),
    ).toEqual(['deposit_short 19800 19750', 'theirs_only 0 1200'])
    expect(await bank([`D${today()},0.50,${today()}`, `X${today()},12.00,${today()}`])).toMatchObject({
      differences: 1,
    })
  })
})
