import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const get = (url: string, headers: Record<string, string> = {}) => world.http('GET', url, undefined, { headers })

/** Keys that nothing has: too long, of several bytes each, and with characters that no key has. */
const NO_KEYS = ['a'.repeat(300), 'a'.repeat(1000), '%D7%90'.repeat(400), 'a'.repeat(5000), '%F0%9F%98%80', 'a%00b']

describe('a key that is too long or malformed', () => {
  it.each(['', 'checkout/', 'tickets/', 'receipt/', 'choice/', 'ticket/', 'wait/', 'embed/', 'preview/'])(
    'is not found on the page /order/%s',
    async (page) => {
      for (const key of NO_KEYS)
        for (const token of ['', '?token=x'])
          expect([key.length, (await get(`/order/${page}${key}${token}`)).status]).toEqual([key.length, 404])
    },
  )

  it('identifies nothing at every public route, and is otherwise treated as any id of nothing', async () => {
    const wrong: unknown[] = []
    for (const { method, path, access } of world.app.endpoints.filter(({ path }) => path.includes(':')))
      for (const key of ['a'.repeat(1000), 'a'.repeat(5000)]) {
        const { status } = await world.http(method, `/api${path.replaceAll(/:\w+/g, key)}`)
        const isRefused = access === 'public' ? status === 404 : status === 401 || status === 404
        if (!isRefused) wrong.push([method, path, key.length, status])
      }
    expect(wrong).toEqual([])
  })
})
