import { listDisputes } from '@kartis/contract/disputes.ts'
import { showBalance } from '@kartis/contract/statements.ts'
import { disputeLines, type LedgerLine } from '@kartis/domain/ledger.ts'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { up as createDisputes } from '../../../migrations/0165-disputes.ts'
import { up as addDisputedCharges } from '../../../migrations/0166-disputed-charges.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { as, eventOnSale } from '../../../testing/events.ts'
import { producer } from '../../../testing/people.ts'
import { bookedSale } from '../../../testing/settlements.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { bookJournals, type Journal } from '../ledger/index.ts'
import { moveDispute } from './move-dispute.ts'

let world: World
/** How a decision was booked before it released what was set aside: one journal, out of the reserve. */
const endedBefore = (kind: 'dispute_won' | 'dispute_lost', amount: number): LedgerLine[] => [
  { account: 'disputes_reserve', amount },
  { account: kind === 'dispute_won' ? 'producer_payable' : 'gateway_clearing', amount: -amount },
]

beforeAll(async () => {
  world = await openWorld({ now: '2026-11-20T10:00:00Z' })
})
afterAll(() => world.close())

/** Runs the migrations as they ran on a database whose disputes were journals only. */
const migrated = async (): Promise<void> => {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new Pool({ connectionString: world.url }) }) })
  try {
    await sql`drop table disputes`.execute(db)
    await sql`alter table payments drop column disputed`.execute(db)
    await createDisputes(db)
    await addDisputedCharges(db)
  } finally {
    await db.destroy()
  }
}

it('disputes that were journals before become cases, and their amounts leave the reserve when they are decided', async () => {
  const owner = await producer(world)
  const { event, type } = await eventOnSale(world, owner)
  for (let count = 0; count < 4; count++)
    await bookedSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, { total: 10_000 })
  const payments = await world.db
    .selectFrom('payments')
    .selectAll()
    .where('event_id', '=', event.uuid)
    .orderBy('id')
    .execute()
  const journal = (
    place: number,
    kind: 'dispute' | 'dispute_won' | 'dispute_lost',
    ref: string,
    amount: number,
  ): Journal => ({
    kind,
    ref,
    accountId: owner.account.uuid,
    eventId: event.uuid,
    orderId: payments[place]?.order_id ?? null,
    holder: 'platform',
    bucket: 'regular',
    occurredAt: world.clock.now(),
    lines: kind === 'dispute' ? disputeLines(amount) : endedBefore(kind, amount),
  })
  const booked = [
    journal(0, 'dispute', 'open', 6000),
    journal(1, 'dispute', 'won', 10_000),
    journal(1, 'dispute_won', 'won', 10_000),
    journal(2, 'dispute', 'lost', 2500),
    journal(2, 'dispute_lost', 'lost', 2500),
    // Two of one charge, of which none is decided.
    journal(3, 'dispute', 'first', 1000),
    journal(3, 'dispute', 'second', 2000),
  ]
  await inTransaction(world.db, (tx) => bookJournals(tx, booked, world.clock.now()))
  await migrated()

  const { data } = (await world.call(listDisputes, as(owner))).body
  const rows = data.map(({ reference, status, amount, held_amount: held, deadline }) =>
    [reference, status, amount, held, deadline].join(' '),
  )
  expect(rows.toSorted()).toEqual([
    'first, second notified 30 30 2026-11-30',
    'lost lost 25 0 2026-11-30',
    'open notified 60 60 2026-11-30',
    'won won 100 0 2026-11-30',
  ])
  const disputed = await world.db
    .selectFrom('payments')
    .select('disputed')
    .where('event_id', '=', event.uuid)
    .orderBy('id')
    .execute()
  expect(disputed.map((row) => row.disputed)).toEqual([6000, 0, 2500, 3000])
  const balance = async () => (await world.call(showBalance, as(owner))).body.data.parts.disputes
  expect(await balance()).toBe(90)
  for (const { uuid, status } of data)
    if (status === 'notified') await moveDispute(world.platform, uuid, { to: 'won', by: 'Dana' })
  expect(await balance()).toBe(0)
})
