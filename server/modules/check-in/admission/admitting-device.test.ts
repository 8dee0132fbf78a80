import { randomUUID } from 'node:crypto'
import { scanTicket } from '@kartis/contract/admission.ts'
import { createGateDevice, joinGate } from '@kartis/contract/gate-devices.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { nth, soldEventOf } from '../../../testing/check-in.ts'
import { as } from '../../../testing/events.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

it('the refusal of a second scan names the device that admitted the ticket, and its helper', async () => {
  const sold = await soldEventOf(world, owner, 1)
  const params = { uuid: sold.event.uuid }
  const body = {
    label: 'שער דרום',
    expires_at: new Date(world.clock.now().getTime() + 8 * 3_600_000).toISOString(),
  }
  const { link, device } = (await world.call(createGateDevice, { ...as(owner), params, body })).body.data
  const token = `gate_${`${randomUUID()}${randomUUID()}`.replaceAll('-', '')}`
  await world.call(joinGate, {
    body: { secret: new URL(link).hash.slice(1), token, name: 'רוני', model: 'Galaxy A54' },
  })
  const admit = (who: { readonly token: string }) =>
    world.call(scanTicket, { ...who, params, body: { ticket_uuid: nth(sold, 0).code } })
  expect((await admit({ token })).status).toBe(200)
  expect((await admit(as(owner))).error).toMatchObject({
    code: 'S2',
    detail: { device_id: device.uuid, device: 'שער דרום · רוני' },
  })
})
