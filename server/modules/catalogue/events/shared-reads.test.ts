import { setTimeout as sleep } from 'node:timers/promises'
import { showAvailability } from '@kartis/contract/public-events.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventOnSale } from '../../../testing/events.ts'
import { requestReservation, reserved } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const CACHE_MS = 400

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld({ sharedReadMs: CACHE_MS })
  owner = await producer(world)
})
afterAll(() => world.close())

const left = async (uuid: string) => {
  const { body } = await world.call(showAvailability, { params: { uuid } })
  return body.data.events_tickets[0]?.left
}

describe('the availability of an event', () => {
  it('is read once for a thousand concurrent readers, and is refreshed after the cache time', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { sum_total_available: 20 } })
    const readers = await Promise.all(
      Array.from({ length: 1000 }, () => world.call(showAvailability, { params: { uuid: event.uuid } })),
    )
    expect(readers.every(({ status }) => status === 200)).toBe(true)
    // The reply contains the time of its read: equal replies come from one read.
    expect(new Set(readers.map(({ text }) => text)).size).toBe(1)
    await reserved(world, event.uuid, { [type.uuid]: 5 })
    await sleep(CACHE_MS)
    expect(await left(event.uuid)).toBe(15)
  })

  it('does not decide reservations: they use the stock counters, whatever a cached page shows', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { sum_total_available: 1 } })
    expect(await left(event.uuid)).toBe(1)
    await reserved(world, event.uuid, { [type.uuid]: 1 })
    expect((await requestReservation(world, event.uuid, { [type.uuid]: 1 })).error?.code).toBe('sold_out')
    await sql`update stock set total = 5 where ticket_type_id = ${type.uuid}`.execute(world.db)
    expect((await requestReservation(world, event.uuid, { [type.uuid]: 1 })).status).toBeLessThan(300)
  })

  it('may be cached by a CDN for a second, and is a 304 while its content is unchanged', async () => {
    const { event } = await eventOnSale(world, owner)
    const url = `/api/v1/public/events/${event.uuid}/availability`
    const first = await world.http('GET', url)
    expect(first.headers['cache-control']).toBe('public, max-age=0, s-maxage=1, stale-while-revalidate=1')
    await sleep(CACHE_MS + 20)
    world.clock.advance(7)
    const again = await world.http('GET', url, undefined, { headers: { 'if-none-match': String(first.headers.etag) } })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  it('of an unknown event is refused in the language of the caller, and the refusal is not cached', async () => {
    const url = '/api/v1/public/events/nothing/availability'
    const [he, ar] = await Promise.all(['he', 'ar'].map((lang) => world.http('GET', url, undefined, { lang })))
    expect([he?.status, ar?.status]).toEqual([404, 404])
    expect(he?.error?.description).not.toBe(ar?.error?.description)
    expect(he?.headers['cache-control']).toBe('no-store')
  })
})

describe('the sale page', () => {
  const page = (slug: string, query = '', headers: Record<string, string> = {}) =>
    world.http('GET', `/order/${slug}${query}`, undefined, { headers })

  it('is rendered once for all visitors, whatever tracking parameters their links have', async () => {
    const { event, type } = await eventOnSale(world, owner, { type: { sum_total_available: 9 } })
    const first = await page(event.slug)
    await sql`update ticket_types set name = 'אחר' where id = ${type.uuid}`.execute(world.db)
    const fromAdvertisement = await page(event.slug, '?utm_source=x&fbclid=abc')
    expect(fromAdvertisement.headers.etag).toBe(first.headers.etag)
    await sleep(CACHE_MS + 20)
    expect((await page(event.slug)).headers.etag).not.toBe(first.headers.etag)
  })

  it('is compressed with the best encoding that the caller accepts', async () => {
    const { event } = await eventOnSale(world, owner)
    const [plain, zipped, squeezed] = await Promise.all([
      page(event.slug),
      page(event.slug, '', { 'accept-encoding': 'gzip' }),
      page(event.slug, '', { 'accept-encoding': 'gzip, br' }),
    ])
    expect(zipped?.headers['content-encoding']).toBe('gzip')
    expect(squeezed?.headers['content-encoding']).toBe('br')
    expect(plain?.headers['content-encoding']).toBeUndefined()
    expect(squeezed?.bytes.length).toBeLessThan(plain.bytes.length)
  })
})
