import { exportLedger, listLedger } from '@kartis/contract/ledger.ts'
import { isBalanced } from '@kartis/domain/ledger.ts'
import text from '@kartis/i18n/messages/he/ledger.json'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pastSale } from '../../../testing/past-sales.ts'
import { as, eventOnSale } from '../../../testing/events.ts'
import { producer } from '../../../testing/people.ts'
import { sheetOf } from '../../../testing/xlsx.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { bookFacts, bookingOf } from './book-facts.ts'
import { bookJournals, type Journal } from './book-journals.ts'
import { bookPastOf } from './book-past.ts'
import { ledgerRevenueOf } from './sums-queries.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

interface BookedRow {
  readonly kind: string
  readonly seq: number
  readonly lines: { readonly account: 'bank'; readonly amount: number }[]
}

const journalsOf = async (accountId: string): Promise<BookedRow[]> => {
  const { rows } = await sql<BookedRow>`
    select j.kind, j.seq, jsonb_agg(jsonb_build_object('account', e.ledger_account, 'amount', e.amount) order by e.line) as lines
    from journals j join ledger_entries e on e.account_id = j.account_id and e.seq = j.seq
    where j.account_id = ${accountId} group by j.account_id, j.seq order by j.seq`.execute(world.db)
  return rows
}

const paymentsOf = (eventId: string) =>
  world.db.selectFrom('payments').selectAll().where('event_id', '=', eventId).orderBy('id').execute()

const journal = (accountId: string, ref: string, amount = 100): Journal => ({
  kind: 'sale',
  ref,
  accountId,
  eventId: null,
  orderId: null,
  holder: 'platform',
  bucket: 'regular',
  occurredAt: world.clock.now(),
  lines: [
    { account: 'gateway_clearing', amount },
    { account: 'producer_payable', amount: -amount },
  ],
})

const book = (journals: readonly Journal[]): Promise<number> =>
  inTransaction(world.db, (tx) => bookJournals(tx, journals, world.clock.now()))

