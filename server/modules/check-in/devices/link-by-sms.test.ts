import { createGateDevice, joinGate, listGateDevices } from '@kartis/contract/gate-devices.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

/** Makes a link for a phone of a new event. */
const linkTo = async (phone_number: string) => {
  const { event } = await eventOnSale(world, owner)
  const expires_at = new Date(world.clock.now().getTime() + 8 * 3_600_000).toISOString()
  const body = { label: 'North', expires_at, phone_number }
  return { event, made: await world.call(createGateDevice, { ...as(owner), params: { uuid: event.uuid }, body }) }
}

describe('the link of a device at the gate', () => {
  it('is sent to the phone of the helper by SMS, and opens once', async () => {
    const { made } = await linkTo('052-555 7711')
    const { link } = made.body.data
    const sent = world.db.selectFrom('messages').select(['text', 'template', 'account_id'])
    const sms = await sent.where('to', '=', '+972525557711').executeTakeFirstOrThrow()
    expect(sms).toMatchObject({ template: 'gate_link', account_id: owner.account.uuid })
    expect(sms.text).toContain(link)

    const join = (token: string) => {
      const body = { secret: new URL(link).hash.slice(1), token: `gate_${token.repeat(64)}`, name: 'אביב', model: null }
      return world.call(joinGate, { body })
    }
    expect((await join('a')).status).toBe(200)
    expect((await join('b')).error?.code).toBe('gate_link_used')
  })

  it('is not made for a phone that is none', async () => {
    const { event, made } = await linkTo('123')
    expect([made.status, Object.keys(made.error?.detail ?? {})]).toEqual([422, ['phone_number']])
    const listed = await world.call(listGateDevices, { ...as(owner), params: { uuid: event.uuid } })
    expect(listed.body.data).toEqual([])
  })
})
