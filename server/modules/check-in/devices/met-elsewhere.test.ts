import { updateEvent } from '@kartis/contract/events.ts'
import { createGateDevice, reportGateDevice, showGateLink } from '@kartis/contract/gate-devices.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinedDevice, nth, soldEventOf, uploadTo } from '../../../testing/check-in.ts'
import { as } from '../../../testing/events.ts'
import { type OpenBoard, openBoard, type Sold } from '../../../testing/gate-board.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let evening: OpenBoard

beforeAll(async () => {
  world = await openWorld()
  evening = await openBoard(world)
})
afterAll(() => world.close())

interface Reported {
  readonly device_id?: string
  readonly doubts?: string[]
}

const report = async ({ event }: Sold, who: { token: string; account?: string }, more: Reported = {}) => {
  const body = { pending: 0, battery: null, sent_at: world.clock.now().toISOString(), list_at: null, ...more }
  const { body: reply } = await world.call(reportGateDevice, { ...who, params: { uuid: event.uuid }, body })
  return reply.data
}

/** What a device is told at its next report. */
const metOf = async (sold: Sold, who: { token: string; account?: string }, device_id?: string) =>
  (await report(sold, who, device_id === undefined ? {} : { device_id })).met

describe('a device whose entry another one has made too', () => {
  it('hears of it at its next report, until somebody has explained it', async () => {
    const sold = await soldEventOf(world, evening.owner, 2)
    const first = await joinedDevice(world, evening.owner, sold.event, 'north', { gate: 'צפון' })
    const own = { token: first.token, account: evening.owner.account.uuid }
    world.clock.advance(600)
    await uploadTo(world, own, sold.event, first.uuid, [evening.entry(1, nth(sold, 0).code, 6)])
    expect(await metOf(sold, { token: first.token })).toEqual([])
    const west = evening.entry(1, nth(sold, 0).code, 3, { gate: 'מערב' })
    await evening.upload(sold, 'west', [west])
    expect(await metOf(sold, { token: first.token })).toMatchObject([
      { ticket_number: nth(sold, 0).number, other: { scanned_at: west.scanned_at, gate: 'מערב' } },
    ])
    // Whoever sent the later one was told by the reply to its upload.
    expect(await metOf(sold, evening.scanner, 'west')).toEqual([])
    const [conflict] = (await evening.shownTo(sold)).conflicts.items
    await evening.explain(sold, conflict?.scan_uuid ?? '')
    expect(await metOf(sold, { token: first.token })).toEqual([])
  })

  it('hears of it on the phone of a member too', async () => {
    const sold = await soldEventOf(world, evening.owner, 1)
    await evening.upload(sold, 'west', [evening.entry(1, nth(sold, 0).code, 6)])
    await evening.upload(sold, 'east', [evening.entry(1, nth(sold, 0).code, 3)])
    expect(await metOf(sold, evening.scanner, 'west')).toHaveLength(1)
    expect(await metOf(sold, evening.scanner, 'east')).toEqual([])
  })
})

describe('a device whose entry met another one when it was sent', () => {
  it('hears that somebody has explained it, so that nobody looks into it again', async () => {
    const sold = await soldEventOf(world, evening.owner, 1)
    const other = await soldEventOf(world, evening.owner, 1)
    await evening.upload(sold, 'west', [evening.entry(1, nth(sold, 0).code, 6)])
    const east = evening.entry(1, nth(sold, 0).code, 3)
    await evening.upload(sold, 'east', [east])
    const doubts = [String(east.scan_uuid), '019a5b3c-3333-7333-8333-00000000ffff']
    const settledOf = async (of: Sold) => (await report(of, evening.scanner, { device_id: 'east', doubts })).settled
    expect(await settledOf(sold)).toEqual([])
    await evening.explain(sold, String(east.scan_uuid))
    expect(await settledOf(sold)).toEqual([east.scan_uuid])
    await evening.close(sold, String(east.scan_uuid))
    expect(await settledOf(sold)).toEqual([east.scan_uuid])
    // Of another event it says nothing.
    expect(await settledOf(other)).toEqual([])
  })
})

describe('the link of a device', () => {
  it('names the gates of the event where it has none of its own', async () => {
    const sold = await soldEventOf(world, evening.owner, 1)
    const params = { uuid: sold.event.uuid }
    const gates = ['צפון', 'דרום'].map((name) => ({ name, events_ticket_uuids: [] }))
    const saved = await world.call(updateEvent, { ...as(evening.owner), params, body: { settings: { gates } } })
    expect(saved.status).toBe(200)
    const gatesOf = async (gate: string | null) => {
      const body = { label: 'x', gate, expires_at: new Date(world.clock.now().getTime() + 3_600_000).toISOString() }
      const created = await world.call(createGateDevice, { ...as(evening.owner), params, body })
      const secret = new URL(created.body.data.link).hash.slice(1)
      return (await world.call(showGateLink, { body: { secret } })).body.data.gates
    }
    expect(await gatesOf(null)).toEqual(['צפון', 'דרום'])
    expect(await gatesOf('צפון')).toEqual([])
  })
})
