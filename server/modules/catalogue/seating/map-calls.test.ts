import { setTimeout as sleep } from 'node:timers/promises'
import { changeSeating } from '@kartis/contract/event-seating.ts'
import { concertHall } from '@kartis/seat-map/templates/concert-hall.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../testing/events.ts'
import { producer, type Producer } from '../../../testing/people.ts'
import { publishEdition, seatedEvent, type SeatedEvent } from '../../../testing/seating.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let greedy: Producer
let ofGreedy: SeatedEvent
let other: Producer
let ofOther: SeatedEvent
beforeAll(async () => {
  world = await openWorld()
  const seated = async (who: Producer) => {
    const event = await seatedEvent(world, who, concertHall())
    await publishEdition(world, who, event.map, concertHall())
    return event
  }
  greedy = await producer(world)
  other = await producer(world)
  ;[ofGreedy, ofOther] = [await seated(greedy), await seated(other)]
})
afterAll(() => world.close())

const change = (who: Producer, { event }: SeatedEvent, dry_run = true) =>
  world.call(changeSeating, { ...as(who), params: { uuid: event.uuid }, body: { edition: 2, dry_run } })

describe('calls that work on the map of an event', () => {
  it('of one account are refused from the ninth on, with the time after which they may come again', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => change(greedy, ofGreedy)))
    const count = (status: number) => replies.filter((reply) => reply.status === status).length
    expect([count(200), count(429)]).toEqual([8, 4])
    expect(replies.find(({ status }) => status === 429)?.headers['retry-after']).toBe('2')
    expect((await change(greedy, ofGreedy)).status).toBe(200)
  })

  it('take turns with those of another account, which does not wait for all of them', async () => {
    const done: string[] = []
    const call = async (name: string, who: Producer, seated: SeatedEvent) => {
      expect((await change(who, seated)).status).toBe(200)
      done.push(name)
    }
    await Promise.all([
      ...Array.from({ length: 7 }, () => call('greedy', greedy, ofGreedy)),
      call('other', other, ofOther),
    ])
    expect(done.indexOf('other')).toBeLessThan(5)
  })

  it('change one map after another for an account, so that it holds one connection while the thread works', async () => {
    const { db } = world
    const changes = Promise.all(Array.from({ length: 6 }, () => change(greedy, ofGreedy, false)))
    await sleep(40)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`.execute(db)
    expect(rows[0]?.count).toBeLessThanOrEqual(1)
    expect((await changes).map(({ status }) => status)).toEqual(Array(6).fill(200))
  })
})
