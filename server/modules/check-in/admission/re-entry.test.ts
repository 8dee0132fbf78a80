import { randomUUID } from 'node:crypto'
import { undoScan, uploadScans } from '@kartis/contract/admission.ts'
import { admissionChanges, admissionList } from '@kartis/contract/admission-list.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { duplicateEvent, type EventSettings, updateEvent } from '@kartis/contract/events.ts'
import { cancelOrder } from '@kartis/contract/orders.ts'
import { gateDay } from '@kartis/domain/re-entry.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leadOf, nth, scan, scannerOf, soldEventOf } from '../../../testing/check-in.ts'
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
type Scans = BodyIn<typeof uploadScans>['scans']

const MINUTE = 60_000
const ago = (minutes: number): string => new Date(world.clock.now().getTime() - minutes * MINUTE).toISOString()

/** The entries of the day of the second one: a day begins at five, and the first one may have been on the day before. */
const twiceSince = (first: number, second: number) => {
  const [before, after] = [first, second].map((minutes) => gateDay('Asia/Jerusalem', new Date(ago(minutes))))
  return before === after ? { day_entries: 2 } : {}
}

const settle = (event: { readonly uuid: string }, settings: EventSettings) =>
  world.call(updateEvent, { ...as(owner), params: { uuid: event.uuid }, body: { settings } })

const soldWith = async (re_entry: EventSettings['re_entry'], count = 1): Promise<Sold> => {
  const sold = await soldEventOf(world, owner, count)
  expect((await settle(sold.event, { re_entry })).status).toBe(200)
  return sold
}

const pass = ({ event }: Sold, ticket: string, direction: 'entry' | 'exit', minutesAgo?: number) =>
  scan(world, scanner, event, ticket, {
    direction,
    ...(minutesAgo !== undefined && { scanned_at: ago(minutesAgo) }),
    device_id: 'phone 1',
  })
const upload = ({ event }: Sold, device_id: string, scans: Scans) =>
  world.call(uploadScans, {
    ...scanner,
    params: { uuid: event.uuid },
    body: { device_id, sent_at: world.clock.now().toISOString(), scans },
  })
const made = (device_seq: number, ticket_uuid: string, direction: 'entry' | 'exit', minutesAgo: number) => ({
  device_seq,
  scan_uuid: randomUUID(),
  ticket_uuid,
  verdict: 'admitted' as const,
  direction,
  scanned_at: ago(minutesAgo),
})
const listed = async ({ event }: Sold, place = 0) => {
  const { body } = await world.call(admissionList, { ...scanner, params: { uuid: event.uuid }, query: {} })
  return body.data.tickets.toSorted((a, b) => a.number.localeCompare(b.number))[place]
}
const counters = async ({ event }: Sold) =>
  (await world.call(admissionList, { ...scanner, params: { uuid: event.uuid }, query: {} })).body.data.scan_statistics

