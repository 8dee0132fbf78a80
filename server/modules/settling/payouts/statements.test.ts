import { listLedger } from '@kartis/contract/ledger.ts'
import { showEvent } from '@kartis/contract/events.ts'
import {
  exportPayouts,
  exportStatements,
  listPayouts,
  listStatementLineJournals,
  listStatements,
  showBalance,
  showPayout,
  showStatement,
} from '@kartis/contract/statements.ts'
import { sum } from '@kartis/domain/money.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import type { Sold } from '../../../testing/past-sales.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { bookedSale, refundOf, statementAt } from '../../../testing/settlements.ts'
import { sheetOf } from '../../../testing/xlsx.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { setContract } from '../../people/accounts/index.ts'
import { balanceOf } from './balance.ts'
import { hashOf } from './statement-hash.ts'
import { lastStatement, readStatementLines } from './statements-queries.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const DAY = 86_400_000

/** An event with these sales, and the instant from which its payout is due. */
const evening = async (owner: Producer, sales: readonly Sold[]) => {
  const { event, type } = await eventOnSale(world, owner)
  for (const sale of sales) await bookedSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, sale)
  return { event, type, due: new Date(Date.parse(event.ends_at) + 4 * 3_600_000 + 1000) }
}

const later = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY)

const amounts = (statement: { lines: readonly { kind: string; amount: number }[] } | undefined) =>
  statement?.lines.map(({ kind, amount }) => [kind, amount])

