import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { producer } from '../testing/people.ts'
import { seatedEvent } from '../testing/seats.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it('the choice of seats asks for its scripts, its hall and what of it is free at once, before the fonts, and begins with the hall', async () => {
  const { event } = await seatedEvent(world, await producer(world))
  const { status, text } = await world.http('GET', `/order/${event.slug}/seats`)
  expect(status).toBe(200)
  const head = text.slice(0, text.indexOf('</head>'))
  const data = [...head.matchAll(/<link rel="preload" as="fetch" href="([^"]+)" crossorigin>/g)].map(([, url]) => url)
  expect(data).toEqual([
    expect.stringMatching(new RegExp(`^/api/v1/public/events/${event.uuid}/seat_map/[^/]+$`)),
    `/api/v1/public/events/${event.uuid}/seats`,
  ])
  for (const url of data) expect((await world.http('GET', url ?? '')).status, url).toBe(200)
  // The script of the hall, which waits for no other one.
  const [, early = ''] = /<script type="module" async src="\/order\/_\/([^"]+)">/.exec(head) ?? []
  const files = join(import.meta.dirname, '../../storefront/dist/client')
  const code = readFileSync(join(files, early), 'utf8')
  expect(code).toContain('/seat_map/')
  expect(code).not.toMatch(/(?:from|import)\s*"/)
  const [firstScript, firstFont] = [head.indexOf('rel="modulepreload"'), head.indexOf('as="font"')]
  expect(firstScript).toBeGreaterThan(0)
  // The hall is asked for before the scripts take the connections of the browser.
  expect(head.indexOf('as="fetch"')).toBeLessThan(firstScript)
  expect(firstScript).toBeLessThan(firstFont)
  expect(text).not.toContain('fetchpriority="low"')
  const sizes = [...head.matchAll(/rel="modulepreload" href="\/order\/_\/([^"]+)"/g)].map(
    ([, file = '']) => statSync(join(files, file)).size,
  )
  expect(sizes.length).toBeGreaterThan(3)
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
})

it.each([
  ['both', 'on the map, in the list or as we suggest'],
  ['map', 'on the map or in the list'],
  ['best', 'we offer the best seats together'],
] as const)('the page of an event says how its seats are chosen: %s', async (pick, text) => {
  const { event } = await seatedEvent(world, await producer(world), { rules: { pick } })
  const page = await world.http('GET', `/order/${event.slug}?lang=en`)
  expect(page.text).toContain(text)
})
