import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventOnSale } from '../../../testing/events.ts'
import { pastSale } from '../../../testing/past-sales.ts'
import { producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { reportOn } from './account-report.ts'
import { findPeriod } from './period.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it('the payout of an event is not due before the acquirer has paid, as on its own report', async () => {
  const owner = await producer(world)
  const { event, type } = await eventOnSale(world, owner)
  await pastSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, { total: 100_000 })
  const now = new Date(Date.parse(event.ends_at) + 86_400_000)
  const period = await findPeriod(world.db, owner.account.uuid, {}, now)
  const payoutsWith = async (acquirerDays: readonly number[]) =>
    (await reportOn(world.db, owner.account.uuid, period, undefined, { now, acquirerDays })).settlement.current.payouts
  expect(await payoutsWith([])).toEqual({ paid: 0, since: 0, pending: 941, not_due: 0 })
  // The acquirer pays the sales of a month on a fixed day of the next.
  expect(await payoutsWith([20])).toEqual({ paid: 0, since: 0, pending: 0, not_due: 941 })
})
