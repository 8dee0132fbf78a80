import { createHash } from 'node:crypto'
import { joinLine } from '@kartis/contract/waiting-room.ts'
import { findNonce } from '@kartis/domain/proof-of-work.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { producer, type Producer } from '../../../testing/people.ts'
import { newDevice, waitingRoomActions } from '../../../testing/waiting-room.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
  owner = await producer(world)
})
afterAll(() => world.close())

const sha256 = (text: string): Uint8Array => createHash('sha256').update(text).digest()

const BITS = 8

test('a bot that asks for 200 places from one address gets 20 with the work of one visitor each, and pays more for the others', async () => {
  const rooms = waitingRoomActions(world, () => owner)
  const { uuid } = await rooms.saleWithRoom({ mode: 'on', work_bits: BITS })
  const { round } = await rooms.status(uuid)
  const join = (device: string, bits: number, address: string) =>
    world.call(joinLine, {
      params: { uuid },
      body: { device, nonce: findNonce({ eventId: uuid, round, device, bits }, sha256) },
      headers: { 'x-forwarded-for': address },
    })

  const answers = []
  for (let place = 0; place < 200; place++) answers.push(await join(newDevice(), BITS, '203.0.113.9'))
  const placed = answers.filter(({ status }) => status === 201).length
  // A nonce sometimes has a bit or two more than it needs.
  expect(placed).toBeGreaterThanOrEqual(20)
  expect(placed).toBeLessThan(100)
  const refused = answers.findLast(({ status }) => status === 409)
  expect(refused?.error).toMatchObject({ code: 'waiting_room', detail: { reason: 'more_work', bits: BITS + 4 } })

  expect((await join(newDevice(), BITS + 4, '203.0.113.9')).status).toBe(201)
  expect((await join(newDevice(), BITS, '198.51.100.9')).status).toBe(201)
})
