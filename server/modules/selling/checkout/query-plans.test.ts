import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../platform/database/ids.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { producer } from '../../../testing/people.ts'
import { seatedEvent } from '../../../testing/seats.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { readPaymentsOf, recordPaidMany } from '../../payments/payments/index.ts'
import { readPayments, savePages } from '../../payments/payments/payments-queries.ts'
import { readShownOrders, readWholeOrder, writeDetails } from '../order-management/buyer-orders-queries.ts'
import { readSoldSeats, releaseSeats, sellSeats, takeSeats } from '../inventory/seats/seats-queries.ts'
import {
  type OrderKey,
  lockOrder,
  lockOrders,
  readLines,
  readLinesOf,
  readOrder,
  readOrders,
} from '../orders/orders-queries.ts'
import { sendToGateway } from '../orders/order-batches.ts'
import { updateOrder } from '../orders/order-writer.ts'
import { readAnswersOf } from '../orders/answers-queries.ts'
import { readTickets } from '../ticketing/tickets-queries.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

interface Plan {
  readonly 'Node Type'?: string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Plan[]
}

const TABLES = new Set(['orders', 'order_lines', 'order_answers', 'tickets', 'payments', 'event_seats'])

const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** The index conditions of all statements that this connection has prepared, planned once for all parameters. */
const readsOf = async (tx: Tx): Promise<readonly string[]> => {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements where ${true}`.execute(
    tx,
  )
  const found: string[] = []
  for (const { statement } of rows) {
    const explained: RawBuilder<{ 'QUERY PLAN': readonly { Plan: Plan }[] }> = sql.raw(
      `explain (generic_plan, format json) ${statement}`,
    )
    const [row] = (await explained.execute(tx)).rows
    const nodes = row?.['QUERY PLAN'].flatMap(({ Plan: plan }) => nodesOf(plan)) ?? []
    for (const node of nodes)
      if (TABLES.has(node['Relation Name'] ?? '') && node['Node Type'] !== 'ModifyTable')
        found.push(`${node['Relation Name']}: ${node['Index Cond'] ?? 'all rows'} | ${statement.slice(0, 120)}`)
  }
  return found
}

/** Reserved orders of one event whose holds were extended, as those of buyers who went to the gateway. */
const insertOrders = async (eventId: string, count: number): Promise<void> => {
  await sql`
    insert into orders (event_id, id, account_id, token_hash, status, total, tickets_count, lang, expires_at, created_at)
    select e.id, n.id, e.account_id, 'x', 'reserved', 0, 1, 'he', now(), now()
    from events e cross join unnest(${Array.from({ length: count }, newId)}::uuid[]) as n (id)
    where e.id = ${eventId}`.execute(world.db)
  for (let turn = 0; turn < 3; turn++)
    await sql`update orders set expires_at = expires_at + interval '1 minute' where event_id = ${eventId}`.execute(
      world.db,
    )
}

/** Runs the queries of a purchase that takes a free seat on connections of their own, and returns what their plans read. */
const readsOfPurchase = async (key: OrderKey, seat: number): Promise<readonly string[]> => {
  const measured = await openWorld({ beside: world })
  const { eventId, orderId } = key
  const now = world.clock.now()
  const paymentId = newId()
  const reads = await inTransaction(measured.db, async (tx) => {
    await lockOrder(tx, key)
    await lockOrders(tx, eventId, [orderId])
    await readOrder(tx, key)
    await readWholeOrder(tx, key)
    await readOrders(tx, [key])
    await readShownOrders(tx, eventId, [{ orderId, versions: ['a version'] }])
    await writeDetails(tx, eventId, [{ orderId, lang: 'he', name: 'דנה', phone: undefined, email: null }], now)
    await sendToGateway(tx, eventId, [{ orderId, expiresAt: now, historyId: newId(), paymentId }], now)
    await updateOrder(tx, key, { buyer_name: 'דנה' })
    await readLines(tx, key)
    await readLinesOf(tx, eventId, [orderId])
    await readAnswersOf(tx, eventId, orderId)
    await readTickets(tx, eventId, orderId)
    await readPaymentsOf(tx, eventId, orderId)
    await readPayments(tx, [paymentId])
    await savePages(tx, eventId, [{ paymentId, url: 'https://pay.example', expiresAt: now }])
    await recordPaidMany(tx, eventId, [], now)
    await takeSeats(tx, eventId, [{ order_id: orderId, type_id: newId(), seat_no: seat }], 'held')
    await sellSeats(tx, eventId, [orderId])
    await releaseSeats(tx, eventId, [orderId])
    await readSoldSeats(tx, eventId, [orderId])
    return readsOf(tx)
  })
  await measured.close()
  expect(reads.length).toBeGreaterThan(15)
  return reads
}

const expectNeverAnalysed = async (): Promise<void> => {
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_class where relname = any(${[...TABLES]}) and reltuples < 0`.execute(world.db)
  expect(rows).toHaveLength(TABLES.size)
}

const readsMore = (read: string): boolean => !/\b(order_id|id|seat_no) = /.test(read.split(' | ')[0] ?? '')

it('queries for one order read that order and not its whole event, in a database that was never analysed', async () => {
  const { event } = await seatedEvent(world, await producer(world))
  await expectNeverAnalysed()
  const key = { eventId: event.uuid, orderId: newId() }
  expect((await readsOfPurchase(key, 1)).filter(readsMore)).toEqual([])
  // Indexes of a whole key are deeper now than those that begin with the event or the end of a hold, which look cheaper.
  await insertOrders(event.uuid, 200)
  await expectNeverAnalysed()
  // A statement on many orders may read a table that is small.
  expect((await readsOfPurchase(key, 2)).filter((read) => readsMore(read) && !read.includes('unnest'))).toEqual([])
})
