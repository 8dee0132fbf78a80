import { randomUUID } from 'node:crypto'
import { uploadScans } from '@kartis/contract/admission.ts'
import { admissionList } from '@kartis/contract/admission-list.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { showGateBoard } from '@kartis/contract/gate-board.ts'
import { cancelOrder, reissueOrder } from '@kartis/contract/orders.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nth, scan, scannerOf, soldEventOf } from '../../../testing/check-in.ts'
import { as } from '../../../testing/events.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let scanner: { token: string; account: string }

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  scanner = { token: (await scannerOf(world, owner)).token, account: owner.account.uuid }
})
afterAll(() => world.close())

type Sold = Awaited<ReturnType<typeof soldEventOf>>
type Scans = BodyIn<typeof uploadScans>['scans']

const MINUTE = 60_000
const ago = (minutes: number): string => new Date(world.clock.now().getTime() - minutes * MINUTE).toISOString()

const upload = ({ event }: Sold, device_id: string, scans: Scans, more: Partial<BodyIn<typeof uploadScans>> = {}) =>
  world.call(uploadScans, {
    ...scanner,
    params: { uuid: event.uuid },
    body: { device_id, sent_at: world.clock.now().toISOString(), scans, ...more },
  })
const entry = (device_seq: number, ticket_uuid: string, more: Partial<Scans[number]> = {}): Scans[number] => ({
  device_seq,
  scan_uuid: randomUUID(),
  ticket_uuid,
  verdict: 'admitted',
  scanned_at: ago(30 - device_seq),
  ...more,
})
const rowsOf = ({ event }: Sold) =>
  world.db.selectFrom('scans').selectAll().where('event_id', '=', event.uuid).orderBy('received_at').execute()
const conflictsOf = ({ event }: Sold) =>
  world.db.selectFrom('check_in_conflicts').selectAll().where('event_id', '=', event.uuid).execute()
const listed = async ({ event }: Sold) =>
  (await world.call(admissionList, { ...scanner, params: { uuid: event.uuid }, query: {} })).body.data

/** Sixteen for each ticket; `CHECK_IN_EVENING=50000` for an arena. */
const EVENING = Number(process.env['CHECK_IN_EVENING'] ?? 800)

