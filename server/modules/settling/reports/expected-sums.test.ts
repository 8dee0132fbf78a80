import { listReportEvents } from '@kartis/contract/reports.ts'
import { showBalance } from '@kartis/contract/statements.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { producer } from '../../../testing/people.ts'
import { bookedSale } from '../../../testing/settlements.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const dayOf = (at: Date): string => at.toLocaleDateString('en-CA', { timeZone: 'Asia/Jerusalem' })

it('an event that has not ended shows the fees and the net that the balance expects of it, in any period', async () => {
  const owner = await producer(world)
  const { event, type } = await eventOnSale(world, owner)
  await bookedSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, { total: 12_350 })
  const { body: balance } = await world.call(showBalance, as(owner))
  const [foreseen] = balance.data.by_event
  expect(foreseen).toMatchObject({ event_uuid: event.uuid, status: 'pending' })
  const day = dayOf(world.clock.now())
  const { body } = await world.call(listReportEvents, { ...as(owner), query: { from: day, to: day } })
  expect(body.data).toMatchObject([
    {
      settlement: null,
      expected: { deductions_total: foreseen?.deductions_amount, neto_deposit: foreseen?.net_amount },
    },
  ])
})
