import { Workbook } from '@cj-tech-master/excelts'
import { showStatement, statementPdf, statementXlsx } from '@kartis/contract/statements.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import type { Sold } from '../../../testing/past-sales.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { bookedSale, refundOf, statementAt } from '../../../testing/settlements.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { requestRefund } from '../../payments/payments/index.ts'
import { setContract } from '../../people/accounts/index.ts'
import { balanceOf } from './balance.ts'

let world: World

beforeAll(async () => {
  world = await openWorld({
    now: '2026-11-10T10:00:00Z',
    env: { ACQUIRER_DAYS: '8', ACQUIRER_INSTALLMENTS: 'monthly' },
  })
})
afterAll(() => world.close())

/** An event of 24 November with these sales. */
const evening = async (sales: readonly Sold[]): Promise<{ owner: Producer; event: string }> => {
  const owner = await producer(world)
  await setContract(world.platform, owner.account.uuid, { regularBp: 0, specialBp: 0, touristBp: 0, mode: 'platform' })
  const { event, type } = await eventOnSale(world, owner)
  for (const sale of sales) await bookedSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, sale)
  return { owner, event: event.uuid }
}

const paidAt = async (owner: Producer, at: string) => {
  const statement = await statementAt(world, owner, new Date(at))
  return { paid: statement?.payout?.amount ?? 0, left: statement?.closing ?? 0 }
}

describe('the payout of a deal in instalments', () => {
  it('is made as its instalments arrive, while the statement settles the whole', async () => {
    const { owner } = await evening([{ total: 120_000, installments: 12 }, { total: 50_000 }])
    const now = new Date('2026-12-09T10:00:00Z')
    expect(await balanceOf(world.platform, owner.account.uuid, now)).toMatchObject({
      payable: 1700,
      available: 600,
      parts: { not_arrived: 1100 },
    })
    const months = Array.from({ length: 11 }, (_, index) => {
      const on = `${index === 0 ? '2027-01' : `2027-${String(index + 1).padStart(2, '0')}`}-08`
      return { on, amount: 100, installments_amount: 100 }
    })
    const { parts } = await balanceOf(world.platform, owner.account.uuid, now)
    expect(parts.arrivals).toEqual(months)
    const before = await balanceOf(world.platform, owner.account.uuid, new Date('2026-12-07T10:00:00Z'))
    expect(before.parts.arrivals).toEqual([{ on: '2026-12-08', amount: 600, installments_amount: 100 }, ...months])
    const first = await statementAt(world, owner, now)
    expect([first?.payout?.amount, first?.closing]).toEqual([60_000, 110_000])
    const shown = await world.call(showStatement, { ...as(owner), params: { uuid: first?.id ?? '' } })
    expect(shown.body.data.arrivals).toEqual(months)
    // As of statements that earlier versions made.
    for (const forget of [
      sql`update statement_sales set cards = null, means = null`,
      sql`delete from statement_sales`,
    ]) {
      await sql`${forget} where statement_id = ${first?.id}`.execute(world.db)
      const again = await world.call(showStatement, { ...as(owner), params: { uuid: first?.id ?? '' } })
      expect(again.body).toEqual(shown.body)
    }
    const file = await world.call(statementXlsx, { ...as(owner), params: { uuid: first?.id ?? '' }, lang: 'en' })
    const workbook = new Workbook()
    await workbook.xlsx.load(file.bytes)
    const rows: unknown[][] = []
    const days = workbook.worksheets.find((sheet) => sheet.getCell('A1').value === 'Day')
    days?.eachRow((row) => rows.push([1, 2, 3].map((column) => row.getCell(column).value)))
    expect(rows).toEqual([
      ['Day', 'Amount (₪)', 'Instalments (₪)'],
      ...months.map(({ on }) => [new Date(`${on}T00:00:00Z`), 100, 100]),
    ])
    const pdf = await world.call(statementPdf, { ...as(owner), params: { uuid: first?.id ?? '' } })
    expect([pdf.status, pdf.bytes.subarray(0, 4).toString()]).toEqual([200, '%PDF'])
    expect(await paidAt(owner, '2026-12-20T10:00:00Z')).toEqual({ paid: 0, left: 0 })
    expect(await paidAt(owner, '2027-01-09T10:00:00Z')).toEqual({ paid: 10_000, left: 100_000 })
    expect(await paidAt(owner, '2027-12-01T10:00:00Z')).toEqual({ paid: 100_000, left: 0 })
  })

  it('is less a refund of a part at once, and nothing is to come of one that was refunded whole', async () => {
    const part = await evening([{ total: 120_000, installments: 12 }, { total: 50_000 }])
    await refundOf(world, part.event, 40_000)
    expect(await paidAt(part.owner, '2026-12-09T10:00:00Z')).toEqual({ paid: 20_000, left: 110_000 })
    const whole = await evening([{ total: 120_000, installments: 12 }])
    await refundOf(world, whole.event, 120_000)
    const on = { eventId: whole.event, typeId: (await typeOf(whole.event)) ?? '' }
    await bookedSale(world, whole.owner, on, { total: 50_000 })
    expect(await paidAt(whole.owner, '2026-12-09T10:00:00Z')).toEqual({ paid: 50_000, left: 0 })
  })
})

describe('a statement', () => {
  it('says what its sales less refunds were paid with, of refunds of later statements as well', async () => {
    const sales = [{ total: 120_000, installments: 12 }, { total: 50_000 }, { total: 30_000, wallet: 'bit' as const }]
    const { owner, event } = await evening([...sales, { total: 7_000, method: 'cash' }])
    const meansOf = async (at: string) => {
      const statement = await statementAt(world, owner, new Date(at))
      const { data } = (await world.call(showStatement, { ...as(owner), params: { uuid: statement?.id ?? '' } })).body
      return data.by_means.map(({ means, sales_amount: amount }) => [means, amount])
    }
    expect(await meansOf('2026-12-09T10:00:00Z')).toEqual([
      ['card', 500],
      ['installments', 1200],
      ['bit', 300],
      ['cash', 70],
    ])
    const { id } = await world.db
      .selectFrom('payments')
      .select('id')
      .where('event_id', '=', event)
      .where('wallet', '=', 'bit')
      .executeTakeFirstOrThrow()
    await inTransaction(world.db, (tx) =>
      requestRefund(world.platform, tx, { eventId: event, paymentId: id, amount: 10_000, reason: 'test' }),
    )
    await world.handleEvents()
    expect(await meansOf('2026-12-10T10:00:00Z')).toEqual([['bit', -100]])
  })
})

const typeOf = async (event: string): Promise<string | undefined> =>
  (await world.db.selectFrom('ticket_types').select('id').where('event_id', '=', event).executeTakeFirst())?.id