describe('a journal', () => {
  it('is booked once, however often and by however many it is written', async () => {
    const accountId = world.platform.newId()
    const refs = Array.from({ length: 8 }, () => world.platform.newId())
    const all = refs.map((ref) => journal(accountId, ref))
    const booked = await Promise.all([book(all), book(all.toReversed()), book([...all, ...all])])
    expect(booked.reduce((sum, count) => sum + count, 0)).toBe(8)
    expect((await journalsOf(accountId)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('is refused when its lines do not sum to zero', async () => {
    const wrong = { ...journal(world.platform.newId(), 'x'), lines: [{ account: 'bank' as const, amount: 1 }] }
    await expect(book([wrong])).rejects.toThrow('sale x')
  })

  it('never changes and is never deleted', async () => {
    const accountId = world.platform.newId()
    await book([journal(accountId, world.platform.newId())])
    for (const write of [
      sql`update journals set kind = 'refund' where account_id = ${accountId}`,
      sql`delete from journals where account_id = ${accountId}`,
      sql`update ledger_entries set amount = 0 where account_id = ${accountId}`,
      sql`delete from ledger_entries where account_id = ${accountId}`,
    ])
      await expect(write.execute(world.db)).rejects.toThrow('append-only')
  })
})

describe('the reader of the ledger', () => {
  it('books sales, refunds on their way, sent and failed, and fees that are kept', async () => {
    const owner = await producer(world)
    const { event, type } = await eventOnSale(world, owner)
    const sale = { eventId: event.uuid, typeId: type.uuid }
    await pastSale(world, owner, sale, { total: 10_000, bucket: 'tourist' })
    await pastSale(world, owner, sale, { total: 4000, method: 'cash' })
    const payments = await paymentsOf(event.uuid)
    const [card] = payments.filter(({ method }) => method === 'card')
    const [cash] = payments.filter(({ method }) => method === 'cash')
    if (!card || !cash) throw new Error('no payments')
    const about = { id: '1', at: world.clock.now(), accountId: owner.account.uuid, eventId: event.uuid }
    const refund = (of: typeof card, type: 'refund.requested' | 'refund.done' | 'refund.failed', subject: string) => ({
      ...about,
      type,
      subject,
      data: { order: of.order_id, payment: of.id, amount: 1000 },
    })
    const [sent, refused, handedBack] = [
      world.platform.newId(),
      world.platform.newId(),
      world.platform.newId(),
    ] as const
    const facts = [
      // The sale of a refund is booked although its own event is missing.
      refund(card, 'refund.requested', sent),
      refund(card, 'refund.done', sent),
      refund(card, 'refund.requested', refused),
      refund(card, 'refund.failed', refused),
      refund(cash, 'refund.requested', handedBack),
      refund(cash, 'refund.done', handedBack),
      {
        ...about,
        type: 'order.tickets_cancelled' as const,
        subject: card.order_id,
        data: { tickets: 1, refund: 1000, fee: 50 },
      },
    ]
    for (let times = 0; times < 2; times++)
      await inTransaction(world.db, (tx) => bookFacts(tx, facts, bookingOf(world.platform)))
    const journals = await journalsOf(owner.account.uuid)
    expect(journals.map(({ kind }) => kind).toSorted()).toEqual(
      [
        'cancellation_fee',
        'cash_sale',
        'refund',
        'refund',
        'refund',
        'refund_failed',
        'refund_paid',
        'sale',
      ].toSorted(),
    )
    expect(journals.every(({ lines }) => isBalanced(lines))).toBe(true)
    expect(await ledgerRevenueOf(world.db, [event.uuid])).toEqual([
      { event_id: event.uuid, total: 12_000, cards: 9000, special: 0, tourist: 9000 },
    ])
  })
})

describe('GET /v1/producer/ledger', () => {
  it('shows the journals of the workspace alone, by event, kind and time; the lines of each sum to 0', async () => {
    const [owner, stranger] = [await producer(world), await producer(world)]
    const { event, type } = await eventOnSale(world, owner)
    const day = (text: string): Date => new Date(`${text}T10:00:00Z`)
    for (const [total, at] of [
      [10_050, '2026-10-01'],
      [20_000, '2026-10-02'],
    ] as const)
      await pastSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, { total, at: day(at) })
    await inTransaction(world.db, (tx) => bookPastOf(tx, event.uuid, bookingOf(world.platform)))
    const list = async (query: Parameters<typeof world.call<typeof listLedger>>[1], who = owner) => {
      const { body, error } = await world.call(listLedger, { ...as(who), ...query })
      return error?.code ?? body.data.map(({ lines }) => lines.map(({ amount }) => amount))
    }
    const [first, second] = [
      [100.5, -100.5],
      [200, -200],
    ]
    expect(await list({})).toEqual([second, first])
    expect(await list({ query: { filter: { event_uuid: event.uuid, kind: 'sale' } } })).toEqual([second, first])
    expect(await list({ query: { filter: { kind: 'refund' } } })).toEqual([])
    expect(await list({ query: { from: '2026-10-02' } })).toEqual([second])
    expect(await list({ query: { to: '2026-10-01' } })).toEqual([first])
    expect(await list({ query: { from: '2026-10-01T09:00:00Z', to: '2026-10-02T10:00:00Z' } })).toEqual([first])
    expect(await list({}, stranger)).toEqual([])
    const { body } = await world.call(listLedger, { ...as(owner), query: { per_page: 1 } })
    expect(body.meta).toEqual({ current_page: 1, per_page: 1, total: 2, last_page: 2 })
    expect(body.data[0]).toMatchObject({ kind: 'sale', event_uuid: event.uuid, event_name: event.name })
  })

  it('is searched by the number of an order and the name of an event, and exported with a column for each account', async () => {
    const owner = await producer(world)
    const { event, type } = await eventOnSale(world, owner)
    for (const total of [10_050, 20_000])
      await pastSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, { total })
    await inTransaction(world.db, (tx) => bookPastOf(tx, event.uuid, bookingOf(world.platform)))
    const numbers = async (or: { number?: string; name?: string }) =>
      (await world.call(listLedger, { ...as(owner), query: { filter: { or } } })).body.data.map(
        ({ order_number: number }) => number,
      )
    const all = await numbers({ name: event.name.slice(1) })
    expect(all).toHaveLength(2)
    expect(await numbers({ number: all[0] ?? '' })).toEqual([all[0]])
    expect(await numbers({ number: '12%', name: '%' })).toEqual([])
    expect(await numbers({ number: '9'.repeat(40) })).toEqual([])
    const sheet = sheetOf((await world.call(exportLedger, as(owner))).bytes)
    expect(sheet).toContain(text.column.account.replace('{{account}}', text.account.producer_payable))
    // As on the screen: in favour of the producer above 0.
    expect(sheet).toContain(text.column.effect)
    for (const amount of ['200', '-200', '100.5', '-100.5']) expect(sheet).toContain(`<v>${amount}</v>`)
  })
})

describe('payments from before the ledger', () => {
  it('are booked once, with refunds that have rows of their own and those that have none', async () => {
    const owner = await producer(world)
    const { event, type } = await eventOnSale(world, owner)
    for (const sold of [
      { total: 10_000 },
      { total: 10_000, refunded: 4000 },
      { total: 5000, method: 'cash' as const, refunded: 5000 },
      { total: 0 },
    ])
      await pastSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, sold)
    for (let times = 0; times < 2; times++)
      await inTransaction(world.db, (tx) => bookPastOf(tx, event.uuid, bookingOf(world.platform)))
    expect(await ledgerRevenueOf(world.db, [event.uuid])).toEqual([
      { event_id: event.uuid, total: 16_000, cards: 16_000, special: 0, tourist: 0 },
    ])
    expect(await journalsOf(owner.account.uuid)).toHaveLength(3 + 3)
  })
})
