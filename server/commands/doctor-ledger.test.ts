import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventOnSale } from '../testing/events.ts'
import { producer } from '../testing/people.ts'
import { bookedSale } from '../testing/settlements.ts'
import { openWorld, type World } from '../testing/world.ts'
import { doctorCommand } from './doctor.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const doctor = async (): Promise<{ code: number; lines: string[] }> => {
  const lines: string[] = []
  const { settings } = world.platform
  const code = await doctorCommand.run({ settings, args: [], print: (line) => void lines.push(line) })
  return { code, lines: lines.filter((line) => /ledger/.test(line)) }
}

it('the doctor lists each sum of an event that payments and ledger have differently', async () => {
  const owner = await producer(world)
  const { event, type } = await eventOnSale(world, owner)
  await bookedSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, { total: 10_000 })
  expect((await doctor()).lines).toEqual(['✓ ledger: 1 events have the same sums as their payments'])
  await world.db.updateTable('payments').set({ refunded: 150 }).where('event_id', '=', event.uuid).execute()
  const { code, lines } = await doctor()
  expect([code, ...lines]).toEqual([
    1,
    '✗ ledger: 1 of 1 events differ from their payments',
    ...[
      'paid_with_card: payments 98.50, ledger 100.00',
      'refunded: payments 1.50, ledger 0.00',
      'regular: payments 98.50, ledger 100.00',
      'revenue: payments 98.50, ledger 100.00',
    ].map((difference) => `✗   ${event.uuid} ${difference}`),
  ])
})