describe('a statement', () => {
  it('has the figures of the payout report to the agora, pays them out, and is shown to the producer', async () => {
    const owner = await producer(world)
    const { event, due } = await evening(owner, [
      { total: 1_234_550 },
      { total: 250_000, bucket: 'special' },
      { total: 99_990, bucket: 'tourist' },
      { total: 500_000, method: 'cash' },
    ])
    const free = await ticketTypeOf(world, owner, event, { name: 'מוזמנים', price: 0 })
    const guests = { total: 0, tickets: Array.from({ length: 37 }, () => 0) }
    await bookedSale(world, owner, { eventId: event.uuid, typeId: free.uuid }, guests)
    expect(await statementAt(world, owner, new Date(Date.parse(event.ends_at)))).toBeUndefined()
    const statement = await statementAt(world, owner, due)
    expect(amounts(statement)).toEqual([
      ['sale', 1_584_540],
      ['card_fee', -81_727],
      ['service_fee', -5550],
      ['vat', -15_710],
      ['payout', -1_481_553],
    ])
    expect(statement).toMatchObject({ number: 1, opening: 0, closing: 0, payout: { amount: 1_481_553 } })
    const [listed] = (await world.call(listStatements, as(owner))).body.data
    expect(listed).toMatchObject({ number: 1, opening_balance: 0, closing_balance: 0, payout: { status: 'draft' } })
    const params = { uuid: statement?.id ?? '' }
    const shown = (await world.call(showStatement, { ...as(owner), params })).body.data
    expect(shown.lines[0]).toMatchObject({ event_uuid: event.uuid, amount: 15_845.4, held_amount: 5000 })
    const [payout] = (await world.call(listPayouts, as(owner))).body.data
    expect(payout).toMatchObject({ amount: 14_815.53, status: 'draft', statement_number: 1 })
    for (const exported of [exportStatements, exportPayouts])
      expect(sheetOf((await world.call(exported, as(owner))).bytes)).toContain('<v>14815.53</v>')
    const guestsFee = (await world.call(listLedger, { ...as(owner), query: { filter: { kind: 'service_fee' } } })).body
    expect(guestsFee.data).toMatchObject([{ fee_of: null, fee_for: { tickets: 37, price: 1.5 } }])
    const stranger = await producer(world)
    expect((await world.call(showStatement, { ...as(stranger), params })).status).toBe(404)
    expect((await world.call(showPayout, { ...as(stranger), params: { uuid: payout?.uuid ?? '' } })).status).toBe(404)
    expect((await world.call(listStatements, as(stranger))).body.data).toEqual([])
  })

  it('is made once by concurrent callers', async () => {
    const owner = await producer(world)
    const { due } = await evening(owner, [{ total: 10_000 }])
    const made = await Promise.all([1, 2, 3].map(() => statementAt(world, owner, due)))
    expect(made.filter(Boolean)).toHaveLength(1)
  })

  it('never changes, and its hash proves it', async () => {
    const owner = await producer(world)
    const first = await evening(owner, [{ total: 10_000 }])
    await statementAt(world, owner, first.due)
    const second = await evening(owner, [{ total: 20_000 }])
    await statementAt(world, owner, second.due)
    const last = await lastStatement(world.db, owner.account.uuid)
    if (!last) throw new Error('no statement')
    const lines = await readStatementLines(world.db, last.id)
    const stored = {
      ...last,
      accountId: last.account_id,
      madeAt: last.made_at,
      previousHash: last.previous_hash,
      promised: [],
      lines,
    }
    expect(hashOf(stored)).toBe(last.hash)
    expect(hashOf({ ...stored, closing: stored.closing + 1 })).not.toBe(last.hash)
    expect(last).toMatchObject({ number: 2, previous_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string })
    for (const write of [
      sql`update statements set closing = 1 where id = ${last.id}`,
      sql`delete from statement_lines where statement_id = ${last.id}`,
    ])
      await expect(write.execute(world.db)).rejects.toThrow('never changes')
  })

  it('has the refunds after a payout, and carries the debt until later events have paid it', async () => {
    const owner = await producer(world)
    const first = await evening(owner, [{ total: 100_000 }])
    expect(await statementAt(world, owner, first.due)).toMatchObject({ closing: 0, payout: { amount: 94_100 } })
    await refundOf(world, first.event.uuid, 60_000)
    const second = await statementAt(world, owner, later(first.due, 1))
    // The fees of the refunded part come back, at the rates at which the event was settled.
    expect(amounts(second)).toEqual([
      ['refund', -60_000],
      ['card_fee', 3000],
      ['vat', 540],
    ])
    expect(second).toMatchObject({ number: 2, opening: 0, closing: -56_460, payout: undefined })
    const { data: journals } = (await world.call(listLedger, as(owner))).body
    const basesOf = (kind: string) => journals.filter((row) => row.kind === kind).map(({ fee_of: of }) => of)
    expect(basesOf('card_fee')).toEqual([
      { base_amount: -600, percent: 5 },
      { base_amount: 1000, percent: 5 },
    ])
    expect(basesOf('vat')).toEqual([
      { base_amount: -30, percent: 18 },
      { base_amount: 50, percent: 18 },
    ])
    expect(basesOf('sale')).toEqual([null])
    // The event's own report names the statement that settled it, and what came after it.
    const shown = { params: { uuid: first.event.uuid }, query: { append: ['report'] as ['report'] } }
    const { report } = (await world.call(showEvent, { ...as(owner), ...shown })).body.data
    expect(report?.payout.statement).toMatchObject({
      number: 1,
      payout_status: 'draft',
      net_amount: 941,
      since_amount: -564.6,
    })
    const small = await evening(owner, [{ total: 20_000 }])
    expect(await statementAt(world, owner, small.due)).toMatchObject({ opening: -56_460, closing: -37_640 })
    const large = await evening(owner, [{ total: 50_000 }])
    expect(await statementAt(world, owner, large.due)).toMatchObject({ closing: 0, payout: { amount: 9410 } })
    const { body } = await world.call(listStatements, as(owner))
    expect(body.data.map(({ opening_balance: opening }) => opening)).toEqual([-376.4, -564.6, 0, 0])
  })

  it('keeps the terms with which an event was settled', async () => {
    const owner = await producer(world)
    const { event, due } = await evening(owner, [{ total: 100_000 }])
    await statementAt(world, owner, due)
    await setContract(world.platform, owner.account.uuid, { regularBp: 1000 }, later(due, 1))
    await refundOf(world, event.uuid, 100_000)
    const next = await statementAt(world, owner, later(due, 2))
    expect(next?.closing).toBe(-94_100)
  })

  it('waits for bank details with its balance', async () => {
    const owner = await producer(world)
    const { due } = await evening(owner, [{ total: 10_000 }])
    const banks = sql`account_bank_details where account_id = ${owner.account.uuid}`
    const saved = await sql<{ row: unknown }>`select to_jsonb(b) as row from (select * from ${banks}) b`.execute(
      world.db,
    )
    await sql`delete from ${banks}`.execute(world.db)
    expect(await statementAt(world, owner, due)).toMatchObject({ closing: 9410, payout: undefined })
    await sql`
      insert into account_bank_details
      select * from jsonb_populate_record(null::account_bank_details, ${JSON.stringify(saved.rows[0]?.row)}::jsonb)`.execute(
      world.db,
    )
    const next = await statementAt(world, owner, later(due, 1))
    expect(next).toMatchObject({ opening: 9410, closing: 0, payout: { amount: 9410 } })
    expect(amounts(next)).toEqual([['payout', -9410]])
  })

  it('withholds the rolling reserve, and pays it out when its days are over', async () => {
    const owner = await producer(world)
    const terms = { reserveBp: 1000, reserveDays: 30 }
    await setContract(world.platform, owner.account.uuid, terms)
    const { due } = await evening(owner, [{ total: 100_000 }])
    expect(await statementAt(world, owner, due)).toMatchObject({ closing: 10_000, payout: { amount: 84_100 } })
    expect(await statementAt(world, owner, later(due, 29))).toBeUndefined()
    expect(await statementAt(world, owner, later(due, 31))).toMatchObject({ closing: 0, payout: { amount: 10_000 } })
  })

  it.each(['direct', 'aggregated'] as const)(
    'is an invoice of fees to producers who are paid without us: %s',
    async (mode) => {
      const owner = await producer(world)
      await setContract(world.platform, owner.account.uuid, { mode })
      const { due } = await evening(owner, [{ total: 100_000 }])
      const statement = await statementAt(world, owner, due)
      expect(amounts(statement)).toEqual([
        ['sale', 0],
        ['card_fee', -5000],
        ['vat', -900],
      ])
      expect(statement).toMatchObject({ closing: -5900, payout: undefined })
      expect(statement?.lines[0]).toMatchObject({ held: 100_000 })
    },
  )
})

