import { randomUUID } from 'node:crypto'
import { undoScan, type uploadScans } from '@kartis/contract/admission.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { closeConflict, explainConflict, showGateBoard } from '@kartis/contract/gate-board.ts'
import { reportGateDevice, revokeGateDevices } from '@kartis/contract/gate-devices.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  entryBefore,
  joinedDevice,
  leadOf,
  nth,
  scan,
  scannerOf,
  soldEventOf,
  uploadTo,
} from '../../../testing/check-in.ts'
import { as } from '../../../testing/events.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let lead: { token: string; account: string }
let scanner: { token: string; account: string }

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  lead = { token: (await leadOf(world, owner)).token, account: owner.account.uuid }
  scanner = { token: (await scannerOf(world, owner)).token, account: owner.account.uuid }
})
afterAll(() => world.close())

type Sold = Awaited<ReturnType<typeof soldEventOf>>
type Scans = BodyIn<typeof uploadScans>['scans']

/** The board as of now: what was remembered is older than two seconds. */
const board = async ({ event }: Sold, who: { token: string; account?: string } = as(owner)) => {
  world.clock.advance(3)
  return world.call(showGateBoard, { ...who, params: { uuid: event.uuid } })
}
const shownTo = async (sold: Sold) => (await board(sold)).body.data

const upload = ({ event }: Sold, device_id: string, scans: Scans) => uploadTo(world, scanner, event, device_id, scans)
const entry = (device_seq: number, ticket_uuid: string, minutesAgo: number, more = {}): Scans[number] =>
  entryBefore(world, minutesAgo, { device_seq, ticket_uuid, ...more })
const deviceFor = (sold: Sold, label: string, fields: Parameters<typeof joinedDevice>[4] = {}) =>
  joinedDevice(world, owner, sold.event, label, fields)

/** Two phones without a network let in the same ticket. */
const doubleEntry = async () => {
  const sold = await soldEventOf(world, owner, 2)
  await upload(sold, 'west', [entry(1, nth(sold, 0).code, 6, { gate: 'מערב' })])
  await upload(sold, 'east', [entry(1, nth(sold, 0).code, 3, { gate: 'מזרח' })])
  const { conflicts } = await shownTo(sold)
  return { sold, conflict: conflicts.items[0], scanUuid: conflicts.items[0]?.scan_uuid ?? '' }
}
const explain = ({ event }: Sold, scan_uuid: string, who = as(owner), body: object = { reason: 'passed_on' }) =>
  world.call(explainConflict, { ...who, params: { uuid: event.uuid, scan_uuid }, body: body as { reason: 'approved' } })
const close = ({ event }: Sold, scan_uuid: string, who = as(owner)) =>
  world.call(closeConflict, { ...who, params: { uuid: event.uuid, scan_uuid }, body: {} })

