import { listLedger } from '@kartis/contract/ledger.ts'
import { dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { bookedSale, refundOf, statementAt } from '../../../testing/settlements.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { balanceOf } from './balance.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const DAY = 86_400_000

const evening = async (owner: Producer, total: number, days: number) => {
  const starts = world.clock.now().getTime() + days * DAY
  const times = { starts_at: new Date(starts).toISOString(), ends_at: new Date(starts + 3 * 3_600_000).toISOString() }
  const { event, type } = await eventOnSale(world, owner, { event: times })
  await bookedSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, { total })
  return { event, due: new Date(starts + 8 * 3_600_000) }
}

describe('a rate of VAT that changes between two statements', () => {
  it('is that of the day on which each event is settled: one statement gives back at the old rate and charges the new one', async () => {
    const owner = await producer(world)
    const first = await evening(owner, 100_000, 3)
    const second = await evening(owner, 100_000, 9)
    const before = await statementAt(world, owner, first.due)
    expect(before?.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['sale', 100_000],
      ['card_fee', -5000],
      ['vat', -900],
      ['payout', -94_100],
    ])
    // 20% from the day of the second event on; it was sold at 18%.
    const from = dayIn(ISRAEL_ZONE, new Date(second.event.starts_at))
    await sql`insert into vat_rates (valid_from, rate_bp) values (${from}::date, 2000)`.execute(world.db)
    await refundOf(world, first.event.uuid, 60_000)
    const promised = await balanceOf(world.platform, owner.account.uuid, second.due)
    const after = await statementAt(world, owner, second.due)
    expect(after?.lines.map(({ eventId, kind, amount }) => [eventId, kind, amount])).toEqual([
      [first.event.uuid, 'refund', -60_000],
      [first.event.uuid, 'card_fee', 3000],
      [first.event.uuid, 'vat', 540],
      [second.event.uuid, 'sale', 100_000],
      [second.event.uuid, 'card_fee', -5000],
      [second.event.uuid, 'vat', -1000],
      [null, 'payout', -37_540],
    ])
    expect(after).toMatchObject({ opening: 0, closing: 0, payout: { amount: 37_540 } })
    expect(promised.available).toBe(375.4)
    const { data } = (await world.call(listLedger, { ...as(owner), query: { filter: { kind: 'vat' } } })).body
    const bases = data.map(({ fee_of: of }) => [of?.base_amount, of?.percent])
    expect(bases).toHaveLength(3)
    expect(bases).toEqual(
      expect.arrayContaining([
        [50, 18],
        [-30, 18],
        [50, 20],
      ]),
    )
  })
})
