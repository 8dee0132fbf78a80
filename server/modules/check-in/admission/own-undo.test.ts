import { randomUUID } from 'node:crypto'
import { undoOwnScan, undoScan, uploadScans } from '@kartis/contract/admission.ts'
import { admissionList } from '@kartis/contract/admission-list.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leadOf, nth, scan, scannerOf, soldEventOf } from '../../../testing/check-in.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

interface Who {
  token: string
  account: string
}

let world: World
let owner: Producer
let scanner: Who
let other: Who
let lead: Who

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  const memberOf = async (member: Promise<{ token: string }>): Promise<Who> => ({
    token: (await member).token,
    account: owner.account.uuid,
  })
  scanner = await memberOf(scannerOf(world, owner))
  other = await memberOf(scannerOf(world, owner))
  lead = await memberOf(leadOf(world, owner))
})
afterAll(() => world.close())

type Sold = Awaited<ReturnType<typeof soldEventOf>>

const PHONE = 'phone 7'
const at = (seconds: number): string => new Date(world.clock.now().getTime() + seconds * 1000).toISOString()

const enter = async (sold: Sold, place: number, who = scanner): Promise<string> => {
  const scan_uuid = randomUUID()
  const { status } = await scan(world, who, sold.event, nth(sold, place).code, { scan_uuid, device_id: PHONE })
  expect(status).toBe(200)
  return scan_uuid
}

const undoOwn = (sold: Sold, scan_uuid: string, fields: Partial<BodyIn<typeof undoOwnScan>> = {}, who = scanner) =>
  world.call(undoOwnScan, {
    ...who,
    params: { uuid: sold.event.uuid },
    body: { scan_uuid, undo_uuid: randomUUID(), device_id: PHONE, undone_at: at(0), sent_at: at(0), ...fields },
  })

const upload = (sold: Sold, scans: BodyIn<typeof uploadScans>['scans'], device_id = PHONE, who = scanner) =>
  world.call(uploadScans, {
    ...who,
    params: { uuid: sold.event.uuid },
    body: { device_id, sent_at: at(0), scans },
  })

const entry = (device_seq: number, ticket_uuid: string, scanned_at: string, scan_uuid = randomUUID()) =>
  ({ device_seq, scan_uuid, ticket_uuid, verdict: 'admitted', scanned_at }) as const

const listed = async (sold: Sold) =>
  (await world.call(admissionList, { ...scanner, params: { uuid: sold.event.uuid }, query: {} })).body.data

const rowsOf = ({ event }: Sold) =>
  world.db.selectFrom('scans').selectAll().where('event_id', '=', event.uuid).orderBy('received_at').execute()

