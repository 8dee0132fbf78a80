import { exportEvents } from '@kartis/contract/events.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../testing/events.ts'
import { type Producer, producer } from '../../testing/people.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { MAX_SPREADSHEETS } from './spreadsheet-limit.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

describe('spreadsheets of one account', () => {
  it('are so many at the same time; another one is refused, and made once those are over', async () => {
    const other = await producer(world)
    const exported = (of: Producer) => world.call(exportEvents, as(of))
    const all = Array.from({ length: MAX_SPREADSHEETS + 2 }, () => exported(owner))
    const [answers, elsewhere] = [await Promise.all(all), await exported(other)]
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([...Array.from({ length: MAX_SPREADSHEETS }, () => 200), 429, 429])
    expect(answers.find(({ status }) => status === 429)).toMatchObject({
      error: { code: 'too_many_requests' },
      headers: { 'retry-after': '2' },
    })
    expect(elsewhere.status).toBe(200)
    for (let again = 0; again < MAX_SPREADSHEETS + 1; again++) expect((await exported(owner)).status).toBe(200)
  })
})