describe('a ticket that leaves', () => {
  it('may come back where the event allows it, and is counted inside and outside', async () => {
    const sold = await soldWith({ policy: 'after_exit', entries_per_day: null }, 2)
    const { code } = nth(sold, 0)
    expect((await pass(sold, code, 'exit')).error).toMatchObject({ code: 'S9', detail: { left_at: null } })
    expect((await pass(sold, code, 'entry', 30)).status).toBe(200)
    expect((await pass(sold, code, 'entry', 29)).error).toMatchObject({ code: 'S2' })
    const left = await pass(sold, code, 'exit', 20)
    expect(left.body.data).toMatchObject({
      ticket: { redemption: 'redeemed', redeemed_at: ago(30), left_at: ago(20) },
      scan_statistics: { total_scanned: 1, total_unscanned: 1, total_tickets: 2, total_inside: 0 },
    })
    expect((await pass(sold, code, 'exit', 19)).error).toMatchObject({ code: 'S9', detail: { left_at: ago(20) } })
    expect(await listed(sold)).toMatchObject({ redeemed_at: ago(30), left_at: ago(20) })
    const back = await pass(sold, code, 'entry', 10)
    expect(back.body.data.ticket).toMatchObject({ redeemed_at: ago(30), reentered_at: ago(10) })
    expect(back.body.data.ticket).not.toHaveProperty('left_at')
    expect(await counters(sold)).toEqual({ total_scanned: 1, total_unscanned: 1, total_tickets: 2 })
    expect(await listed(sold)).toMatchObject({ redeemed_at: ago(30), reentered_at: ago(10), day_entries: 2 })
  })

  it('may not where it does not, nor more often than on one day it may', async () => {
    const once = await soldEventOf(world, owner, 1)
    await pass(once, nth(once, 0).code, 'entry', 5)
    expect((await pass(once, nth(once, 0).code, 'exit', 4)).status).toBe(200)
    expect((await pass(once, nth(once, 0).code, 'entry', 3)).error).toMatchObject({
      code: 'S2',
      detail: { left_at: ago(4) },
    })
    const twice = await soldWith({ policy: 'after_exit', entries_per_day: 2 })
    for (const [place, direction] of (['entry', 'exit', 'entry', 'exit'] as const).entries())
      expect((await pass(twice, nth(twice, 0).code, direction, 4 - place)).status).toBe(200)
    expect((await pass(twice, nth(twice, 0).code, 'entry')).error).toMatchObject({ code: 'S2', detail: { limit: 2 } })
  })

  it('tells every device with a numbered change, out and in', async () => {
    const sold = await soldWith({ policy: 'after_exit', entries_per_day: null })
    await pass(sold, nth(sold, 0).code, 'entry', 9)
    const seqOf = async () =>
      (await world.call(admissionList, { ...scanner, params: { uuid: sold.event.uuid }, query: {} })).body.data.seq
    const after = await seqOf()
    await pass(sold, nth(sold, 0).code, 'exit', 8)
    const { body } = await world.call(admissionChanges, {
      ...scanner,
      params: { uuid: sold.event.uuid },
      query: { after },
    })
    expect(body.data).toMatchObject({
      gap: false,
      tickets: [{ left_at: ago(8) }],
      event: { re_entry: { policy: 'after_exit', entries_per_day: null }, timezone: 'Asia/Jerusalem' },
    })
    await pass(sold, nth(sold, 0).code, 'entry', 7)
    expect(await seqOf()).toBe(after + 2)
  })

  it('leaves and enters once, however many gates scan it at that moment', async () => {
    const sold = await soldWith({ policy: 'after_exit', entries_per_day: null })
    const { code } = nth(sold, 0)
    const race = async (direction: 'entry' | 'exit') =>
      (await Promise.all(Array.from({ length: 12 }, () => pass(sold, code, direction)))).map(({ status }) => status)
    for (const direction of ['entry', 'exit', 'entry', 'exit', 'entry'] as const) {
      const statuses = await race(direction)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(statuses.filter((status) => status === 409)).toHaveLength(11)
      world.clock.advance(1)
    }
    expect(await counters(sold)).toEqual({ total_scanned: 1, total_unscanned: 0, total_tickets: 1 })
  })

  it('enters anew every day of an event of several days', async () => {
    const sold = await soldWith({ policy: 'daily', entries_per_day: 1 })
    const { code } = nth(sold, 0)
    const yesterday = 24 * 60
    expect((await pass(sold, code, 'entry', yesterday)).status).toBe(200)
    expect((await pass(sold, code, 'entry', yesterday)).error).toMatchObject({ code: 'S2' })
    expect((await pass(sold, code, 'entry')).status).toBe(200)
    expect((await pass(sold, code, 'entry')).error).toMatchObject({ code: 'S2' })
    expect(await counters(sold)).toMatchObject({ total_scanned: 1 })
  })

  it('is taken off both counters when its order is cancelled outside', async () => {
    const sold = await soldWith({ policy: 'after_exit', entries_per_day: null }, 1)
    await pass(sold, nth(sold, 0).code, 'entry', 5)
    await pass(sold, nth(sold, 0).code, 'exit', 4)
    const body = { ticket_uuids: [nth(sold, 0).uuid], refund: false }
    expect((await world.call(cancelOrder, { ...as(owner), params: { uuid: sold.order }, body })).status).toBe(200)
    expect(await counters(sold)).toEqual({ total_scanned: 0, total_unscanned: 0, total_tickets: 0 })
  })
})

describe('undoing', () => {
  const undo = ({ event }: Sold, ticket: string) =>
    world.call(undoScan, { ...lead, params: { uuid: event.uuid }, body: { ticket_uuid: ticket } })

  it('takes back the last act, one after another, until the ticket has not entered', async () => {
    const sold = await soldWith({ policy: 'after_exit', entries_per_day: null })
    const { code } = nth(sold, 0)
    await pass(sold, code, 'entry', 30)
    await pass(sold, code, 'exit', 20)
    await pass(sold, code, 'entry', 10)
    const first = await undo(sold, code)
    expect(first.body.data.ticket).toMatchObject({ redeemed_at: ago(30), left_at: ago(20) })
    expect(await listed(sold)).toMatchObject({ left_at: ago(20) })
    const second = await undo(sold, code)
    expect(second.body.data.ticket).not.toHaveProperty('left_at')
    expect((await undo(sold, code)).body.data).toMatchObject({
      ticket: { redemption: 'pending' },
      scan_statistics: { total_scanned: 0, total_unscanned: 1 },
    })
    expect((await undo(sold, code)).error).toMatchObject({ code: 'conflict' })
    expect((await pass(sold, code, 'entry')).status).toBe(200)
  })
})

