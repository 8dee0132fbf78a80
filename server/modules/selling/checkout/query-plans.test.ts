import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../platform/database/ids.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { producer } from '../../../testing/people.ts'
import { seatedEvent } from '../../../testing/seats.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { firstAttempt, readPaymentsOf, recordPaidMany } from '../../payments/payments/index.ts'
import { readPayments, savePage } from '../../payments/payments/payments-queries.ts'
import { readShownOrder, readWholeOrder, writeDetails } from '../order-management/buyer-orders-queries.ts'
import { readSoldSeats, releaseSeats, sellSeats, takeSeats } from '../inventory/seats/seats-queries.ts'
import { lockOrder, lockOrders, readLines, readLinesOf, readOrder } from '../orders/orders-queries.ts'
import { sendToGateway, updateOrder } from '../orders/order-writer.ts'
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

it('queries for one order read that order and not its whole event, in a database that was never analysed', async () => {
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_class where relname = any(${[...TABLES]}) and reltuples < 0`.execute(world.db)
  expect(rows).toHaveLength(TABLES.size)
  const { event } = await seatedEvent(world, await producer(world))
  const key = { eventId: event.uuid, orderId: newId() }
  const payment = { event_id: key.eventId, id: newId() }
  // Connections of its own: their statements are those below.
  const measured = await openWorld({ beside: world })
  const reads = await inTransaction(measured.db, async (tx) => {
    await lockOrder(tx, key)
    await lockOrders(tx, key.eventId, [key.orderId])
    await readOrder(tx, key)
    await readWholeOrder(tx, key)
    await readShownOrder(tx, key, ['a version'])
    await writeDetails(tx, key, { lang: 'he', name: 'דנה', phone: undefined, email: null }, world.clock.now())
    await sendToGateway(
      tx,
      key,
      { expiresAt: world.clock.now(), historyId: newId(), payment: firstAttempt(world.platform, world.clock.now()) },
      world.clock.now(),
    )
    await updateOrder(tx, key, { buyer_name: 'דנה' })
    await readLines(tx, key)
    await readLinesOf(tx, key.eventId, [key.orderId])
    await readAnswersOf(tx, key.eventId, key.orderId)
    await readTickets(tx, key.eventId, key.orderId)
    await readPaymentsOf(tx, key.eventId, key.orderId)
    await readPayments(tx, [payment.id])
    await savePage(tx, payment, { url: 'https://pay.example', expiresAt: world.clock.now() })
    await recordPaidMany(tx, key.eventId, [], world.clock.now())
    await takeSeats(tx, key.eventId, [{ order_id: key.orderId, type_id: newId(), seat_no: 1 }], 'held')
    await sellSeats(tx, key.eventId, [key.orderId])
    await releaseSeats(tx, key.eventId, [key.orderId])
    await readSoldSeats(tx, key.eventId, [key.orderId])
    return readsOf(tx)
  })
  await measured.close()
  expect(reads.length).toBeGreaterThan(15)
  expect(reads.filter((read) => !/\b(order_id|id|seat_no) = /.test(read.split(' | ')[0] ?? ''))).toEqual([])
})