describe('the board of the entrance', () => {
  it('of an event at which nobody has scanned is empty and whole', async () => {
    const sold = await soldEventOf(world, owner, 2)
    expect(await shownTo(sold)).toMatchObject({
      event: { uuid: sold.event.uuid, name: sold.event.name },
      counters: { total_scanned: 0, total_unscanned: 2, total_tickets: 2 },
      gates: [],
      devices: [],
      refusals: [],
      conflicts: { open: 0, explained: 0, items: [] },
      ticket_types: [{ total: 2, entered: 0 }],
    })
  })

  it('counts entries per gate and minute, without those that were undone, and refusals by reason', async () => {
    const sold = await soldEventOf(world, owner, 5)
    // Not at the end of a minute: the board is looked at some seconds later.
    world.clock.set(new Date(Math.ceil(world.clock.now().getTime() / 60_000) * 60_000 + 10_000))
    await upload(sold, 'phone 1', [
      entry(1, nth(sold, 0).code, 4, { gate: 'צפון' }),
      entry(2, nth(sold, 1).code, 4, { gate: 'צפון' }),
      entry(3, nth(sold, 2).code, 2, { gate: ' צפון ' }),
      entry(4, 'no code', 2, { verdict: 'refused', refusal: 'S6', gate: 'צפון' }),
      entry(5, nth(sold, 0).code, 2, { verdict: 'refused', refusal: 'S2', gate: 'צפון' }),
    ])
    await scan(world, scanner, sold.event, nth(sold, 3).code, { gate: 'דרום' })
    await scan(world, scanner, sold.event, nth(sold, 4).code)
    await scan(world, scanner, sold.event, nth(sold, 4).code)
    await world.call(undoScan, {
      ...as(owner),
      params: { uuid: sold.event.uuid },
      body: { ticket_uuid: nth(sold, 3).code },
    })
    const shown = await shownTo(sold)
    expect(shown.counters).toEqual({ total_scanned: 4, total_unscanned: 1, total_tickets: 5 })
    expect(shown.gates.map(({ name, entered }) => [name, entered])).toEqual([
      ['צפון', 3],
      [null, 1],
    ])
    const [north] = shown.gates
    expect(north?.per_minute).toHaveLength(shown.flow.minutes)
    expect(north?.per_minute.slice(-6)).toEqual([0, 2, 0, 1, 0, 0].slice(-6))
    expect(north?.rate).toBeCloseTo(3 / 5)
    expect(shown.flow.rate).toBeCloseTo(3 / 5)
    expect(shown.refusals).toEqual([
      { code: 'S2', count: 2 },
      { code: 'S6', count: 1 },
    ])
    expect(shown.ticket_types).toMatchObject([{ total: 5, entered: 4 }])
    expect(shown.devices).toMatchObject([{ uuid: null, name: 'נועה לוי', state: 'seen', scans: 5, gate: 'צפון' }])
  })

  it('shows each device with battery, what waits on it and its last contact, and says when one is silent', async () => {
    const sold = await soldEventOf(world, owner, 2)
    const north = await deviceFor(sold, 'north', { gate: 'צפון' })
    const south = await deviceFor(sold, 'south', { gate: 'דרום', role: 'supervisor' })
    await deviceFor(sold, 'revoked').then(({ uuid }) =>
      world.call(revokeGateDevices, {
        ...as(owner),
        params: { uuid: sold.event.uuid },
        body: { device_uuids: [uuid], lost: false },
      }),
    )
    const report = (token: string, pending: number) =>
      world.call(reportGateDevice, {
        token,
        params: { uuid: sold.event.uuid },
        body: { pending, battery: 18, sent_at: world.clock.now().toISOString(), list_at: null },
      })
    await report(north.token, 41)
    await scan(world, { token: north.token, account: owner.account.uuid }, sold.event, nth(sold, 0).code)
    // PostgreSQL has a clock of its own.
    await world.db
      .updateTable('scans')
      .set({ received_at: world.clock.now() })
      .where('event_id', '=', sold.event.uuid)
      .execute()
    world.clock.advance(120)
    await report(south.token, 0)
    const shown = await shownTo(sold)
    expect(shown.devices).toMatchObject([
      { name: 'south helper', role: 'supervisor', gate: 'דרום', state: 'online', battery: 18, pending: 0, scans: 0 },
      { name: 'north helper', role: 'scan', gate: 'צפון', state: 'silent', pending: 41, scans: 1 },
    ])
    expect(shown.gates).toMatchObject([{ name: 'צפון', entered: 1, state: 'silent', devices: 1 }])
  })

  it('forecasts the start of an event whose guests are coming', async () => {
    const sold = await soldEventOf(world, owner, 50)
    const now = world.clock.now().getTime()
    await world.db
      .updateTable('events')
      .set({ starts_at: new Date(now + 4 * 60_000), ends_at: new Date(now + 3 * 3_600_000) })
      .where('id', '=', sold.event.uuid)
      .execute()
    const scans = sold.tickets
      .slice(0, 25)
      .map(({ code }, place) => entry(place + 1, code, 1 + Math.floor(place / 5), { gate: 'צפון' }))
    expect((await upload(sold, 'phone 1', scans)).status).toBe(200)
    const { forecast, flow } = await shownTo(sold)
    expect(flow.rate).toBe(5)
    expect(forecast).toMatchObject({ entered: 45, outside: 5, remedy: { kind: 'add', gate: 'צפון', devices: 1 } })
  })

  it('is refused to scanners and sellers, and strangers find nothing; leads and supervising devices see it', async () => {
    const sold = await soldEventOf(world, owner, 1)
    const stranger = await producer(world)
    expect((await board(sold, scanner)).status).toBe(403)
    expect((await board(sold, as(stranger))).status).toBe(404)
    expect((await board(sold, { token: '' })).status).toBe(401)
    expect((await board(sold, lead)).status).toBe(200)
    const scanning = await deviceFor(sold, 'scan')
    const leading = await deviceFor(sold, 'lead', { role: 'supervisor' })
    expect((await board(sold, { token: scanning.token })).status).toBe(403)
    expect((await board(sold, { token: leading.token })).status).toBe(200)
    const other = await soldEventOf(world, owner, 1)
    expect((await board(other, { token: leading.token })).status).toBe(404)
  })

  it('answers many screens from one reading', async () => {
    const sold = await soldEventOf(world, owner, 1)
    const first = await shownTo(sold)
    await scan(world, scanner, sold.event, nth(sold, 0).code)
    const again = await world.call(showGateBoard, { ...as(owner), params: { uuid: sold.event.uuid } })
    expect(again.body.data).toEqual(first)
    expect((await shownTo(sold)).counters.total_scanned).toBe(1)
  })

  it('is read anew once the clock was set back', async () => {
    const sold = await soldEventOf(world, owner, 1)
    await shownTo(sold)
    const board = async () =>
      (await world.call(showGateBoard, { ...as(owner), params: { uuid: sold.event.uuid } })).body.data
    world.clock.advance(-3600)
    const earlier = await board()
    expect(Date.parse(earlier.as_of)).toBe(world.clock.now().getTime())
    world.clock.advance(3600)
  })

  it('lists a dozen gates and puts the entries of all others together', async () => {
    const sold = await soldEventOf(world, owner, 40)
    const scans = sold.tickets.map(({ code }, place) =>
      entry(place + 1, code, place < 20 ? 600 : 1, { gate: `gate ${place % 20}` }),
    )
    await upload(sold, 'phone 1', scans)
    const { gates, counters } = await shownTo(sold)
    expect(gates.reduce((sum, { entered }) => sum + entered, 0)).toBe(counters.total_scanned)
    expect(gates).toHaveLength(13)
    expect(gates.at(-1)).toMatchObject({ name: null, entered: 16 })
  })
})

