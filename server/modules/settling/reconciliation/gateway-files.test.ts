import { addDays } from '@kartis/domain/cancellation.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { producer } from '../../../testing/people.ts'
import { type Charge, inWindows1255, newCharges, reportFile } from '../../../testing/reports.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { readAllTerminals } from '../../payments/payments/index.ts'
import { readExceptions } from './exceptions-queries.ts'
import { loadGatewayReport, reconcileTerminal } from './reconcile.ts'

const DAY = 86_400_000
const PLAIN = { headings: {}, encoding: 'utf-8', delimiter: ',' }

let world: World
let gateway: TestGateway
let terminal: { id: string; name: string; provider: string }
let sale: Awaited<ReturnType<typeof eventOnSale>>

beforeAll(async () => {
  world = await openWorld({ now: '2026-11-23T10:00:00Z', env: { ACQUIRER_DAYS: 'none' } })
  gateway = await useTestGateway(world)
  const found = (await readAllTerminals(world.db)).find(({ provider }) => provider === 'test')
  if (!found) throw new Error('no terminal')
  terminal = found
})
afterAll(() => world.close())

// Each test has days of its own.
beforeEach(async () => {
  world.clock.advance((4 * DAY) / 1000)
  sale = await eventOnSale(world, await producer(world), { type: { price: 100 } })
})

/** The day of the purchases. */
let bought = ''
/** Buys so many orders of 100 shekels, and goes to the next day, when a report of the purchases is whole. */
const charges = async (count: number): Promise<Charge[]> => {
  const made = await newCharges(world, gateway, sale, count)
  bought = world.clock.now().toISOString().slice(0, 10)
  world.clock.advance(DAY / 1000)
  return made
}

const load = (
  lines: readonly string[] | Buffer,
  {
    format = PLAIN,
    provider = 'test',
    records = false,
  }: { format?: object; provider?: string; records?: boolean } = {},
) =>
  loadGatewayReport(world.platform, {
    file: reportFile(lines),
    format: { ...PLAIN, ...format },
    terminal: { id: terminal.id, provider },
    records,
  })

const differences = async (): Promise<string[]> => {
  const rows = await readExceptions(world.db, { states: ['open'], level: 'gateway', limit: 1000, offset: 0 })
  return rows
    .filter(({ day }) => day >= addDays(bought, -2))
    .map(({ kind, ours, theirs }) => `${kind} ${ours} ${theirs}`)
    .toSorted()
}

/** The local date of a charge in Israel, as a console writes it. */
const written = (charge: Charge, day = bought): string => {
  const [year = '', month = '', date = ''] = day.split('-')
  const clock = new Date(charge.at.getTime() + 2 * 3_600_000).toISOString().slice(11, 16)
  return `${date}/${month}/${year} ${clock}`
}

