import { createDecipheriv, randomUUID } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { admissionList } from '@kartis/contract/admission-list.ts'
import { updateEvent } from '@kartis/contract/events.ts'
import { createGateDevice, joinGate, revokeGateDevices } from '@kartis/contract/gate-devices.ts'
import { gatePeopleKey } from '@kartis/contract/gate-people.ts'
import { type GatePerson, readPeopleFile } from '@kartis/domain/gate-people.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leadOf, scannerOf, soldEventOf } from '../../../testing/check-in.ts'
import { as } from '../../../testing/events.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { acceptedBy } from '../../../testing/transfers.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const HOUR = 3_600_000

let world: World
let owner: Producer
let scanner: { token: string; account: string }

beforeAll(async () => {
  world = await openWorld({ env: { RATE_LIMITS: 'on' } })
  owner = await producer(world)
  scanner = { token: (await scannerOf(world, owner)).token, account: owner.account.uuid }
})
afterAll(() => world.close())

type Sold = Awaited<ReturnType<typeof soldEventOf>>
interface Who {
  readonly token: string
  readonly account?: string
}

const allow = (sold: Sold, people_offline: boolean) =>
  world.call(updateEvent, { ...as(owner), params: { uuid: sold.event.uuid }, body: { settings: { people_offline } } })

const soldEvent = async (isAllowed = true): Promise<Sold> => {
  const sold = await soldEventOf(world, owner)
  if (isAllowed) expect((await allow(sold, true)).status).toBe(200)
  return sold
}

const fileOf = async ({ event }: Sold, { token, account }: Who = scanner, as: 'scan' | 'hub' = 'scan') => {
  const headers = { authorization: `Bearer ${token}`, ...(account && { 'x-account-id': account }) }
  const url = `/api/v1/producer/events/${event.uuid}/check_in/people?as=${as}`
  const reply = await world.app.inject({ method: 'GET', url, headers })
  return { status: reply.statusCode, bytes: new Uint8Array(reply.rawPayload) }
}

const keyOf = ({ event }: Sold, who: Who = scanner, as: 'scan' | 'hub' = 'scan') =>
  world.call(gatePeopleKey, { ...who, params: { uuid: event.uuid }, body: { device_id: 'phone 1', as } })

const open = ({ event }: Sold, bytes: Uint8Array<ArrayBuffer>, key: string): GatePerson[] => {
  const file = readPeopleFile(event.uuid, bytes)
  if (!file) throw new Error('no file of guests')
  const cipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), file.nonce).setAAD(file.bound)
  const end = file.sealed.length - 16
  cipher.setAuthTag(file.sealed.subarray(end))
  const text = Buffer.concat([cipher.update(file.sealed.subarray(0, end)), cipher.final()])
  return JSON.parse(inflateRawSync(text).toString()) as GatePerson[]
}

const deviceOf = async ({ event }: Sold, role: 'scan' | 'hub', hours = 4) => {
  const params = { uuid: event.uuid }
  const expires_at = new Date(world.clock.now().getTime() + hours * HOUR).toISOString()
  const made = await world.call(createGateDevice, { ...as(owner), params, body: { label: 'North', role, expires_at } })
  const secret = new URL(made.body.data.link).hash.slice(1)
  const token = `gate_${`${randomUUID()}${randomUUID()}`.replaceAll('-', '')}`
  await world.call(joinGate, { body: { secret, token, name: 'Aviv', model: 'Galaxy' } })
  return { token, uuid: made.body.data.device.uuid, expires_at }
}

const logOf = async (event: string) => {
  const rows = await world.db.selectFrom('security_log').selectAll().orderBy('created_at').orderBy('id').execute()
  return rows.filter(({ detail }) => (detail as { event?: string } | null)?.event === event)
}

