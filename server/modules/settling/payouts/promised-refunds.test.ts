import { afterAll, beforeAll, expect, it } from 'vitest'
import { listStatements, showStatement } from '@kartis/contract/statements.ts'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { producer } from '../../../testing/people.ts'
import { approvedRun, workOnRuns } from '../../../testing/refund-runs.ts'
import { boughtByCard } from '../../../testing/sales.ts'
import { statementAt } from '../../../testing/settlements.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { balanceOf } from './balance.ts'

let world: World
let gateway: TestGateway

beforeAll(async () => {
  world = await openWorld()
  gateway = await useTestGateway(world)
})
afterAll(() => world.close())

it('refunds that a run has promised are held back from the balance and from payouts until they are sent', async () => {
  const owner = await producer(world)
  const held = await eventOnSale(world, owner, { type: { price: 1000 } })
  await boughtByCard(world, gateway, held)
  const cancelled = await eventOnSale(world, owner, { type: { price: 300 } })
  await boughtByCard(world, gateway, cancelled)
  await world.handleEvents()
  await approvedRun(world, owner, cancelled.event)
  const due = new Date(Date.parse(held.event.ends_at) + 5 * 3_600_000)
  const balance = () => balanceOf(world.platform, owner.account.uuid, due)
  // 1,000 and 300 less 5% and VAT on it are owed; 300 of that go back to the buyer.
  expect(await balance()).toMatchObject({ payable: 923.3, reserved: 300, parts: { promised_refunds: 300 } })
  expect(await statementAt(world, owner, due)).toMatchObject({ payout: { amount: 92_330 }, closing: 30_000 })
  const [statement] = (await world.call(listStatements, as(owner))).body.data
  const shown = await world.call(showStatement, { ...as(owner), params: { uuid: statement?.uuid ?? '' } })
  expect(shown.body.data.promised_refunds).toMatchObject([{ event_uuid: cancelled.event.uuid, amount: 300 }])
  await workOnRuns(world)
  // The fees of the refunded 300 come back with them.
  expect(await balance()).toMatchObject({ payable: 17.7, reserved: 0, parts: { promised_refunds: 0 } })
  expect(await statementAt(world, owner, new Date(due.getTime() + 60_000))).toMatchObject({ payout: { amount: 1770 } })
})

it('promised refunds are shown whole where they are more than is owed: the balance says what is missing for them', async () => {
  const owner = await producer(world)
  const paid = await eventOnSale(world, owner, { type: { price: 1000 } })
  await boughtByCard(world, gateway, paid)
  await world.handleEvents()
  const due = new Date(Date.parse(paid.event.ends_at) + 5 * 3_600_000)
  expect(await statementAt(world, owner, due)).toMatchObject({ payout: { amount: 94_100 }, closing: 0 })
  await approvedRun(world, owner, paid.event)
  const later = new Date(due.getTime() + 60_000)
  expect(await balanceOf(world.platform, owner.account.uuid, later)).toMatchObject({
    payable: -1000,
    reserved: 1000,
    available: 0,
    parts: { opening_balance: 0, promised_refunds: 1000 },
  })
  await workOnRuns(world)
  // The fees of the refunded 1,000 come back with them.
  expect(await balanceOf(world.platform, owner.account.uuid, later)).toMatchObject({
    payable: -941,
    reserved: 0,
    parts: { promised_refunds: 0 },
  })
})