describe('a scanner who takes back the last entry of the own device', () => {
  it('lets the ticket enter again, and both acts stay in the log', async () => {
    const sold = await soldEventOf(world, owner, 2)
    const scan_uuid = await enter(sold, 0)
    const undo_uuid = randomUUID()
    for (let times = 0; times < 2; times++) {
      const { status, body } = await undoOwn(sold, scan_uuid, { undo_uuid })
      expect([status, body.data.ticket.redemption, body.data.scan_statistics.total_scanned]).toEqual([
        200,
        'pending',
        0,
      ])
    }
    const [first, second] = await rowsOf(sold)
    expect([first?.verdict, first?.id]).toEqual(['admitted', scan_uuid])
    expect(second).toMatchObject({ verdict: 'undone', undoes: scan_uuid, id: undo_uuid, device_id: PHONE })
    expect(second?.user_id).toBe(first?.user_id)
    expect((await listed(sold)).tickets.filter(({ redeemed_at }) => redeemed_at)).toEqual([])
    await enter(sold, 0)
    // A repeat that arrives late takes nothing back from the new entry.
    expect((await undoOwn(sold, scan_uuid, { undo_uuid })).status).toBe(200)
    expect((await undoOwn(sold, scan_uuid)).error?.code).toBe('conflict')
    expect((await listed(sold)).scan_statistics.total_scanned).toBe(1)
  })

  it('takes back no entry of others, of another device, nor an older one, nor late', async () => {
    const sold = await soldEventOf(world, owner, 3)
    const first = await enter(sold, 0)
    expect((await undoOwn(sold, first, {}, other)).error?.code).toBe('forbidden')
    expect((await undoOwn(sold, first, {}, lead)).error?.code).toBe('forbidden')
    expect((await undoOwn(sold, first, { device_id: 'phone 8' })).error?.code).toBe('forbidden')
    expect((await undoOwn(sold, randomUUID())).error?.code).toBe('S1')
    world.clock.advance(1)
    const second = await enter(sold, 1)
    world.clock.advance(1)
    expect((await undoOwn(sold, first)).error).toMatchObject({ code: 'conflict', detail: { reason: 'not_last' } })
    world.clock.advance(600)
    expect((await undoOwn(sold, second)).error).toMatchObject({ code: 'conflict', detail: { reason: 'too_late' } })
    // The clock of a device that was set does not bring the time back: what it says now is what counts.
    const lie = { undone_at: at(-3600), sent_at: at(-3600) }
    expect((await undoOwn(sold, second, lie)).error).toMatchObject({ detail: { reason: 'too_late' } })
    const before = { undone_at: at(-3600), sent_at: at(0) }
    expect((await undoOwn(sold, second, before)).error).toMatchObject({ detail: { reason: 'too_late' } })
    expect((await listed(sold)).scan_statistics.total_scanned).toBe(2)
  })

  it('may do so without a network: the entry arrives first, both with the times of the device', async () => {
    const sold = await soldEventOf(world, owner, 1)
    const made = entry(1, nth(sold, 0).code, at(-3600))
    const undo = { undone_at: at(-3570), sent_at: at(0) }
    expect((await undoOwn(sold, made.scan_uuid, undo)).error?.code).toBe('S1')
    await upload(sold, [made])
    expect((await undoOwn(sold, made.scan_uuid, { ...undo, undone_at: at(-3400) })).error?.code).toBe('conflict')
    expect((await undoOwn(sold, made.scan_uuid, undo)).status).toBe(200)
    expect((await rowsOf(sold)).find(({ verdict }) => verdict === 'undone')?.scanned_at.toISOString()).toBe(at(-3570))
    expect((await listed(sold)).scan_statistics.total_scanned).toBe(0)
  })

  it('leaves what other gates did meanwhile, and explains the conflict of the entry that was a mistake', async () => {
    const sold = await soldEventOf(world, owner, 1)
    const mistake = entry(1, nth(sold, 0).code, at(-3600))
    const real = entry(1, nth(sold, 0).code, at(-3000))
    await upload(sold, [real], 'phone 9', other)
    await upload(sold, [mistake])
    expect((await listed(sold)).tickets[0]).toMatchObject({ scan_uuid: mistake.scan_uuid })
    const undone = await undoOwn(sold, mistake.scan_uuid, { undone_at: at(-3580), sent_at: at(0) })
    expect(undone.body.data.ticket.redemption).toBe('redeemed')
    expect((await listed(sold)).tickets[0]).toMatchObject({ scan_uuid: real.scan_uuid, device_id: 'phone 9' })
    const conflicts = await world.db
      .selectFrom('check_in_conflicts')
      .selectAll()
      .where('event_id', '=', sold.event.uuid)
      .execute()
    expect(conflicts.map(({ state, reason }) => [state, reason])).toEqual([['explained', 'scanned_twice']])
  })

  it('races with leads, repeats and other gates: one undoing is written, and the counter is the number inside', async () => {
    const sold = await soldEventOf(world, owner, 4)
    for (let place = 0; place < 4; place++) {
      const scan_uuid = await enter(sold, place)
      world.clock.advance(1)
      const ticket_uuid = nth(sold, place).uuid
      const params = { uuid: sold.event.uuid }
      const undo_uuid = randomUUID()
      const results = await Promise.all([
        undoOwn(sold, scan_uuid, { undo_uuid }),
        undoOwn(sold, scan_uuid, { undo_uuid }),
        undoOwn(sold, scan_uuid),
        world.call(undoScan, { ...lead, params, body: { ticket_uuid, scan_uuid: randomUUID() } }),
        scan(world, other, sold.event, nth(sold, place).code, { device_id: 'phone 9', scan_uuid: randomUUID() }),
        scan(world, other, sold.event, nth(sold, place).code, { device_id: 'phone 8', scan_uuid: randomUUID() }),
      ])
      expect(results.filter(({ status }) => status >= 500)).toEqual([])
      const rows = (await rowsOf(sold)).filter(({ ticket_id }) => ticket_id === ticket_uuid)
      expect(rows.filter(({ undoes }) => undoes === scan_uuid)).toHaveLength(1)
      const admitted = rows.filter(({ verdict }) => verdict === 'admitted').length
      const undone = rows.filter(({ verdict }) => verdict === 'undone').length
      const ticket = (await listed(sold)).tickets.find(({ uuid }) => uuid === ticket_uuid)
      expect([0, 1]).toContain(admitted - undone)
      expect(ticket?.redeemed_at === undefined ? 0 : 1).toBe(admitted - undone)
    }
    const { tickets, scan_statistics } = await listed(sold)
    expect(scan_statistics.total_scanned).toBe(tickets.filter(({ redeemed_at }) => redeemed_at !== undefined).length)
  })
})
