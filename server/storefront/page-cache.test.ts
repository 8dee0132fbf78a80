import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventOnSale } from '../testing/events.ts'
import { type Producer, producer } from '../testing/people.ts'
import { openWorld, type World } from '../testing/world.ts'

let cached: World
let owner: Producer
beforeAll(async () => {
  cached = await openWorld({ sharedReadMs: 600_000 })
  owner = await producer(cached)
})
afterAll(() => cached.close())
const page = (url: string) => cached.http('GET', url)

it('a cached page is not rendered again for made-up parameters, languages, themes and previews', async () => {
  const { event, type } = await eventOnSale(cached, owner, { type: { price: 120 } })
  const first = await page(`/order/${event.slug}`)
  await cached.db.updateTable('ticket_types').set({ name: 'שם חדש לגמרי' }).where('id', '=', type.uuid).execute()
  for (const query of [
    'x=1',
    'lang=xx',
    'utm_source=a',
    'q=1&page=7',
    'theme=1&compact=1',
    'preview=0',
    'x[]=1',
    'as=1',
  ]) {
    const { status, text, headers } = await page(`/order/${event.slug}?${query}`)
    expect([status, headers.etag], query).toEqual([200, first.headers.etag])
    expect(text, query).not.toContain('שם חדש לגמרי')
  }
})

it('the cache keeps pages apart that differ: embedded, in another theme, of a search', async () => {
  const { event } = await eventOnSale(cached, owner)
  const etags = []
  for (const path of [
    `/order/${event.slug}`,
    `/order/${event.slug}?embed=1`,
    `/order/${event.slug}?embed=1&theme=dark`,
    `/order/${event.slug}?embed=1&theme=dark&compact=1`,
    '/order',
    '/order?q=zzz',
  ])
    etags.push((await page(path)).headers.etag)
  expect(new Set(etags).size).toBe(etags.length)
})
