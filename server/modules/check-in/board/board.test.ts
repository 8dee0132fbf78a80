import { randomUUID } from 'node:crypto'
import { undoScan } from '@kartis/contract/admission.ts'
import { showGateBoard } from '@kartis/contract/gate-board.ts'
import { reportGateDevice, revokeGateDevices } from '@kartis/contract/gate-devices.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinedDevice, nth, scan, soldEventOf } from '../../../testing/check-in.ts'
import { as } from '../../../testing/events.ts'
import { type OpenBoard, openBoard, type Sold } from '../../../testing/gate-board.ts'
import { producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let evening: OpenBoard

beforeAll(async () => {
  world = await openWorld()
  evening = await openBoard(world)
})
afterAll(() => world.close())

const deviceFor = (sold: Sold, label: string, fields: Parameters<typeof joinedDevice>[4] = {}) =>
  joinedDevice(world, evening.owner, sold.event, label, fields)

/** Two phones without a network let in the same ticket. */
const doubleEntry = async () => {
  const sold = await soldEventOf(world, evening.owner, 2)
  await evening.upload(sold, 'west', [evening.entry(1, nth(sold, 0).code, 6, { gate: 'מערב' })])
  await evening.upload(sold, 'east', [evening.entry(1, nth(sold, 0).code, 3, { gate: 'מזרח' })])
  const { conflicts } = await evening.shownTo(sold)
  return { sold, conflict: conflicts.items[0], scanUuid: conflicts.items[0]?.scan_uuid ?? '' }
}

describe('the board of the entrance', () => {
  it('of an event at which nobody has scanned is empty and whole', async () => {
    const sold = await soldEventOf(world, evening.owner, 2)
    expect(await evening.shownTo(sold)).toMatchObject({
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
    const sold = await soldEventOf(world, evening.owner, 5)
    // Not at the end of a minute: the board is looked at some seconds later.
    world.clock.set(new Date(Math.ceil(world.clock.now().getTime() / 60_000) * 60_000 + 10_000))
    await evening.upload(sold, 'phone 1', [
      evening.entry(1, nth(sold, 0).code, 4, { gate: 'צפון' }),
      evening.entry(2, nth(sold, 1).code, 4, { gate: 'צפון' }),
      evening.entry(3, nth(sold, 2).code, 2, { gate: ' צפון ' }),
      evening.entry(4, 'no code', 2, { verdict: 'refused', refusal: 'S6', gate: 'צפון' }),
      evening.entry(5, nth(sold, 0).code, 2, { verdict: 'refused', refusal: 'S2', gate: 'צפון' }),
    ])
    await scan(world, evening.scanner, sold.event, nth(sold, 3).code, { gate: 'דרום' })
    await scan(world, evening.scanner, sold.event, nth(sold, 4).code)
    await scan(world, evening.scanner, sold.event, nth(sold, 4).code)
    await world.call(undoScan, {
      ...as(evening.owner),
      params: { uuid: sold.event.uuid },
      body: { ticket_uuid: nth(sold, 3).code },
    })
    const shown = await evening.shownTo(sold)
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
    const sold = await soldEventOf(world, evening.owner, 2)
    const north = await deviceFor(sold, 'north', { gate: 'צפון' })
    const south = await deviceFor(sold, 'south', { gate: 'דרום', role: 'supervisor' })
    await deviceFor(sold, 'revoked').then(({ uuid }) =>
      world.call(revokeGateDevices, {
        ...as(evening.owner),
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
    await scan(world, { token: north.token, account: evening.owner.account.uuid }, sold.event, nth(sold, 0).code)
    // PostgreSQL has a clock of its own.
    await world.db
      .updateTable('scans')
      .set({ received_at: world.clock.now() })
      .where('event_id', '=', sold.event.uuid)
      .execute()
    world.clock.advance(120)
    await report(south.token, 0)
    const shown = await evening.shownTo(sold)
    expect(shown.devices).toMatchObject([
      { name: 'south helper', role: 'supervisor', gate: 'דרום', state: 'online', battery: 18, pending: 0, scans: 0 },
      { name: 'north helper', role: 'scan', gate: 'צפון', state: 'silent', pending: 41, scans: 1 },
    ])
    expect(shown.gates).toMatchObject([{ name: 'צפון', entered: 1, state: 'silent', devices: 1 }])
  })

  it('forecasts the start of an event whose guests are coming', async () => {
    const sold = await soldEventOf(world, evening.owner, 50)
    const now = world.clock.now().getTime()
    await world.db
      .updateTable('events')
      .set({ starts_at: new Date(now + 4 * 60_000), ends_at: new Date(now + 3 * 3_600_000) })
      .where('id', '=', sold.event.uuid)
      .execute()
    const scans = sold.tickets
      .slice(0, 25)
      .map(({ code }, place) => evening.entry(place + 1, code, 1 + Math.floor(place / 5), { gate: 'צפון' }))
    expect((await evening.upload(sold, 'phone 1', scans)).status).toBe(200)
    const { forecast, flow } = await evening.shownTo(sold)
    expect(flow.rate).toBe(5)
    expect(forecast).toMatchObject({ entered: 45, outside: 5, remedy: { kind: 'add', gate: 'צפון', devices: 1 } })
  })

  it('is refused to scanners and sellers, and strangers find nothing; leads and supervising devices see it', async () => {
    const sold = await soldEventOf(world, evening.owner, 1)
    const stranger = await producer(world)
    expect((await evening.board(sold, evening.scanner)).status).toBe(403)
    expect((await evening.board(sold, as(stranger))).status).toBe(404)
    expect((await evening.board(sold, { token: '' })).status).toBe(401)
    expect((await evening.board(sold, evening.lead)).status).toBe(200)
    const scanning = await deviceFor(sold, 'scan')
    const leading = await deviceFor(sold, 'lead', { role: 'supervisor' })
    expect((await evening.board(sold, { token: scanning.token })).status).toBe(403)
    expect((await evening.board(sold, { token: leading.token })).status).toBe(200)
    const other = await soldEventOf(world, evening.owner, 1)
    expect((await evening.board(other, { token: leading.token })).status).toBe(404)
  })

  it('answers many screens from one reading', async () => {
    const sold = await soldEventOf(world, evening.owner, 1)
    const first = await evening.shownTo(sold)
    await scan(world, evening.scanner, sold.event, nth(sold, 0).code)
    const again = await world.call(showGateBoard, { ...as(evening.owner), params: { uuid: sold.event.uuid } })
    expect(again.body.data).toEqual(first)
    expect((await evening.shownTo(sold)).counters.total_scanned).toBe(1)
  })

  it('is read anew once the clock was set back', async () => {
    const sold = await soldEventOf(world, evening.owner, 1)
    await evening.shownTo(sold)
    const board = async () =>
      (await world.call(showGateBoard, { ...as(evening.owner), params: { uuid: sold.event.uuid } })).body.data
    world.clock.advance(-3600)
    const earlier = await board()
    expect(Date.parse(earlier.as_of)).toBe(world.clock.now().getTime())
    world.clock.advance(3600)
  })

  it('lists a dozen gates and puts the entries of all others together', async () => {
    const sold = await soldEventOf(world, evening.owner, 40)
    const scans = sold.tickets.map(({ code }, place) =>
      evening.entry(place + 1, code, place < 20 ? 600 : 1, { gate: `gate ${place % 20}` }),
    )
    await evening.upload(sold, 'phone 1', scans)
    const { gates, counters } = await evening.shownTo(sold)
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
    const explained = await evening.explain(sold, scanUuid, evening.lead)
    expect(explained.body.data).toMatchObject({ state: 'explained', reason: 'passed_on', closed_at: null })
    expect((await evening.shownTo(sold)).conflicts).toMatchObject({
      open: 0,
      explained: 1,
      items: [{ state: 'explained' }],
    })
    const corrected = await evening.explain(sold, scanUuid, evening.lead, { reason: 'other', note: 'אורח הראה תעודה' })
    expect(corrected.body.data).toMatchObject({ reason: 'other', note: 'אורח הראה תעודה' })
    const closed = await evening.close(sold, scanUuid)
    expect(closed.body.data).toMatchObject({ state: 'closed', reason: 'other' })
    expect((await evening.shownTo(sold)).conflicts).toEqual({ open: 0, explained: 0, items: [] })
    const events = await world.db
      .selectFrom('events_log')
      .select(['data', 'subject', 'account_id'])
      .where('event_id', '=', sold.event.uuid)
      .where('type', '=', 'check_in.conflict_moved')
      .orderBy('id')
      .execute()
    expect(events.map(({ data }) => (data as { state: string }).state)).toEqual(['explained', 'explained', 'closed'])
    expect(events[0]).toMatchObject({ subject: scanUuid, account_id: evening.owner.account.uuid })
  })

  it('is not closed before it is explained, nor explained once it is closed', async () => {
    const { sold, scanUuid } = await doubleEntry()
    expect((await evening.close(sold, scanUuid)).body).toMatchObject({ error: { code: 'conflict' } })
    await evening.explain(sold, scanUuid)
    await evening.close(sold, scanUuid)
    expect((await evening.explain(sold, scanUuid)).status).toBe(409)
    expect((await evening.close(sold, scanUuid)).status).toBe(409)
  })

  it('is closed once by two who do it together', async () => {
    const { sold, scanUuid } = await doubleEntry()
    await evening.explain(sold, scanUuid)
    const answers = await Promise.all(Array.from({ length: 8 }, () => evening.close(sold, scanUuid)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
  })

  it('is explained by a supervising device too, and by nobody else at the gate', async () => {
    const { sold, scanUuid } = await doubleEntry()
    const leading = await deviceFor(sold, 'lead', { role: 'supervisor' })
    const scanning = await deviceFor(sold, 'scan')
    expect(
      (await evening.explain(sold, scanUuid, { token: scanning.token, account: evening.owner.account.uuid })).status,
    ).toBe(403)
    expect((await evening.explain(sold, scanUuid, evening.scanner)).status).toBe(403)
    expect(
      (await evening.explain(sold, scanUuid, { token: leading.token, account: evening.owner.account.uuid })).status,
    ).toBe(200)
    const row = await world.db
      .selectFrom('check_in_conflicts')
      .selectAll()
      .where('event_id', '=', sold.event.uuid)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ user_id: null, device_id: leading.uuid })
    expect(
      (await evening.close(sold, scanUuid, { token: leading.token, account: evening.owner.account.uuid })).status,
    ).toBe(401)
    expect((await evening.close(sold, scanUuid, evening.lead)).status).toBe(403)
  })

  it('of another event or account is not found, and another reason needs a note', async () => {
    const { sold, scanUuid } = await doubleEntry()
    const other = await soldEventOf(world, evening.owner, 1)
    const stranger = await producer(world)
    expect((await evening.explain(other, scanUuid)).status).toBe(404)
    expect((await evening.explain(sold, scanUuid, as(stranger))).status).toBe(404)
    expect((await evening.close(sold, randomUUID())).status).toBe(404)
    expect((await evening.explain(sold, scanUuid, as(evening.owner), { reason: 'other' })).status).toBe(422)
    expect((await evening.explain(sold, scanUuid, as(evening.owner), { reason: 'exit_arrived' })).status).toBe(422)
  })
})
