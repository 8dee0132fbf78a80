import { randomUUID } from 'node:crypto'
import { createGateDevice, joinGate } from '@kartis/contract/gate-devices.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { soldEventOf } from '../../../testing/check-in.ts'
import { as } from '../../../testing/events.ts'
import { producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const newToken = (): string => `gate_${`${randomUUID()}${randomUUID()}`.replaceAll('-', '')}`

test('a link is refused to a phone with the token of another device, and stays free', async () => {
  const owner = await producer(world)
  const { event } = await soldEventOf(world, owner)
  const expires_at = new Date(world.clock.now().getTime() + 8 * 3_600_000).toISOString()
  const link = async (): Promise<string> => {
    const call = { ...as(owner), params: { uuid: event.uuid }, body: { label: 'שער צפון', expires_at } }
    return new URL((await world.call(createGateDevice, call)).body.data.link).hash.slice(1)
  }
  const join = (secret: string, token: string) =>
    world.call(joinGate, { body: { secret, token, name: 'אביב', model: 'Galaxy A54' } })
  const [first, second, token] = [await link(), await link(), newToken()]
  expect((await join(first, token)).status).toBe(200)
  const refused = await join(second, token)
  expect([refused.status, refused.error?.detail]).toEqual([422, { token: ['duplicate'] }])
  expect((await join(second, newToken())).status).toBe(200)
})
