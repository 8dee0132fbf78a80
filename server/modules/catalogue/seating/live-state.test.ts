import { setTimeout as sleep } from 'node:timers/promises'
import { updateEventSeats } from '@kartis/contract/event-seating.ts'
import { fromBase64 } from '@kartis/seat-map/model/board.ts'
import { seatUuid } from '@kartis/seat-map/model/seat-uuid.ts'
import { hall, row } from '@kartis/seat-map/testing/documents.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../testing/events.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { seatedEvent, type SeatedEvent } from '../../../testing/seating.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const CACHE_MS = 1000

let world: World
let owner: Producer
let seated: SeatedEvent

beforeAll(async () => {
  world = await openWorld({ sharedReadMs: CACHE_MS })
  owner = await producer(world)
  seated = await seatedEvent(
    world,
    owner,
    hall({ rows: [row(), row({ id: 'r2', label: 'ב׳', rank: 2, at: [275, 390] })] }),
  )
})
afterAll(() => world.close())

const path = (query = '') => `/api/v1/public/events/${seated.event.uuid}/seats${query}`
const read = async (query = '', headers: Record<string, string> = {}) =>
  world.http('GET', path(query), undefined, { headers })
const isFreeIn = (text: string, seat: number): boolean => {
  const { data } = JSON.parse(text) as { data: { bits: string } }
  return (((fromBase64(data.bits)[seat >> 3] ?? 0) >> (seat & 7)) & 1) === 1
}
const close = (seat: number, isForSale: boolean) =>
  world.call(updateEventSeats, {
    ...as(owner),
    params: { uuid: seated.event.uuid },
    body: { seat_uuids: [seatUuid(seated.seating.seating, seat)], for_sale: isForSale },
  })

describe('the state of the seats that everybody polls', () => {
  it('is one reply for all who ask in step, and another one half a cache time after a change', async () => {
    const before = await read()
    expect(isFreeIn(before.text, 2)).toBe(true)
    await close(2, false)
    // Within the cache time it is the prepared reply, whoever asks.
    const [same, again] = await Promise.all([read(), read('', { 'if-none-match': String(before.headers.etag) })])
    expect([same.text, same.headers['cache-control']]).toEqual([before.text, before.headers['cache-control']])
    expect([again.status, again.text]).toEqual([304, ''])
    await sleep(CACHE_MS / 2)
    expect(isFreeIn((await read()).text, 2)).toBe(false)
    await close(2, true)
    await sleep(CACHE_MS / 2)
    expect(isFreeIn((await read()).text, 2)).toBe(true)
  })

  it('while seats change is read from the database five times as often', async () => {
    await close(3, false)
    await sleep(CACHE_MS / 2)
    expect(isFreeIn((await read()).text, 3)).toBe(false)
    await close(4, false)
    await sleep(CACHE_MS / 10)
    expect(isFreeIn((await read()).text, 4)).toBe(false)
    await close(3, true)
    await close(4, true)
  })

  it('has nothing of another address: a list stays a list, and what nobody may ask stays refused', async () => {
    await read()
    const [list, unknown, wrong] = await Promise.all([read('?list=1'), read('?nothing=1'), read('?since=-1')])
    expect((JSON.parse(list.text) as { data: unknown[] }).data[0]).toMatchObject({ row: 'א׳' })
    expect([unknown.status, wrong.status]).toEqual([422, 422])
    expect([(await read('?nothing=1')).status, (await read()).status]).toEqual([422, 200])
  })

  it('of an event that is not published any more is no longer shown', async () => {
    expect((await read()).status).toBe(200)
    await sql`update events set status = 'draft' where id = ${seated.event.uuid}`.execute(world.db)
    await sleep(CACHE_MS / 2)
    expect((await read()).status).toBe(404)
  })
})
