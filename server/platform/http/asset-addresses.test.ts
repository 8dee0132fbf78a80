import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world.close())

/** The status of an address that is sent as it is written. */
const statusOf = (path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { port } = world.app.server.address() as AddressInfo
    request({ host: '127.0.0.1', port, path }, (reply) => {
      reply.resume()
      resolve(reply.statusCode)
    })
      .on('error', reject)
      .end()
  })

it.each([
  '/assets/..',
  '/assets/%2e%2e/x',
  '/assets/../../x',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/assets/%00',
  '/assets/x%00.js',
  '/assets/%5c..%5cx',
  '/assets//etc/passwd',
  `/assets/${'a'.repeat(300)}`,
  '/assets/nothing.js',
])('an address that can be no file of the app is not found: %s', async (path) => {
  expect(await statusOf(path)).toBe(404)
})
