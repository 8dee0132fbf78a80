import { randomBytes, randomUUID } from 'node:crypto'
import { uploadScans } from '@kartis/contract/admission.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { createGateDevice, joinGate } from '@kartis/contract/gate-devices.ts'
import { listSecurityLog } from '@kartis/contract/security-log.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leadOf, nth, scannerOf, soldEventOf } from '../../../testing/check-in.ts'
import { as } from '../../../testing/events.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let scanner: { token: string; account: string }
let lead: { token: string; account: string }

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  scanner = { token: (await scannerOf(world, owner)).token, account: owner.account.uuid }
  lead = { token: (await leadOf(world, owner)).token, account: owner.account.uuid }
})
afterAll(() => world.close())

type Sold = Awaited<ReturnType<typeof soldEventOf>>
type Body = BodyIn<typeof uploadScans>

const upload = async (
  { event }: Sold,
  who: { token: string; account?: string },
  text: string,
  body: Partial<Body> = {},
  scan: Partial<Body['scans'][number]> = {},
) => {
  const now = world.clock.now().toISOString()
  const scan_uuid = randomUUID()
  const entry = { device_seq: 1, scan_uuid, ticket_uuid: text, verdict: 'admitted' as const, scanned_at: now }
  const reply = await world.call(uploadScans, {
    ...who,
    params: { uuid: event.uuid },
    body: { device_id: 'phone 7', sent_at: now, scans: [{ ...entry, ...scan }], ...body },
  })
  expect(reply.body.data.results[0]?.state).toBe('accepted')
  return world.db
    .selectFrom('scans')
    .selectAll()
    .where('event_id', '=', event.uuid)
    .where('id', '=', scan_uuid)
    .executeTakeFirstOrThrow()
}

const falseClaims = async (event: string) =>
  (await world.call(listSecurityLog, { ...as(owner), query: { filter: { kind: 'gate_device' } } })).body.data.filter(
    ({ act, detail }) => act === 'gate_device.false_claim' && detail['event'] === event,
  )

describe('the sender of an upload', () => {
  it('is recorded in its own role, whatever a scanner claims, and the claim is flagged', async () => {
    const sold = await soldEventOf(world, owner, 4)
    const plain = await upload(sold, scanner, nth(sold, 0).code)
    expect(plain).toMatchObject({ device_id: 'phone 7', origin: { role: 'scan' } })
    expect(plain.origin).not.toHaveProperty('claimed')
    expect(await falseClaims(sold.event.uuid)).toEqual([])
    const asLead = await upload(sold, scanner, nth(sold, 1).code, { role: 'supervisor' }, { reason: 'lane_override' })
    expect(asLead.origin).toMatchObject({ role: 'scan', claimed: { role: 'supervisor', override: true } })
    const byName = await upload(sold, scanner, nth(sold, 3).number, {}, { reason: 'id_shown', override: true })
    expect(byName.origin).toMatchObject({ role: 'scan', claimed: { override: true } })
    const asHub = await upload(sold, scanner, nth(sold, 2).code, { role: 'hub' }, { device_id: 'phone 9', mode: 'hub' })
    expect(asHub).toMatchObject({
      device_id: 'phone 7',
      origin: { role: 'scan', claimed: { role: 'hub', device: 'phone 9' } },
    })
    expect(await falseClaims(sold.event.uuid)).toMatchObject([
      { result: 'refused', detail: { role: 'scan', claimed_role: 'hub', claimed_device: 'phone 9' } },
      { result: 'refused', detail: { role: 'scan', claimed_role: null } },
      { result: 'refused', detail: { role: 'scan', claimed_role: 'supervisor' } },
    ])
  })

  it('that leads the gate may be a hub, and sends for the devices of others', async () => {
    const sold = await soldEventOf(world, owner, 2)
    const ofHub = await upload(sold, lead, nth(sold, 0).code, { role: 'hub' }, { device_id: 'phone 9', mode: 'hub' })
    expect(ofHub).toMatchObject({ device_id: 'phone 9', origin: { role: 'hub' } })
    const own = await upload(sold, lead, nth(sold, 1).code, { role: 'supervisor' }, { reason: 'lane_override' })
    expect(own.origin).toMatchObject({ role: 'supervisor' })
    expect([ofHub, own].flatMap(({ origin }) => origin?.claimed ?? [])).toEqual([])
  })

  it('cannot take the name of an enrolled device, which sends with its own token', async () => {
    const sold = await soldEventOf(world, owner, 2)
    const expires_at = new Date(world.clock.now().getTime() + 24 * 3_600_000).toISOString()
    const params = { uuid: sold.event.uuid }
    const created = await world.call(createGateDevice, { ...as(owner), params, body: { label: 'צפון', expires_at } })
    const { device, link } = created.body.data
    const token = `gate_${randomBytes(32).toString('hex')}`
    await world.call(joinGate, { body: { secret: new URL(link).hash.slice(1), token, name: 'אביב' } })
    const taken = await upload(sold, scanner, nth(sold, 0).code, { device_id: device.uuid })
    expect(taken).toMatchObject({ device_id: null, origin: { claimed: { device: device.uuid } } })
    const own = await upload(sold, { token }, nth(sold, 1).code, { device_id: 'phone 7' })
    expect(own).toMatchObject({ device_id: device.uuid, origin: { role: 'scan' } })
    expect(await falseClaims(sold.event.uuid)).toHaveLength(1)
  })

  it('writes one line however often the upload is repeated', async () => {
    const sold = await soldEventOf(world, owner, 1)
    const scan_uuid = randomUUID()
    for (let times = 0; times < 3; times++) {
      const now = world.clock.now().toISOString()
      const scans = [
        { device_seq: 1, scan_uuid, ticket_uuid: nth(sold, 0).code, verdict: 'admitted' as const, scanned_at: now },
      ]
      const body = { device_id: 'phone 7', role: 'hub' as const, sent_at: now, scans }
      await world.call(uploadScans, { ...scanner, params: { uuid: sold.event.uuid }, body })
    }
    expect(await falseClaims(sold.event.uuid)).toHaveLength(1)
  })
})