describe('devices without a network', () => {
  it('send an exit and a return that count, in whatever order the devices upload', async () => {
    const rules = { policy: 'after_exit' as const, entries_per_day: null }
    const orders = [
      ['west', 'east', 'north'],
      ['north', 'east', 'west'],
      ['east', 'north', 'west'],
    ] as const
    for (const order of orders) {
      const sold = await soldWith(rules)
      const { code } = nth(sold, 0)
      const scans = {
        west: made(1, code, 'entry', 60),
        east: made(1, code, 'exit', 40),
        north: made(1, code, 'entry', 20),
      }
      for (const device of order) expect((await upload(sold, device, [scans[device]])).status).toBe(200)
      expect(await listed(sold)).toMatchObject({ redeemed_at: ago(60), reentered_at: ago(20), ...twiceSince(60, 20) })
      const open = await world.db
        .selectFrom('check_in_conflicts')
        .select('state')
        .where('event_id', '=', sold.event.uuid)
        .where('state', '=', 'open')
        .execute()
      expect(open).toEqual([])
    }
  })

  it('have a conflict where a second entry has no exit before it', async () => {
    const sold = await soldWith({ policy: 'after_exit', entries_per_day: null })
    const { code } = nth(sold, 0)
    await upload(sold, 'west', [made(1, code, 'entry', 60)])
    const { body } = await upload(sold, 'east', [made(1, code, 'entry', 40), made(2, code, 'exit', 30)])
    expect(body.data.results.map(({ state, conflict }) => [state, conflict?.kind])).toEqual([
      ['conflict', 'double'],
      ['accepted', undefined],
    ])
    expect(await listed(sold)).toMatchObject({ redeemed_at: ago(60), left_at: ago(30) })
  })

  it('upload the same passages again without effect', async () => {
    const sold = await soldWith({ policy: 'after_exit', entries_per_day: null })
    const { code } = nth(sold, 0)
    const scans = [made(1, code, 'entry', 60), made(2, code, 'exit', 50), made(3, code, 'entry', 40)]
    for (let times = 0; times < 3; times++) {
      const { body } = await upload(sold, 'west', scans)
      expect(body.data.results.map(({ state }) => state)).toEqual(['accepted', 'accepted', 'accepted'])
    }
    expect(await listed(sold)).toMatchObject({ redeemed_at: ago(60), reentered_at: ago(40), ...twiceSince(60, 40) })
    expect(
      await world.db.selectFrom('scans').select('id').where('event_id', '=', sold.event.uuid).execute(),
    ).toHaveLength(3)
  })
})

describe('hours of a gate and of a ticket type', () => {
  it('refuse a scan outside of them (S5) and say whose they are', async () => {
    const sold = await soldEventOf(world, owner, 1)
    const { code, events_ticket_uuid: type } = nth(sold, 0)
    const soon = new Date(world.clock.now().getTime() + 10 * MINUTE).toISOString()
    await settle(sold.event, { gates: [{ name: 'מערב', events_ticket_uuids: [], opens_at: soon }] })
    const closed = await scan(world, scanner, sold.event, code, { gate: 'מערב' })
    expect(closed.error).toMatchObject({ code: 'S5', detail: { opens_at: soon, closes_at: null, of: 'gate' } })
    await settle(sold.event, { gates: [], type_hours: [{ events_ticket_uuid: type, opens_at: soon }] })
    expect((await scan(world, scanner, sold.event, code)).error).toMatchObject({
      code: 'S5',
      detail: { opens_at: soon, of: 'ticket_type' },
    })
    world.clock.advance(11 * 60)
    expect((await scan(world, scanner, sold.event, code)).status).toBe(200)
  })

  it('name types of the event only, end after they begin, and follow into a copy of the event', async () => {
    const sold = await soldEventOf(world, owner, 1)
    const uuid = nth(sold, 0).events_ticket_uuid
    const [opens_at, closes_at] = [ago(-60), ago(-120)]
    const foreign = await settle(sold.event, { type_hours: [{ events_ticket_uuid: randomUUID(), opens_at }] })
    expect(foreign.error).toMatchObject({
      code: 'validation',
      detail: { 'settings.type_hours.0.events_ticket_uuid': ['unknown_ticket_type'] },
    })
    const backwards = await settle(sold.event, {
      gates: [{ name: 'מערב', events_ticket_uuids: [], opens_at: closes_at, closes_at: opens_at }],
    })
    expect(backwards.error).toMatchObject({
      code: 'validation',
      detail: { 'settings.gates.0.closes_at': ['end_before_start'] },
    })
    await settle(sold.event, {
      check_in: { offline: 'lanes', lanes: 3 },
      type_hours: [{ events_ticket_uuid: uuid, opens_at, closes_at }],
      gates: [{ name: 'מערב', events_ticket_uuids: [uuid], lanes: [1, 3], opens_at }],
    })
    const copy = await world.call(duplicateEvent, { ...as(owner), params: { uuid: sold.event.uuid } })
    const { settings } = copy.body.data
    expect(settings?.gates?.[0]).toMatchObject({ name: 'מערב', lanes: [1, 3] })
    const [own] = settings?.type_hours ?? []
    expect(own?.events_ticket_uuid).toBe(settings?.gates?.[0]?.events_ticket_uuids[0])
    expect(own?.events_ticket_uuid).not.toBe(uuid)
    expect(Date.parse(own?.opens_at ?? '') % (24 * 60 * MINUTE)).toBe(Date.parse(opens_at) % (24 * 60 * MINUTE))
  })
})
