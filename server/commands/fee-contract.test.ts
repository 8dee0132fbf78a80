import { dayAfter, dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Settings } from '../platform/config/settings.ts'
import { readSettings } from '../settings.ts'
import { producer } from '../testing/people.ts'
import { openWorld, type World } from '../testing/world.ts'
import { contractCommand } from './fee-contract.ts'

let world: World
let settings: Settings

beforeAll(async () => {
  world = await openWorld()
  settings = readSettings({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_URL: world.url })
})
afterAll(() => world.close())

test('of terms that are agreed on the same day the last count, and a day before those in force is refused', async () => {
  const uuid = (await producer(world)).account.uuid
  const today = dayIn(ISRAEL_ZONE, new Date())
  const run = async (...args: string[]): Promise<string> => {
    const lines: string[] = []
    await contractCommand.run({ settings, args: [uuid, ...args], print: (line) => void lines.push(line) })
    return lines.join('\n')
  }

  await run('--special', '6')
  await run('--mode', 'direct', '--from', today)
  expect(await run()).toMatch(/Amex +6\.00%[\s\S]*settlement +direct/)
  await run('--special', '5', '--mode', 'aggregated', '--from', today)
  expect(await run()).toMatch(/Amex +5\.00%[\s\S]*settlement +aggregated/)

  await expect(run('--special', '3', '--from', dayAfter(today, -1))).rejects.toThrow('begin on a later day')
  expect(await run()).toMatch(/Amex +5\.00%/)
})