describe('a line of a statement', () => {
  it('opens to the journals that it sums up, on each statement those since the one before', async () => {
    const owner = await producer(world)
    const first = await evening(owner, [{ total: 100_000 }, { total: 5000, method: 'cash' }])
    await statementAt(world, owner, first.due)
    await refundOf(world, first.event.uuid, 60_000)
    await evening(owner, [{ total: 20_000 }])
    await statementAt(world, owner, later(first.due, 30))
    const listed = (await world.call(listStatements, as(owner))).body.data
    expect(listed).toHaveLength(2)
    for (const { uuid } of listed) {
      const { lines } = (await world.call(showStatement, { ...as(owner), params: { uuid } })).body.data
      for (const [index, line] of lines.entries()) {
        const params = { uuid, position: index + 1 }
        const { data } = (await world.call(listStatementLineJournals, { ...as(owner), params })).body
        const credit = (account: string): number =>
          0 -
          sum(
            data.flatMap((journal) =>
              journal.lines
                .filter((row) => row.ledger_account === account)
                .map(({ amount }) => Math.round(amount * 100)),
            ),
          )
        expect([line.kind, credit('producer_payable') / 100, credit('producer_held') / 100]).toEqual([
          line.kind,
          line.amount,
          line.held_amount,
        ])
      }
    }
    const [newest] = listed
    const at = (position: number) => ({ params: { uuid: newest?.uuid ?? '', position } })
    expect((await world.call(listStatementLineJournals, { ...as(owner), ...at(99) })).status).toBe(404)
    const stranger = await producer(world)
    expect((await world.call(listStatementLineJournals, { ...as(stranger), ...at(1) })).status).toBe(404)
  })
})