describe('the report of a gateway as a file', () => {
  it('that says what our books say has no difference, and loading it again changes nothing', async () => {
    const made = await charges(3)
    const lines = ['ref,amount,day,reference', ...made.map((each) => `${each.ref},100.00,${written(each)},${each.id}`)]
    expect(await load(lines)).toMatchObject({ rows: 3, fresh: 3, differences: 0, recorded: 0, comparedUntil: bought })
    expect(await load(lines)).toMatchObject({ rows: 3, fresh: 0, differences: 0 })
    expect(await differences()).toEqual([])
  })

  it('shows each planted error as what it is, once', async () => {
    const [right, sum, currency, late, twice, missing] = await charges(6)
    if (!right || !sum || !currency || !late || !twice || !missing) throw new Error('six charges')
    const lines = [
      'ref,kind,amount,currency,day,reference,last4',
      `${right.ref},charge,100.00,ILS,${written(right)},${right.id},0101`,
      `${sum.ref},charge,99.00,ILS,${written(sum)},${sum.id},0102`,
      `${currency.ref},charge,100.00,USD,${written(currency)},${currency.id},0103`,
      `${late.ref},charge,100.00,ILS,${written(late, addDays(bought, -2))},${late.id},0104`,
      `${twice.ref},charge,100.00,ILS,${written(twice)},${twice.id},0105`,
      `${twice.ref}-again,charge,100.00,ILS,${written(twice)},${twice.id},0105`,
      `foreign-${right.ref},charge,7.00,ILS,${written(right)},,0106`,
    ]
    for (let times = 0; times < 2; times += 1) await load(lines)
    expect(await differences()).toEqual(
      [
        'sum 10000 9900',
        'currency 10000 10000',
        'late 10000 10000',
        'duplicate 0 10000',
        'theirs_only 0 700',
        'ours_only 10000 0',
      ].toSorted(),
    )
  })

  it('is read with the names of each gateway: its sums, its kinds, its codes of declined cards', async () => {
    const [first, second] = await charges(2)
    if (!first || !second) throw new Error('two charges')
    const at = `${bought} 12:00:00`
    const files = {
      tranzila: [
        'index,txn_type,tranmode,amount,currency,transaction_date,transaction_time,processor_response_code,user_defined_1,credit_card_token',
        `${first.ref},DEBIT,A,10000,1,${bought},12:00:00,000,${first.id},X0123456789abcd1234`,
        `${second.ref},DEBIT,AK,10000,1,${bought},12:00:00,000,${second.id},X0123456789abcd4321`,
        `77001,DEBIT,A,5000,1,${bought},12:00:00,033,,`,
        `77002,DEBIT,VK,5000,1,${bought},12:00:00,000,,`,
      ],
      cardcom: [
        'TranzactionId,Amount,CoinId,CreateDate,DealType,IsRefund,ResponseCode,JParameter,Uid,Last4CardDigitsString',
        `${first.ref},100,1,${bought}T12:00:00,Charge,False,0,0,u1,0012`,
        `${second.ref},100.0,1,${bought}T12:00:00,Charge,False,0,0,u2,0013`,
        `77003,50,1,${bought}T12:00:00,Charge,False,700,2,u3,0014`,
      ],
      payplus: [
        'transaction_uid,type,amount,currency,date,status_code,more_info,four_digits',
        `${first.ref},Charge,100.00,ILS,${at},000,${first.id},1234`,
        `${second.ref},Charge,100.00,ILS,${at},000,${second.id},4321`,
        `a-b,Approval,50,ILS,${at},000,,1111`,
      ],
    }
    for (const [provider, lines] of Object.entries(files))
      expect(await load(lines, { provider }), provider).toMatchObject({ differences: 0 })
    expect(await differences()).toEqual([])
    const { rows } = await sql<{ last4: string }>`
      select last4 from gateway_rows where ref in (${first.ref}, ${second.ref}) and day = ${bought} order by ref`.execute(
      world.db,
    )
    expect(rows).toEqual([{ last4: '1234' }, { last4: '4321' }])
  })

  it('is read in Hebrew of another encoding, with headings that are named', async () => {
    const [charge] = await charges(1)
    if (!charge) throw new Error('a charge')
    const text = `מספר עסקה;סך הכל;תאריך;סוג\r\n${charge.ref};"100.00";${written(charge)};חיוב\r\n`
    const format = { headings: { amount: 'סך הכל' }, encoding: 'windows-1255', delimiter: ';' }
    expect(await load(inWindows1255(text), { format })).toMatchObject({ rows: 1, fresh: 1, differences: 0 })
  })

  it('is read with the days of a spreadsheet, which are numbers', async () => {
    const [charge] = await charges(1)
    if (!charge) throw new Error('a charge')
    const days = (Date.parse(`${bought}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / DAY
    expect(
      await load(['ref\tamount\tday', `${charge.ref}\t100\t${days + 0.5}`], { format: { delimiter: '\t' } }),
    ).toMatchObject({ from: bought, until: bought, differences: 0 })
  })

  it('with a line that cannot be read is not loaded at all, and the error names line and column', async () => {
    const [charge] = await charges(1)
    const cases = [
      ['ref,amount,day', 'R1,1o0,2026-11-23', 'line 2: amount must be a sum such as 1,234.50, and is "1o0".'],
      [
        'ref,amount,day',
        'R1,100,31/02/2026',
        'line 2: day must be a day such as 2026-11-23 or 23/11/2026, and is "31/02/2026".',
      ],
      ['ref,amount,day', ',100,2026-11-23', 'line 2: ref must be the gateway’s number of the transaction, and is "".'],
      ['ref,amount,day,kind', 'R1,100,2026-11-23,gift', 'line 2: kind must be charge, credit or void, and is "gift".'],
      ['ref,amount,day,status', 'R1,100,2026-11-23,maybe', 'line 2: status must be 0 or another code, and is "maybe".'],
      ['ref,day', 'R1,2026-11-23', 'the file has no column amount: name its heading with --headings amount=<heading>.'],
      ['ref,amount,day', 'R1,"100,2026-11-23', 'line 2: quotation marks or lines do not end where they must.'],
    ] as const
    for (const [head, line, message] of cases) {
      const good = head
        .split(',')
        .map((name) => ({ ref: charge?.ref, amount: '100', day: bought })[name] ?? '')
        .join(',')
      await expect(load([head, line]), message).rejects.toThrow(message)
      await expect(load([head, good, line]), message).rejects.toThrow(message.replace('line 2', 'line 3'))
    }
    const { rows } = await sql`select from gateway_rows where day = ${bought}`.execute(world.db)
    expect(rows).toEqual([])
  })

  it('with a quotation mark that nothing closes is refused before the rest of it is in memory', async () => {
    const lines = [
      'ref,amount,day',
      'R1,"100,2026-11-23',
      ...Array.from({ length: 20_000 }, (_, n) => `R${n},1,2026-11-23`),
    ]
    await expect(load(lines)).rejects.toMatchObject({ problem: { kind: 'not_csv' } })
  })

  it('of today is kept and compared when the day is over', async () => {
    const [charge] = await newCharges(world, gateway, sale, 2)
    bought = world.clock.now().toISOString().slice(0, 10)
    const lines = ['ref,amount,day', `${charge?.ref},100,${bought}`]
    expect(await load(lines)).toMatchObject({ rows: 1, fresh: 1, differences: 0, comparedUntil: undefined })
    world.clock.advance(DAY / 1000)
    expect(await load(lines)).toMatchObject({ fresh: 0, differences: 1, comparedUntil: bought })
    expect(await differences()).toEqual(['ours_only 10000 0'])
  })

  it('leaves what it does not say as the gateway listed it', async () => {
    const [charge] = await charges(1)
    if (!charge) throw new Error('a charge')
    const listed = { kind: 'charge', currency: 'ILS', reference: charge.id, last4: '0007', chargeKey: 'k' } as const
    gateway.transactions = [{ ...listed, ref: charge.ref, amount: charge.amount, at: charge.at }]
    const days = { from: bought, until: bought }
    await reconcileTerminal(world.platform, world.payments.terminals, terminal, days)
    expect(await load(['ref,amount,day', `${charge.ref},100,${bought}`])).toMatchObject({ fresh: 0, differences: 0 })
    gateway.transactions = []
  })
})

describe('a refund that only a file knows', () => {
  const lines = (charge: Charge) => [
    'ref,kind,amount,day,charge_ref',
    `${charge.ref},charge,100,${bought},`,
    `back-${charge.ref},refund,100,${bought},${charge.ref}`,
  ]
  const refundsOf = async () =>
    (await sql`select from refunds where event_id = ${sale.event.uuid}`.execute(world.db)).rows

  it('is a difference for a person: a file moves no money and cancels no ticket', async () => {
    const [charge] = await charges(1)
    if (!charge) throw new Error('a charge')
    expect(await load(lines(charge))).toMatchObject({ differences: 1, recorded: 0 })
    expect(await differences()).toEqual(['theirs_only 0 10000'])
    expect(await refundsOf()).toEqual([])
  })

  it('is recorded where the operator says that the file is the gateway’s, once', async () => {
    const [charge] = await charges(1)
    if (!charge) throw new Error('a charge')
    expect(await load(lines(charge), { records: true })).toMatchObject({ differences: 0, recorded: 1 })
    expect(await load(lines(charge), { records: true })).toMatchObject({ differences: 0, recorded: 0 })
    expect(await refundsOf()).toHaveLength(1)
  })
})
