import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { eventOnSale } from '../../../testing/events.ts'
import { pastSale } from '../../../testing/past-sales.ts'
import { producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { bookPast, bookPastOf } from './book-past.ts'
import { bookingOf } from './book-facts.ts'
import { compareBooks, readBookedEvents } from './compare-books.ts'
import { readUnbooked } from './facts-queries.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** An event with sales of every kind from before the ledger. */
const evening = async (): Promise<string> => {
  const owner = await producer(world)
  const { event, type } = await eventOnSale(world, owner)
  for (const sold of [
    { total: 10_000 },
    { total: 20_000, installments: 3, bucket: 'tourist' as const, refunded: 5000 },
    { total: 3000, wallet: 'bit' as const },
    { total: 7000, method: 'cash' as const },
  ])
    await pastSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, sold)
  return event.uuid
}

const book = (eventId: string) => inTransaction(world.db, (tx) => bookPastOf(tx, eventId, bookingOf(world.platform)))

/** Changes a payment behind the back of the ledger. */
const plant = (eventId: string, wallet: 'bit' | null, change: { refunded?: number; installments?: number }) =>
  world.db
    .updateTable('payments')
    .set(change)
    .where('event_id', '=', eventId)
    .where('method', '=', 'card')
    .where('wallet', wallet === null ? 'is' : '=', wallet)
    .where('installments', '=', 1)
    .execute()

describe('the comparison of payments and ledger', () => {
  it('finds nothing where every sum is the same, and all of an event that is not booked', async () => {
    const eventId = await evening()
    expect((await compareBooks(world.db, [eventId])).map(({ sum, payments }) => [sum, payments])).toEqual([
      ['captured', 40_000],
      ['cash', 7000],
      ['paid_with_bit', 3000],
      ['paid_with_card', 10_000],
      ['paid_with_cash', 7000],
      ['paid_with_installments', 15_000],
      ['refunded', 5000],
      ['regular', 13_000],
      ['revenue', 35_000],
      ['tourist', 15_000],
    ])
    await book(eventId)
    expect(await compareBooks(world.db, [eventId])).toEqual([])
  })

  it('names each sum that a planted difference changes, with both amounts', async () => {
    const eventId = await evening()
    await book(eventId)
    await plant(eventId, 'bit', { refunded: 1000 })
    expect(await compareBooks(world.db, [eventId])).toEqual(
      [
        ['paid_with_bit', 2000, 3000],
        ['refunded', 6000, 5000],
        ['regular', 12_000, 13_000],
        ['revenue', 34_000, 35_000],
      ].map(([sum, payments, ledger]) => ({ eventId, sum, payments, ledger })),
    )
  })

  it('finds what leaves the revenue as it was: sums that two differences make up for, and journals without a payment', async () => {
    const eventId = await evening()
    await book(eventId)
    await sql`update payments set bucket = 'special' where event_id = ${eventId} and wallet = 'bit'`.execute(world.db)
    expect((await compareBooks(world.db, [eventId])).map(({ sum }) => sum)).toEqual(['regular', 'special'])
    await sql`delete from payments where event_id = ${eventId} and wallet = 'bit'`.execute(world.db)
    expect(await compareBooks(world.db, [eventId])).toContainEqual({
      eventId,
      sum: 'paid_with_nothing',
      payments: 0,
      ledger: 3000,
    })
  })

  it('logs what an upgrade has booked differently, and the doctor has it from then on; other events are booked all the same', async () => {
    const [wrong, right] = [await evening(), await evening()]
    await book(wrong)
    await sql`update payments set amount = amount + 250 where event_id = ${wrong} and wallet = 'bit'`.execute(world.db)
    await sql`insert into ledger_unbooked values (${wrong}), (${right})`.execute(world.db)
    const logged: object[] = []
    const log = Object.assign(Object.create(world.platform.log) as Platform['log'], {
      warn: (fields: object, text: string) => void logged.push({ ...fields, text }),
    })
    await bookPast({ ...world.platform, log })
    const differences = [
      ['captured', 40_250, 40_000],
      ['paid_with_bit', 3250, 3000],
      ['regular', 13_250, 13_000],
      ['revenue', 35_250, 35_000],
    ] as const
    expect(logged).toEqual(
      differences.map(([sum, payments, ledger]) => ({
        event: wrong,
        sum,
        payments,
        ledger,
        text: 'ledger and payments differ',
      })),
    )
    expect(await readUnbooked(world.db, 10)).toEqual([])
    expect(await readBookedEvents(world.db, null, 1000)).toEqual(expect.arrayContaining([wrong, right]))
    expect((await compareBooks(world.db, [wrong, right])).map(({ eventId, sum }) => [eventId, sum])).toEqual(
      differences.map(([sum]) => [wrong, sum]),
    )
    // The next start has nothing to book, and says nothing more.
    await bookPast({ ...world.platform, log })
    expect(logged).toHaveLength(differences.length)
  })

  it('leaves out events that are still to be booked, until the server has booked them', async () => {
    const eventId = await evening()
    await sql`insert into ledger_unbooked values (${eventId})`.execute(world.db)
    expect(await readBookedEvents(world.db, null, 1000)).not.toContain(eventId)
    await bookPast(world.platform)
    expect(await readBookedEvents(world.db, null, 1000)).toContain(eventId)
    expect(await compareBooks(world.db, [eventId])).toEqual([])
  })
})
