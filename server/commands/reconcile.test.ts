import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventOnSale } from '../testing/events.ts'
import { type TestGateway, useTestGateway } from '../testing/gateway.ts'
import { producer } from '../testing/people.ts'
import { newCharges, reportFile } from '../testing/reports.ts'
import { openWorld, type World } from '../testing/world.ts'
import { readAllTerminals } from '../modules/payments/payments/index.ts'
import { reconcileCommand } from './reconcile.ts'

let world: World
let gateway: TestGateway
beforeAll(async () => {
  world = await openWorld({ now: '2026-11-23T10:00:00Z' })
  gateway = await useTestGateway(world)
})
afterAll(() => world.close())

const run = async (...args: string[]): Promise<string[]> => {
  const lines: string[] = []
  const { settings } = world.platform
  await reconcileCommand.run({ settings, args, print: (line) => void lines.push(line) })
  return lines
}

it('the report of a gateway is loaded from a file, and what only the gateway has is listed with its card and time', async () => {
  const terminal = (await readAllTerminals(world.db)).find(({ provider }) => provider === 'test')?.id ?? ''
  const sale = await eventOnSale(world, await producer(world), { type: { price: 100 } })
  const [charge] = await newCharges(world, gateway, sale, 1)
  world.clock.advance(86_400)
  const head = 'ref,amount,day,last4'
  const file = reportFile([head, `${charge?.ref},100,2026-11-23,`, '8899,7.00,2026-11-23 21:07,4242'])
  const [loaded] = await run('gateway', file, '--terminal', terminal)
  expect(loaded).toBe(
    '2 lines, 2 of them new, 2026-11-23 to 2026-11-23, compared until 2026-11-23: 0 refunds of its console recorded, 1 differences',
  )
  const [line] = await run('list')
  expect(line).toContain('theirs_only')
  expect(line).toContain('charge 8899  card 4242  2026-11-23 21:07 (Israel)')
  await expect(run('gateway', reportFile([head, 'R,1o,2026-11-23,']), '--terminal', terminal)).rejects.toThrow(
    'Nothing was loaded: line 2: amount must be a sum such as 1,234.50, and is "1o".',
  )
})