describe('a conflict at the gate', () => {
  it('is shown with ticket, gates and times until it is explained and closed, each with an event', async () => {
    const { sold, conflict, scanUuid } = await doubleEntry()
    expect(conflict).toMatchObject({
      kind: 'double',
      state: 'open',
      ticket_number: nth(sold, 0).number,
      entry: { gate: 'מזרח', device: 'נועה לוי' },
      other: { gate: 'מערב', device: 'נועה לוי' },
      reason: null,
    })
    const explained = await explain(sold, scanUuid, lead)
    expect(explained.body.data).toMatchObject({ state: 'explained', reason: 'passed_on', closed_at: null })
    expect((await shownTo(sold)).conflicts).toMatchObject({ open: 0, explained: 1, items: [{ state: 'explained' }] })
    const corrected = await explain(sold, scanUuid, lead, { reason: 'other', note: 'אורח הראה תעודה' })
    expect(corrected.body.data).toMatchObject({ reason: 'other', note: 'אורח הראה תעודה' })
    const closed = await close(sold, scanUuid)
    expect(closed.body.data).toMatchObject({ state: 'closed', reason: 'other' })
    expect((await shownTo(sold)).conflicts).toEqual({ open: 0, explained: 0, items: [] })
    const events = await world.db
      .selectFrom('events_log')
      .select(['data', 'subject', 'account_id'])
      .where('event_id', '=', sold.event.uuid)
      .where('type', '=', 'check_in.conflict_moved')
      .orderBy('id')
      .execute()
    expect(events.map(({ data }) => (data as { state: string }).state)).toEqual(['explained', 'explained', 'closed'])
    expect(events[0]).toMatchObject({ subject: scanUuid, account_id: owner.account.uuid })
  })

  it('is not closed before it is explained, nor explained once it is closed', async () => {
    const { sold, scanUuid } = await doubleEntry()
    expect((await close(sold, scanUuid)).body).toMatchObject({ error: { code: 'conflict' } })
    await explain(sold, scanUuid)
    await close(sold, scanUuid)
    expect((await explain(sold, scanUuid)).status).toBe(409)
    expect((await close(sold, scanUuid)).status).toBe(409)
  })

  it('is closed once by two who do it together', async () => {
    const { sold, scanUuid } = await doubleEntry()
    await explain(sold, scanUuid)
    const answers = await Promise.all(Array.from({ length: 8 }, () => close(sold, scanUuid)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
  })

  it('is explained by a supervising device too, and by nobody else at the gate', async () => {
    const { sold, scanUuid } = await doubleEntry()
    const leading = await deviceFor(sold, 'lead', { role: 'supervisor' })
    const scanning = await deviceFor(sold, 'scan')
    expect((await explain(sold, scanUuid, { token: scanning.token, account: owner.account.uuid })).status).toBe(403)
    expect((await explain(sold, scanUuid, scanner)).status).toBe(403)
    expect((await explain(sold, scanUuid, { token: leading.token, account: owner.account.uuid })).status).toBe(200)
    const row = await world.db
      .selectFrom('check_in_conflicts')
      .selectAll()
      .where('event_id', '=', sold.event.uuid)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ user_id: null, device_id: leading.uuid })
    expect((await close(sold, scanUuid, { token: leading.token, account: owner.account.uuid })).status).toBe(401)
    expect((await close(sold, scanUuid, lead)).status).toBe(403)
  })

  it('of another event or account is not found, and another reason needs a note', async () => {
    const { sold, scanUuid } = await doubleEntry()
    const other = await soldEventOf(world, owner, 1)
    const stranger = await producer(world)
    expect((await explain(other, scanUuid)).status).toBe(404)
    expect((await explain(sold, scanUuid, as(stranger))).status).toBe(404)
    expect((await close(sold, randomUUID())).status).toBe(404)
    expect((await explain(sold, scanUuid, as(owner), { reason: 'other' })).status).toBe(422)
    expect((await explain(sold, scanUuid, as(owner), { reason: 'exit_arrived' })).status).toBe(422)
  })
})