describe('the names of guests for devices at the gate', () => {
  it('are in no list of the event, whoever loads it', async () => {
    const sold = await soldEvent()
    const { text, body } = await world.call(admissionList, { ...as(owner), params: { uuid: sold.event.uuid } })
    expect(text).not.toContain('דנה')
    expect(body.data.can.people).toBe(true)
  })

  it('are one sealed file that only its key opens: name and last four digits of each order', async () => {
    const sold = await soldEvent()
    const { status, bytes } = await fileOf(sold)
    expect(status).toBe(200)
    const text = Buffer.from(bytes).toString('utf8')
    expect(text).not.toContain('דנה')
    expect(text).not.toContain(sold.number)
    const { key } = (await keyOf(sold)).body.data
    expect(open(sold, bytes, key)).toEqual([[sold.number, 'דנה כהן', expect.stringMatching(/^\d{4}$/)]])
    expect(() => open(sold, bytes, Buffer.alloc(32).toString('base64url'))).toThrow()
    const other = await soldEvent()
    expect(() => open(other, bytes, key)).toThrow()
  })

  it('have whoever holds a transferred ticket by the number of the ticket, beside its buyer', async () => {
    const sold = await soldEvent()
    const [ticket] = sold.tickets
    if (!ticket) throw new Error('tickets were sold')
    const { phone } = await acceptedBy(world, { order: sold.bought, ticket })
    const { key } = (await keyOf(sold)).body.data
    expect(open(sold, (await fileOf(sold)).bytes, key)).toEqual([
      [sold.number, 'דנה כהן', expect.stringMatching(/^\d{4}$/)],
      [ticket.number, 'יעל ברק', phone.slice(-4)],
    ])
  })

  it('are refused where the event does not allow it, and to strangers', async () => {
    const sold = await soldEvent(false)
    expect((await fileOf(sold)).status).toBe(409)
    expect(await keyOf(sold)).toMatchObject({ status: 409, body: { error: { detail: { reason: 'off' } } } })
    const stranger = await producer(world)
    await allow(sold, true)
    expect((await fileOf(sold, { ...as(stranger) })).status).toBe(404)
    await allow(sold, false)
    expect((await fileOf(sold)).status).toBe(409)
  })

  it('are for a hub in any case, and only who leads the gate has one', async () => {
    const sold = await soldEvent(false)
    const lead = { token: (await leadOf(world, owner)).token, account: owner.account.uuid }
    expect([(await fileOf(sold, lead, 'hub')).status, (await keyOf(sold, lead, 'hub')).status]).toEqual([200, 200])
    expect((await fileOf(sold, scanner, 'hub')).status).toBe(409)
    const [hub, phone] = [await deviceOf(sold, 'hub'), await deviceOf(sold, 'scan')]
    expect((await fileOf(sold, hub, 'hub')).status).toBe(200)
    expect((await fileOf(sold, phone, 'hub')).status).toBe(409)
  })

  it('end with the device, six hours after the event, and after a day without the server', async () => {
    const sold = await soldEvent()
    const device = await deviceOf(sold, 'scan')
    expect((await keyOf(sold, device)).body.data.ends_at).toBe(device.expires_at)
    const now = world.clock.now().getTime()
    expect(Date.parse((await keyOf(sold)).body.data.ends_at)).toBeLessThanOrEqual(now + 24 * HOUR + 60_000)
    await world.db
      .updateTable('events')
      .set({ starts_at: new Date(now - 9 * HOUR), ends_at: new Date(now - 7 * HOUR) })
      .where('id', '=', sold.event.uuid)
      .execute()
    expect(await keyOf(sold)).toMatchObject({ status: 409, body: { error: { detail: { reason: 'over' } } } })
  })

  it('have another key once a device was revoked, so that it reads no later file', async () => {
    const sold = await soldEvent()
    const device = await deviceOf(sold, 'scan')
    const before = (await keyOf(sold, device)).body.data
    const params = { uuid: sold.event.uuid }
    await world.call(revokeGateDevices, { ...as(owner), params, body: { device_uuids: [device.uuid], lost: true } })
    expect((await keyOf(sold, device)).status).toBe(401)
    const after = (await keyOf(sold)).body.data
    expect([after.generation, after.key === before.key]).toEqual([before.generation + 1, false])
    const { bytes } = await fileOf(sold)
    expect(() => open(sold, bytes, before.key)).toThrow()
    expect(open(sold, bytes, after.key)).toHaveLength(1)
  })

  it('leave lines in the security log: who switched them on and off, and each key that was given', async () => {
    const sold = await soldEvent()
    const device = await deviceOf(sold, 'scan')
    await keyOf(sold, device)
    await allow(sold, true)
    await allow(sold, false)
    const log = await logOf(sold.event.uuid)
    const acts = log.map(({ act }) => act).filter((act) => act.startsWith('gate_device.people'))
    expect(acts).toEqual(['gate_device.people_on', 'gate_device.people_given', 'gate_device.people_off'])
    expect(log.find(({ act }) => act === 'gate_device.people_given')).toMatchObject({
      target: device.uuid,
      user_id: null,
      account_id: owner.account.uuid,
    })
  })

  it('have a budget for each person and device', async () => {
    const sold = await soldEvent()
    const statuses: number[] = []
    for (let nth = 0; nth < 21; nth++) statuses.push((await keyOf(sold)).status)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  })
})
