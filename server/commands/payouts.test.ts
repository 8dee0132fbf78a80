import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventOnSale } from '../testing/events.ts'
import { type Producer, producer } from '../testing/people.ts'
import { bookedSale, statementAt } from '../testing/settlements.ts'
import { openWorld, type World } from '../testing/world.ts'
import { payoutsCommand } from './payouts.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** A payout that nobody has approved so far. */
const drafted = async (owner: Producer): Promise<string> => {
  const { event, type } = await eventOnSale(world, owner)
  await bookedSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, { total: 10_000 })
  const statement = await statementAt(world, owner, new Date(Date.parse(event.ends_at) + 86_400_000))
  return statement?.payout?.id ?? ''
}

const listed = async (...args: string[]): Promise<string[]> => {
  const lines: string[] = []
  const { settings } = world.platform
  await payoutsCommand.run({ settings, args, print: (line) => void lines.push(line) })
  return lines
}

it('payouts of one account are listed alone, and each line names the account and the statement', async () => {
  const [owner, other] = [await producer(world), await producer(world)]
  const [id, foreign] = [await drafted(owner), await drafted(other)]
  const { vat_number: number } = await world.db
    .selectFrom('accounts')
    .select('vat_number')
    .where('id', '=', owner.account.uuid)
    .executeTakeFirstOrThrow()
  const all = await listed()
  expect([id, foreign].map((each) => all.some((line) => line.startsWith(each)))).toEqual([true, true])
  const own = await listed('--account', owner.account.uuid)
  expect(own).toEqual([
    expect.stringMatching(new RegExp(String.raw`^${id}  draft +94\.10  .+ \(${number}\), statement 1  drafted by `)),
    'To transfer: 0.00 shekels to 0 accounts.',
  ])
})