describe('the list of statements', () => {
  it('is searched by number and by the name of an event, and payouts say since when they were due', async () => {
    const owner = await producer(world)
    const { event, due } = await evening(owner, [{ total: 10_000 }])
    await statementAt(world, owner, later(due, 3))
    const found = async (or: { number?: string; name?: string }) =>
      (await world.call(listStatements, { ...as(owner), query: { filter: { or } } })).body.data.map(
        ({ number }) => number,
      )
    expect(await found({ number: '1' })).toEqual([1])
    expect(await found({ number: event.name.slice(1), name: event.name.slice(1) })).toEqual([1])
    for (const or of [{ number: '2' }, { number: '12345678901' }, { name: '%' }]) expect(await found(or)).toEqual([])
    const payoutsBy = async (or: { number?: string; name?: string }) =>
      (await world.call(listPayouts, { ...as(owner), query: { filter: { or } } })).body.meta.total
    expect(await payoutsBy({ number: '1' })).toBe(1)
    expect(await payoutsBy({ name: event.name.slice(1) })).toBe(1)
    for (const or of [{ number: '2' }, { number: '12345678901' }, { name: '%' }]) expect(await payoutsBy(or)).toBe(0)
    const [payout] = (await world.call(listPayouts, as(owner))).body.data
    expect(payout?.due_at).toBe(new Date(due.getTime() - 1000).toISOString())
  })
})

describe('the balance of an account', () => {
  it('holds no more as a reserve than is owed, so that a reserve is never a debt', async () => {
    const owner = await producer(world)
    await setContract(world.platform, owner.account.uuid, { reserveBp: 5000, reserveDays: 30 })
    const { event, due } = await evening(owner, [{ total: 100_000 }])
    expect(await statementAt(world, owner, due)).toMatchObject({ closing: 50_000, payout: { amount: 44_100 } })
    await refundOf(world, event.uuid, 30_000)
    // Half of 700.00 would be 350.00; owed are 500.00 less 300.00 with their fees.
    const figures = { payable: 0, reserved: 217.7, available: 0, parts: { reserve: 217.7 } }
    expect(await balanceOf(world.platform, owner.account.uuid, later(due, 1))).toMatchObject(figures)
    expect(await statementAt(world, owner, later(due, 1))).toMatchObject({ closing: 21_770, payout: undefined })
    await refundOf(world, event.uuid, 40_000)
    expect(await balanceOf(world.platform, owner.account.uuid, later(due, 2))).toMatchObject({
      payable: -158.7,
      reserved: 0,
    })
  })

  it('is what is owed, what running sales will bring, and what is withheld; a statement pays exactly that', async () => {
    const owner = await producer(world)
    await setContract(world.platform, owner.account.uuid, { reserveBp: 500, reserveDays: 10 })
    const { event, due } = await evening(owner, [{ total: 100_000 }, { total: 4000, method: 'cash' }])
    const before = (await world.call(showBalance, as(owner))).body.data
    expect(before).toMatchObject({ payable: 0, pending: 941, reserved: 0 })
    expect(before.by_event).toMatchObject([
      {
        event_uuid: event.uuid,
        status: 'pending',
        sales_amount: 1000,
        deductions_amount: 59,
        net_amount: 941,
        due_at: new Date(due.getTime() - 1000).toISOString(),
      },
    ])
    const report = await world.call(showEvent, {
      ...as(owner),
      params: { uuid: event.uuid },
      query: { append: ['report'] },
    })
    expect(report.body.data.report?.calculations.neto_deposit).toBe(before.pending)
    expect(before).toMatchObject({
      available: 0,
      parts: { opening_balance: 0, events_amount: 0, bank: expect.stringMatching(/\*\*\*\*\d{4}$/) as string },
    })
    const atDue = await balanceOf(world.platform, owner.account.uuid, due)
    const statement = await statementAt(world, owner, due)
    expect(statement).toMatchObject({ closing: 5000, payout: { amount: 89_100 } })
    expect(atDue).toMatchObject({
      payable: 891,
      reserved: 50,
      available: 891,
      parts: { events_amount: 941, reserve: 50, disputes: 0, not_arrived: 0 },
    })
    await refundOf(world, event.uuid, 10_000)
    const after = (await world.call(showBalance, as(owner))).body.data
    expect(after.payable + after.reserved).toBe(50 - 100 + 5.9)
    expect(sum(after.by_event.map(({ net_amount: net }) => net))).toBe(-94.1)
  })

  it('names no event that has neither card sales nor fees: there is no net of it to wait for', async () => {
    const owner = await producer(world)
    await evening(owner, [{ total: 4000, method: 'cash' }])
    const balance = (await world.call(showBalance, as(owner))).body.data
    expect(balance).toMatchObject({ pending: 0, payable: 0, by_event: [], other_events: 0 })
  })
})
