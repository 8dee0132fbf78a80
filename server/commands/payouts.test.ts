import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventOnSale } from '../testing/events.ts'
import { type Producer, producer, requestLoginCode } from '../testing/people.ts'
import { bookedSale, statementAt } from '../testing/settlements.ts'
import { openWorld, type World } from '../testing/world.ts'
import { setContract } from '../modules/people/accounts/index.ts'
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

it('an approval is confirmed by a code on the phone of another person, where the installation names its people', async () => {
  const [dana, noa, stranger] = [await producer(world), await producer(world), await producer(world)]
  const owner = await producer(world)
  const settlement = { ...world.platform.settings.settlement, people: [dana.phone, noa.phone] }
  const settings = { ...world.platform.settings, settlement }
  const command = async (...args: string[]): Promise<string> => {
    const lines: string[] = []
    try {
      await payoutsCommand.run({ settings, args, print: (line) => void lines.push(line) })
    } catch (error) {
      lines.push((error as Error).message)
    }
    return lines.join('\n')
  }
  const codeTo = async (phone: string): Promise<string> => {
    const { text } = await world.db
      .selectFrom('messages')
      .select('text')
      .where('to', '=', phone)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return /#(\d+)$/.exec(text)?.[1] ?? ''
  }
  const { event, type } = await eventOnSale(world, owner)
  await bookedSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, { total: 10_000 })
  await sql`update events set starts_at = now() - interval '3 days', ends_at = now() - interval '2 days' where id = ${event.uuid}`.execute(
    world.db,
  )
  expect(await command('draft', '--account', owner.account.uuid, '--by', 'Dana')).toContain('PAYOUT_PEOPLE')
  await command('draft', '--account', owner.account.uuid, '--by', dana.phone)
  const { id, drafted_by: drafter } = await world.db
    .selectFrom('payouts')
    .select(['id', 'drafted_by'])
    .where('account_id', '=', owner.account.uuid)
    .executeTakeFirstOrThrow()
  expect(drafter).toContain(dana.phone)
  for (const who of ['Noa', stranger.phone])
    expect(await command('approve', id, '--by', who)).toContain('PAYOUT_PEOPLE')
  expect(await command('approve', id, '--by', noa.phone)).toContain('A code is on its way')
  expect(await command('approve', id, '--by', noa.phone, '--code', '000000')).toContain('code_')
  const own = await command('approve', id, '--by', dana.phone)
  expect(own).toContain('another person must')
  expect(own).not.toContain('A code is on its way')
  // A code for other payouts, or one that signs in, approves nothing.
  await command('approve', world.platform.newId(), id, '--by', noa.phone)
  const ofOthers = await codeTo(noa.phone)
  const { code: signsIn } = await requestLoginCode(world, noa.phone)
  for (const code of [ofOthers, signsIn])
    expect(await command('approve', id, '--by', noa.phone, '--code', code)).toContain('code_')
  await command('approve', id, '--by', noa.phone)
  expect(await command('approve', id, '--by', noa.phone, '--code', await codeTo(noa.phone))).toMatch(
    /approved .*approved by .*\+972/,
  )
})

it('production that collects for others approves nothing before its people are named; elsewhere a typed name is taken', async () => {
  const approved = async (
    change: { production?: boolean; mode?: 'direct' | 'platform'; people?: string[] },
    id: string,
  ): Promise<string> => {
    const { mode = 'direct', people = [], production = true } = change
    const settlement = { ...world.platform.settings.settlement, mode, people }
    const settings = { ...world.platform.settings, production, settlement }
    const lines: string[] = []
    await payoutsCommand.run({ settings, args: ['approve', id, '--by', 'Noa'], print: (line) => void lines.push(line) })
    return lines.join('\n')
  }
  const stateOf = async (id: string): Promise<string> =>
    (await world.db.selectFrom('payouts').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
  const owner = await producer(world)
  const id = await drafted(owner)
  await expect(approved({ mode: 'platform' }, id)).rejects.toThrow('PAYOUT_PEOPLE is not set')
  expect(await stateOf(id)).toBe('draft')
  expect(await approved({ mode: 'direct' }, id)).toMatch(/approved .*approved by Noa/)
  const other = await drafted(owner)
  // The contract of one account is enough, also of another account and from before.
  await setContract(world.platform, (await producer(world)).account.uuid, { mode: 'platform' })
  await expect(approved({ mode: 'direct' }, other)).rejects.toThrow('PAYOUT_PEOPLE is not set')
  await expect(approved({ mode: 'direct', people: ['+972501234567'] }, other)).rejects.toThrow('one of PAYOUT_PEOPLE')
  expect(await stateOf(other)).toBe('draft')
  expect(await approved({ production: false, mode: 'platform' }, other)).toMatch(/approved .*approved by Noa/)
})
