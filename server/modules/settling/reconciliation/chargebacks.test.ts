import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { producer } from '../../../testing/people.ts'
import { boughtByCard } from '../../../testing/sales.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { readAllTerminals } from '../../payments/payments/index.ts'
import { addDisputed } from '../../payments/payments/refunds-queries.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { readExceptions } from './exceptions-queries.ts'
import { loadAcquirerReport } from './reconcile.ts'

let world: World
let gateway: TestGateway
const folder = mkdtempSync(join(tmpdir(), 'kartis-chargebacks-'))
beforeAll(async () => {
  world = await openWorld({ now: '2026-11-23T10:00:00Z', env: { ACQUIRER_DAYS: 'none' } })
  gateway = await useTestGateway(world)
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

const load = async (lines: readonly string[]) => {
  const terminal = (await readAllTerminals(world.db)).find(({ provider }) => provider === 'test')
  const path = join(folder, 'report.csv')
  writeFileSync(path, ['ref,approval,kind,amount,day', ...lines, ''].join('\n'))
  const format = { headings: {}, encoding: 'utf-8', delimiter: ',' }
  const source = { path, format, acquirer: 'cal', terminalId: terminal?.id ?? '', maxFee: null }
  return loadAcquirerReport(world.platform, source)
}

const open = async (): Promise<string[]> =>
  (await readExceptions(world.db, { states: ['open'], limit: 100, offset: 0 }))
    .map(({ kind, ours, theirs, order_number: order }) => `${kind} ${ours} ${theirs} ${order === null ? '-' : 'order'}`)
    .toSorted()

it('what an acquirer takes back of a charge is in a dispute, or is a difference until the dispute is noted', async () => {
  const owner = await producer(world)
  const sale = await eventOnSale(world, owner, { type: { price: 100 } })
  for (let count = 0; count < 4; count++) await boughtByCard(world, gateway, sale)
  const payments = await world.db
    .selectFrom('payments')
    .select(['id', 'provider_ref as ref', 'approval_code as approval'])
    .where('event_id', '=', sale.event.uuid)
    .orderBy('id')
    .execute()
  const [noted, unnoted, more, won] = payments
  if (!noted || !unnoted || !more || !won) throw new Error('four charges')
  const dispute = (paymentId: string, amount: number) =>
    inTransaction(world.db, (tx) => addDisputed(tx, sale.event.uuid, paymentId, amount))
  await dispute(noted.id, 10_000)
  await dispute(more.id, 6000)
  // Two months after the charges: the days near them are not enough to find them.
  const day = '2027-01-20'
  const taken = (charge: typeof noted, amount: string): string => `${charge.ref ?? ''},,chargeback,${amount},${day}`
  const report = [
    taken(noted, '-100.00'),
    taken(unnoted, '-100.00'),
    taken(more, '-100.00'),
    taken(won, '-100.00'),
    taken(won, '100.00'),
    `of another shop,,chargeback,-7.00,${day}`,
  ]
  expect(await load(report)).toMatchObject({ rows: 6, differences: 3 })
  expect(await open()).toEqual(['sum 6000 10000 order', 'theirs_only 0 -700 -', 'theirs_only 0 10000 order'])
  await dispute(unnoted.id, 10_000)
  await dispute(more.id, 4000)
  expect(await load(report)).toMatchObject({ rows: 6, fresh: 0, differences: 1 })
  expect(await open()).toEqual(['theirs_only 0 -700 -'])
})

it('a charge that was taken back is still missed where the acquirer never settled it', async () => {
  world.clock.advance(30 * 86_400)
  const owner = await producer(world)
  const sale = await eventOnSale(world, owner, { type: { price: 100 } })
  for (let count = 0; count < 2; count++) await boughtByCard(world, gateway, sale)
  const [settled, missing] = await world.db
    .selectFrom('payments')
    .select(['id', 'provider_ref as ref'])
    .where('event_id', '=', sale.event.uuid)
    .orderBy('id')
    .execute()
  await inTransaction(world.db, (tx) => addDisputed(tx, sale.event.uuid, missing?.id ?? '', 10_000))
  const day = world.clock.now().toISOString().slice(0, 10)
  const lines = [`${settled?.ref ?? ''},,charge,100.00,${day}`, `${missing?.ref ?? ''},,chargeback,-100.00,${day}`]
  expect(await load(lines)).toMatchObject({ rows: 2, differences: 1 })
  expect(await open()).toContain('ours_only 10000 0 order')
})