describe('an upload of scans', () => {
  it('redeems the tickets that entered and keeps what was refused with its reason, however often it is sent', async () => {
    const sold = await soldEventOf(world, owner, 3)
    const scans = [
      entry(1, nth(sold, 0).code, { gate: 'מזרח' }),
      entry(2, nth(sold, 0).code, { verdict: 'refused', refusal: 'S2' }),
      entry(3, nth(sold, 1).number, { reason: 'id_shown', note: 'מסך שבור', mode: 'hub' }),
      entry(4, 'nonsense', { verdict: 'refused', refusal: 'S6' }),
    ]
    const replies = []
    for (let times = 0; times < 3; times++) replies.push((await upload(sold, 'phone 7', scans)).body.data)
    for (const { results, scan_statistics } of replies) {
      expect(results.map(({ device_seq, state }) => [device_seq, state])).toEqual(
        [1, 2, 3, 4].map((n) => [n, 'accepted']),
      )
      expect(scan_statistics).toEqual({ total_scanned: 2, total_unscanned: 1, total_tickets: 3 })
    }
    const rows = await rowsOf(sold)
    expect(rows.map((row) => row.refusal ?? row.verdict).toSorted()).toEqual(['S2', 'S6', 'admitted', 'admitted'])
    expect(rows.find(({ reason }) => reason === 'id_shown')).toMatchObject({
      note: 'מסך שבור',
      ticket_id: nth(sold, 1).uuid,
      origin: { seq: 3, mode: 'hub', role: 'scan' },
    })
    const entered = (await listed(sold)).tickets.find(({ uuid }) => uuid === nth(sold, 0).uuid)
    expect(entered).toMatchObject({ redeemed_at: ago(29), gate: 'מזרח', device_id: 'phone 7' })
  })

  it('is idempotent by device and number too, where scans have no uuid', async () => {
    const sold = await soldEventOf(world, owner, 1)
    const scans = [{ ...entry(9, nth(sold, 0).code), scan_uuid: null }]
    const [first, second] = [await upload(sold, 'phone 7', scans), await upload(sold, 'phone 7', scans)]
    expect(first.body.data.results).toEqual(second.body.data.results)
    expect(await rowsOf(sold)).toHaveLength(1)
    const [other] = (await upload(sold, 'phone 8', scans)).body.data.results
    expect(other).toMatchObject({ state: 'conflict', conflict: { kind: 'double', code: 'S2' } })
  })

  it('admits another ticket under a number or uuid that was used before: its entry happened', async () => {
    const sold = await soldEventOf(world, owner, 4)
    const of = (place: number, scan_uuid: string | null) => ({ ...entry(9, nth(sold, place).code), scan_uuid })
    const uuid = '0190a000-0000-4000-8000-00000000000a'
    const scans = [of(0, null), of(1, null), of(2, uuid), of(3, uuid)]
    const replies = []
    for (let times = 0; times < 2; times++)
      for (const scan of scans) replies.push((await upload(sold, 'phone 7', [scan])).body.data.results[0])
    expect(replies.map((result) => result?.state)).toEqual(replies.map(() => 'accepted'))
    expect(new Set(replies.map((result) => result?.scan_uuid)).size).toBe(4)
    const { scan_statistics } = (await upload(sold, 'phone 7', scans)).body.data
    expect(scan_statistics).toMatchObject({ total_scanned: 4 })
    expect(await rowsOf(sold)).toHaveLength(4)
  })

  it.each([
    ['the later one first', [20, 10]],
    ['the earlier one first', [10, 20]],
  ])('lets the earlier of two entries stand, %s', async (_name, [first = 0, second = 0]) => {
    const sold = await soldEventOf(world, owner, 1)
    const at = { east: ago(10 + first), west: ago(10 + second) }
    const east = entry(1, nth(sold, 0).code, { gate: 'מזרח', scanned_at: at.east })
    const west = entry(1, nth(sold, 0).code, { gate: 'מערב', scanned_at: at.west })
    await upload(sold, 'phone 7', [east])
    const { results, scan_statistics } = (await upload(sold, 'phone 8', [west])).body.data
    const winner = first > second ? { ...east, device_id: 'phone 7' } : { ...west, device_id: 'phone 8' }
    expect(results[0]).toMatchObject({
      state: 'conflict',
      conflict: {
        kind: 'double',
        winner: { scan_uuid: winner.scan_uuid, scanned_at: winner.scanned_at, gate: winner.gate },
      },
    })
    expect(scan_statistics.total_scanned).toBe(1)
    expect((await listed(sold)).tickets[0]).toMatchObject({
      redeemed_at: winner.scanned_at,
      device_id: winner.device_id,
    })
    expect(await conflictsOf(sold)).toMatchObject([
      { kind: 'double', other_scan_id: east.scan_uuid, winner_scan_id: winner.scan_uuid, state: 'open' },
    ])
  })

  it('makes a conflict of an entry with a ticket that was cancelled, issued anew, of another event or of nobody', async () => {
    const [sold, other] = [await soldEventOf(world, owner, 3), await soldEventOf(world, owner, 1)]
    const params = { uuid: sold.order }
    await world.call(cancelOrder, { ...as(owner), params, body: { ticket_uuids: [nth(sold, 0).uuid], refund: false } })
    await world.call(reissueOrder, { ...as(owner), params, body: { ticket_uuids: [nth(sold, 1).uuid] } })
    const texts = [nth(sold, 0).code, nth(sold, 1).code, nth(other, 0).code, 'nonsense', nth(sold, 2).code]
    const { results, scan_statistics } = (
      await upload(
        sold,
        'phone 7',
        texts.map((text, place) => entry(place + 1, text)),
      )
    ).body.data
    expect(results.map(({ conflict }) => conflict && [conflict.kind, conflict.code])).toEqual([
      ['cancelled', 'S3'],
      ['reissued', 'S3'],
      ['foreign', 'S4'],
      ['unknown', 'S1'],
      null,
    ])
    expect(scan_statistics.total_scanned).toBe(1)
    expect((await rowsOf(sold)).map(({ verdict }) => verdict).toSorted()).toEqual([
      'admitted',
      ...Array.from({ length: 4 }, () => 'conflict'),
    ])
  })

  it('admits by a bare uuid only where managers send it; an entry of others by one is a conflict that shows the ticket', async () => {
    const sold = await soldEventOf(world, owner, 4)
    const attacks = [
      entry(1, nth(sold, 0).uuid),
      entry(2, nth(sold, 1).uuid, { reason: 'id_shown' }),
      entry(3, nth(sold, 2).uuid, { reason: 'approved', mode: 'hub', device_id: 'phone of a manager' }),
      entry(4, randomUUID(), { reason: 'id_shown' }),
    ]
    const { results, scan_statistics } = (await upload(sold, 'phone 7', attacks)).body.data
    expect(results.map(({ conflict }) => conflict?.kind)).toEqual(['unknown', 'unknown', 'unknown', 'unknown'])
    expect(scan_statistics.total_scanned).toBe(0)
    expect(new Set((await conflictsOf(sold)).map(({ ticket_id }) => ticket_id))).toEqual(
      new Set([nth(sold, 0).uuid, nth(sold, 1).uuid, nth(sold, 2).uuid, null]),
    )
    expect((await scan(world, scanner, sold.event, nth(sold, 1).code)).status).toBe(200)
    const asOwner = (body: Partial<BodyIn<typeof uploadScans>>, scans: Scans) =>
      world.call(uploadScans, {
        ...as(owner),
        params: { uuid: sold.event.uuid },
        body: { device_id: 'phone 8', sent_at: world.clock.now().toISOString(), scans, ...body },
      })
    const ofManager = await asOwner({}, [entry(1, nth(sold, 2).uuid), entry(2, nth(sold, 3).number)])
    expect(ofManager.body.data.results.map(({ state }) => state)).toEqual(['accepted', 'accepted'])
    expect(ofManager.body.data.scan_statistics.total_scanned).toBe(3)
    // A manager's hub cannot say who held the phone that claimed.
    const claimed = entry(3, nth(sold, 0).uuid, { reason: 'id_shown', mode: 'hub', device_id: 'phone 7' })
    const ofHub = await asOwner({ role: 'hub' }, [claimed])
    expect(ofHub.body.data.results.map(({ conflict }) => conflict?.kind)).toEqual(['unknown'])
  })

  it('admits a ticket whatever the rules have become since, because its guest is inside', async () => {
    const sold = await soldEventOf(world, owner, 1)
    await world.db
      .updateTable('events')
      .set({ settings: JSON.stringify({ entry_ends_at: ago(300) }) as never })
      .where('id', '=', sold.event.uuid)
      .execute()
    const [result] = (await upload(sold, 'phone 7', [entry(1, nth(sold, 0).code)])).body.data.results
    expect(result?.state).toBe('accepted')
  })

  it('corrects a clock that is a day off, and flags one that was set back', async () => {
    const sold = await soldEventOf(world, owner, 3)
    const day = 24 * 60
    const scans = [
      entry(1, nth(sold, 0).code, { scanned_at: ago(30 - day) }),
      entry(2, nth(sold, 1).code, { scanned_at: ago(20 - day) }),
      entry(3, nth(sold, 2).code, { scanned_at: ago(25 - day) }),
    ]
    await upload(sold, 'phone 7', scans, { sent_at: ago(-day) })
    const rows = await rowsOf(sold)
    const of = (seq: number) => rows.find(({ origin }) => origin?.seq === seq)
    expect([1, 2, 3].map((seq) => of(seq)?.scanned_at.toISOString())).toEqual([ago(30), ago(20), ago(25)])
    expect([1, 2, 3].map((seq) => of(seq)?.origin?.clock)).toEqual([undefined, undefined, 'jumped'])
  })

  it('admits nobody by a scan of the future or of before its ticket was issued, and shows both on the board', async () => {
    const sold = await soldEventOf(world, owner, 4)
    const scans = [
      entry(1, nth(sold, 0).code, { scanned_at: ago(4 * 24 * 60) }),
      entry(2, nth(sold, 1).code, { scanned_at: ago(-24 * 60) }),
      // Behind a scan of later still it is flagged as of a clock that was set back, and lies in the future all the same.
      entry(3, nth(sold, 2).code, { scanned_at: ago(-23 * 60) }),
      entry(4, nth(sold, 3).code, { scanned_at: ago(1) }),
    ]
    const { results, scan_statistics } = (await upload(sold, 'phone 7', scans)).body.data
    expect(results.map(({ conflict }) => conflict && [conflict.kind, conflict.code])).toEqual([
      ['untimely', 'S5'],
      ['untimely', 'S5'],
      ['untimely', 'S5'],
      null,
    ])
    expect(scan_statistics.total_scanned).toBe(1)
    const board = await world.call(showGateBoard, { ...as(owner), params: { uuid: sold.event.uuid } })
    expect(board.body.data.conflicts).toMatchObject({ open: 3 })
    const holders = [0, 1, 2].map((place) => scan(world, scanner, sold.event, nth(sold, place).code))
    expect((await Promise.all(holders)).map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it('admits by a scan that is ahead by no more than a network may set a clock', async () => {
    const sold = await soldEventOf(world, owner, 1)
    const [result] = (await upload(sold, 'phone 7', [entry(1, nth(sold, 0).code, { scanned_at: ago(-0.9) })])).body.data
      .results
    expect(result?.state).toBe('accepted')
  })

  it('records an entry that the server had refused while the device waited for its answer', async () => {
    const sold = await soldEventOf(world, owner, 1)
    await scan(world, scanner, sold.event, nth(sold, 0).code, { gate: 'מזרח' })
    const late = entry(1, nth(sold, 0).code, { scanned_at: ago(0) })
    const online = { scan_uuid: late.scan_uuid ?? null, device_id: 'phone 7' }
    expect((await scan(world, scanner, sold.event, nth(sold, 0).code, online)).error?.code).toBe('S2')
    for (let times = 0; times < 2; times++) {
      const [result] = (await upload(sold, 'phone 7', [late])).body.data.results
      expect(result).toMatchObject({ state: 'conflict', conflict: { kind: 'double' } })
    }
    expect((await rowsOf(sold)).map(({ verdict }) => verdict).toSorted()).toEqual(['admitted', 'conflict', 'refused'])
  })

  it('of eight hours without a network counts each entry once, whatever the clocks of eight devices say', async () => {
    const sold = await soldEventOf(world, owner, 50, Math.ceil(EVENING / 800))
    const count = sold.tickets.length
    const each = EVENING / 8
    const results: string[] = []
    const device = async (name: number): Promise<void> => {
      const offset = (name - 4) * 60 // the clocks of the devices are hours apart
      for (let from = 0; from < each; from += 200) {
        const scans = Array.from({ length: Math.min(200, each - from) }, (_, place) => {
          const seq = from + place + 1
          const scanned_at = ago(8 * 60 - (seq / each) * 470 - offset)
          const { number } = nth(sold, (seq * 7 + name) % count)
          return entry(seq, number, { scanned_at, gate: `${name}` })
        })
        const answer = await upload(sold, `phone ${name}`, scans, { sent_at: ago(-offset) })
        results.push(...answer.body.data.results.map(({ state }) => state))
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, name) => device(name)))
    expect(results).toHaveLength(EVENING)
    const { scan_statistics, tickets } = await listed(sold)
    expect(scan_statistics).toEqual({ total_scanned: count, total_unscanned: 0, total_tickets: count })
    const rows = await rowsOf(sold)
    expect(rows).toHaveLength(EVENING)
    const firstOf = new Map<string | null, number>()
    for (const { ticket_id, scanned_at } of rows)
      firstOf.set(ticket_id, Math.min(firstOf.get(ticket_id) ?? Infinity, Number(scanned_at)))
    for (const { uuid, redeemed_at } of tickets) expect(Date.parse(redeemed_at ?? '')).toBe(firstOf.get(uuid))
    expect(await conflictsOf(sold)).toHaveLength(EVENING - count)
  }, 600_000)

  it('of 40 devices at once admits every ticket once and makes a conflict of every other entry', async () => {
    const sold = await soldEventOf(world, owner, 20)
    const uploads = Array.from({ length: 40 }, (_, device) =>
      sold.tickets.slice(0, 10).map(({ code }, place) => entry(place + 1, code, { gate: `${device % 8}` })),
    )
    const replies = await Promise.all(
      [...uploads.keys(), ...uploads.keys()].map((device) => upload(sold, `phone ${device}`, uploads[device] ?? [])),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 80 }, () => 200))
    expect(await rowsOf(sold)).toHaveLength(400)
    expect(await conflictsOf(sold)).toHaveLength(390)
    expect((await listed(sold)).scan_statistics).toEqual({ total_scanned: 10, total_unscanned: 10, total_tickets: 20 })
  })
})
