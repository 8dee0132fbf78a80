import { showBalance } from '@kartis/contract/statements.ts'
import { sum, toAgorot } from '@kartis/domain/money.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { bookedSale, refundOf, statementAt } from '../../../testing/settlements.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { balanceOf } from './balance.ts'
import { approvePayout, confirmPayout, markSent, reissuePayout, returnPayout } from './payout-steps.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** An event with 1,000.00 by card, and the instant from which its payout is due. */
const sold = async (owner: Producer) => {
  const { event, type } = await eventOnSale(world, owner)
  await bookedSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, { total: 100_000 })
  return { event, due: new Date(Date.parse(event.ends_at) + 4 * 3_600_000 + 1000) }
}

it('the balance is what the ledger has, with payouts that are under way or came back, at every step', async () => {
  const owner = await producer(world)
  const { event, due } = await sold(owner)
  const check = async (at?: Date): Promise<unknown> => {
    const shown = at
      ? await balanceOf(world.platform, owner.account.uuid, at)
      : (await world.call(showBalance, as(owner))).body.data
    const { payable, pending, reserved, parts } = shown
    const { ledger, payouts } = parts
    const whole = sum([payable, pending, reserved, ...payouts.map(({ amount }) => amount)].map(toAgorot))
    expect(whole).toBe(sum(Object.values(ledger).map(toAgorot)))
    return payouts.map(({ status, amount }) => [status, amount])
  }
  expect(await check()).toEqual([])
  expect(await check(due)).toEqual([])
  const id = (await statementAt(world, owner, due))?.payout?.id ?? ''
  expect(await check(due)).toEqual([['draft', 941]])
  await refundOf(world, event.uuid, 10_000)
  expect(await check()).toEqual([['draft', 941]])
  await approvePayout(world.platform, id, 'Noa')
  await world.db.updateTable('payouts').set({ state: 'exported' }).where('id', '=', id).execute()
  await markSent(world.platform, id, '77')
  expect(await check()).toEqual([['sent', 941]])
  await confirmPayout(world.platform, id)
  expect(await check()).toEqual([])
  await returnPayout(world.platform, id, 'closed')
  expect(await check()).toEqual([['returned', 941]])
  await reissuePayout(world.platform, id, 'Dana')
  expect(await check()).toEqual([['draft', 941]])
})
