import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { producer } from '../../../testing/people.ts'
import { type Charge, inWindows1255, newCharges, reportFile } from '../../../testing/reports.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { readAllTerminals } from '../../payments/payments/index.ts'
import { readExceptions } from './exceptions-queries.ts'
import { loadAcquirerReport, loadDeposits } from './reconcile.ts'

const DAY = 86_400
const PLAIN = { headings: {}, encoding: 'utf-8', delimiter: ',' }
const HEAD = 'ref,kind,amount,fee,net,currency,day,paid_on,deposit'

let world: World
let gateway: TestGateway
let terminalId: string
let sale: Awaited<ReturnType<typeof eventOnSale>>

beforeAll(async () => {
  world = await openWorld({ now: '2026-11-23T10:00:00Z', env: { ACQUIRER_DAYS: 'none' } })
  gateway = await useTestGateway(world)
  terminalId = (await readAllTerminals(world.db)).find(({ provider }) => provider === 'test')?.id ?? ''
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.advance(30 * DAY)
  sale = await eventOnSale(world, await producer(world), { type: { price: 100 } })
})

const today = (): string => world.clock.now().toISOString().slice(0, 10)
const line = ({ ref }: Charge, deposit: string): string =>
  [ref, 'charge', '100.00', '1.00', '99.00', 'ILS', today(), today(), deposit].join(',')
const load = (content: readonly string[] | Buffer, format = PLAIN) =>
  loadAcquirerReport(world.platform, { path: reportFile(content), format, acquirer: 'cal', terminalId, maxFee: null })
const bank = (...lines: readonly string[]) =>
  loadDeposits(world.platform, { path: reportFile(['deposit,amount,day', ...lines]), format: PLAIN, acquirer: 'cal' })
const open = async (level: 'acquirer' | 'bank', from: string): Promise<string[]> =>
  (await readExceptions(world.db, { states: ['open'], level, limit: 100, offset: 0 }))
    .filter(({ day }) => day >= from)
    .map(({ kind, day, ours, theirs }) => `${day} ${kind} ${ours} ${theirs}`)
    .toSorted()

/** One charge on each of three days, and its line in a report of that day. */
const threeDays = async () => {
  const days: { readonly day: string; readonly written: string }[] = []
  for (let n = 0; n < 3; n++) {
    const charge = (await newCharges(world, gateway, sale, 1)).at(-1)
    if (!charge) throw new Error('a charge')
    days.push({ day: today(), written: line(charge, `D${today()}`) })
    world.clock.advance(DAY)
  }
  const [first, second, third] = days
  if (!first || !second || !third) throw new Error('three days')
  return { first, second, third }
}

describe('a report that misses a day', () => {
  it('shows the charges of that day as missing until the day comes in a later one', async () => {
    const { first, second, third } = await threeDays()
    await load([HEAD, first.written, third.written])
    expect(await open('acquirer', first.day)).toEqual([`${second.day} ours_only 10000 0`])
    expect(await load([HEAD, second.written])).toMatchObject({ rows: 1, fresh: 1, differences: 0 })
    expect(await open('acquirer', first.day)).toEqual([])
  })
})

describe('a report in another charset than was said', () => {
  it('is not loaded at all, and the error names the first line', async () => {
    const [charge] = await newCharges(world, gateway, sale, 1)
    if (!charge) throw new Error('a charge')
    const lines = `אישור,סכום,תאריך\n${charge.approval},100.00,${today()}\n`
    const headings = { approval: 'אישור', amount: 'סכום', day: 'תאריך' }
    const misread = [
      [inWindows1255(lines), 'utf-8'],
      [Buffer.from(lines), 'windows-1255'],
    ] as const
    for (const [content, encoding] of misread)
      await expect(load(content, { ...PLAIN, headings, encoding })).rejects.toThrow(
        /^the file has no column amount: name its heading/,
      )
    const { rows } = await sql`select from acquirer_rows where day = ${today()}`.execute(world.db)
    expect(rows).toEqual([])
  })
})

describe('deposits of the bank', () => {
  it.each([
    ['a day after', 0, 1],
    ['a day before', 1, 0],
  ])('that the bank has %s the acquirer says it paid are compared', async (_, received, paid) => {
    const [charge] = await newCharges(world, gateway, sale, 1)
    if (!charge) throw new Error('a charge')
    const dayOf = (days: number) => new Date(world.clock.now().getTime() + days * DAY).toISOString().slice(0, 10)
    const ref = `T${dayOf(received)}`
    const written = [charge.ref, 'charge', '100.00', '1.00', '99.00', 'ILS', today(), dayOf(paid), ref].join(',')
    await load([HEAD, written])
    expect(await bank(`${ref},98.00,${dayOf(received)}`)).toMatchObject({ differences: 1 })
    expect(await open('bank', dayOf(paid))).toContain(`${dayOf(paid)} deposit_short 9900 9800`)
    world.clock.advance(10 * DAY)
  })

  it('that do not arrive, or days late, are found beside one that is right', async () => {
    const [right, missing, late] = await newCharges(world, gateway, sale, 3)
    if (!right || !missing || !late) throw new Error('three charges')
    const paidOn = today()
    const ref = (name: string): string => `${name}${paidOn}`
    await load([HEAD, line(right, ref('R')), line(missing, ref('M')), line(late, ref('L'))])
    world.clock.advance(5 * DAY)
    await bank(`${ref('R')},99.00,${paidOn}`, `${ref('L')},99.00,${today()}`)
    expect(await open('bank', paidOn)).toEqual([`${paidOn} late 9900 0`, `${paidOn} late 9900 9900`])
  })
})
