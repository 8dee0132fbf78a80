import { undoScan } from '@kartis/contract/admission.ts'
import { type AdmissionChanges, admissionChanges, admissionList } from '@kartis/contract/admission-list.ts'
import { cancelOrder } from '@kartis/contract/orders.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leadOf, nth, scan, scannerOf, soldEventOf } from '../../../testing/check-in.ts'
import { as } from '../../../testing/events.ts'
import { freeOrder } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { pruneChanges } from '../../selling/ticketing/prune-changes.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const DAY = 86_400_000

let world: World
let owner: Producer
let scanner: { token: string; account: string }

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  scanner = { token: (await scannerOf(world, owner)).token, account: owner.account.uuid }
})
afterAll(() => world.close())

const changesAfter = async (event: { readonly uuid: string }, after: number): Promise<AdmissionChanges> =>
  (await world.call(admissionChanges, { ...scanner, params: { uuid: event.uuid }, query: { after } })).body.data
const listOf = async (event: { readonly uuid: string }) =>
  (await world.call(admissionList, { ...scanner, params: { uuid: event.uuid }, query: { per_page: 5000 } })).body.data
const kindsOf = async (event: { readonly uuid: string }) =>
  (
    await world.db.selectFrom('ticket_changes').selectAll().where('event_id', '=', event.uuid).orderBy('seq').execute()
  ).map(({ seq, change }) => `${seq} ${change}`)

describe('the numbered changes of an event', () => {
  it('are one for each ticket that is issued, enters, is let out again or is cancelled', async () => {
    const sold = await soldEventOf(world, owner, 3)
    const lead = { token: (await leadOf(world, owner)).token, account: owner.account.uuid }
    await scan(world, scanner, sold.event, nth(sold, 0).code)
    await world.call(undoScan, {
      ...lead,
      params: { uuid: sold.event.uuid },
      body: { ticket_uuid: nth(sold, 0).number },
    })
    await scan(world, scanner, sold.event, nth(sold, 1).code)
    await world.call(cancelOrder, {
      ...as(owner),
      params: { uuid: sold.order },
      body: { ticket_uuids: [nth(sold, 1).uuid, nth(sold, 2).uuid], refund: false },
    })
    expect(await kindsOf(sold.event)).toEqual([
      '1 issued',
      '2 issued',
      '3 issued',
      '4 redeemed',
      '5 undone',
      '6 redeemed',
      '7 cancelled',
      '8 cancelled',
    ])
    const all = await changesAfter(sold.event, 0)
    expect(all).toMatchObject({
      seq: 8,
      gap: false,
      more: false,
      scan_statistics: { total_tickets: 1, total_scanned: 0 },
    })
    expect(all.tickets.filter(({ cancelled_at }) => cancelled_at !== undefined)).toHaveLength(2)
    expect((await changesAfter(sold.event, 3)).tickets.map(({ uuid }) => uuid).toSorted()).toEqual(
      sold.tickets.map(({ uuid }) => uuid).toSorted(),
    )
    expect(await changesAfter(sold.event, 8)).toMatchObject({ seq: 8, tickets: [], gap: false })
  })

  it('say that some are missing where the numbers do not fit, so that the device loads everything', async () => {
    const sold = await soldEventOf(world, owner, 3)
    expect((await listOf(sold.event)).seq).toBe(3)
    expect(await changesAfter(sold.event, 9)).toMatchObject({ gap: true, seq: 3, tickets: [] })
    await world.db.deleteFrom('ticket_changes').where('event_id', '=', sold.event.uuid).where('seq', '=', '2').execute()
    expect(await changesAfter(sold.event, 0)).toMatchObject({ gap: true, tickets: [] })
    expect(await changesAfter(sold.event, 2)).toMatchObject({ gap: false, seq: 3 })
  })

  it('are forgotten after a day, for devices load everything twice a day; one that asks for them is told', async () => {
    const sold = await soldEventOf(world, owner, 4)
    const night = async (days: number): Promise<void> => {
      const platform = { db: world.db, clock: () => new Date(world.clock.now().getTime() + days * DAY) }
      // Together, as by two processes that both began.
      await Promise.all([pruneChanges(platform), pruneChanges(platform)])
    }
    await scan(world, scanner, sold.event, nth(sold, 0).code)
    await night(0) // everything is of today
    expect(await kindsOf(sold.event)).toHaveLength(5)
    await scan(world, scanner, sold.event, nth(sold, 1).code)
    await night(0.1) // the same night again
    expect(await changesAfter(sold.event, 0)).toMatchObject({ gap: false, seq: 6 })

    await night(1)
    expect(await kindsOf(sold.event)).toEqual(['6 redeemed'])
    expect(await changesAfter(sold.event, 5)).toMatchObject({
      gap: false,
      seq: 6,
      tickets: [{ uuid: nth(sold, 1).uuid }],
    })
    expect(await changesAfter(sold.event, 4)).toMatchObject({ gap: true, tickets: [] })
    expect((await listOf(sold.event)).tickets).toHaveLength(4)

    await night(2)
    expect(await kindsOf(sold.event)).toEqual([])
    expect(await changesAfter(sold.event, 6)).toMatchObject({ gap: false, seq: 6, tickets: [] })
    // The change after the fifth was read a moment ago, and is still there for those who ask for the same.
    expect(await changesAfter(sold.event, 3)).toMatchObject({ gap: true })
    await scan(world, scanner, sold.event, nth(sold, 2).code)
    expect(await changesAfter(sold.event, 6)).toMatchObject({ gap: false, seq: 7 })
  })

  it('are read once for all devices that ask for the same ones, and never hide what follows them', async () => {
    const sold = await soldEventOf(world, owner, 3)
    const phones = Array.from({ length: 8 }, () => changesAfter(sold.event, 0))
    const replies = await Promise.all(phones)
    expect(replies.map(({ seq, tickets }) => [seq, tickets.length])).toEqual(phones.map(() => [3, 3]))
    // A change without a number, which only a new read would find.
    const seat = JSON.stringify({ uuid: sold.event.uuid, section: 'אולם', row: '5', number: '12' })
    await world.db.updateTable('tickets').set({ seat }).where('event_id', '=', sold.event.uuid).execute()
    const rows = async () => (await changesAfter(sold.event, 0)).tickets.map((ticket) => ticket.seat?.row)
    expect(await rows()).toEqual([undefined, undefined, undefined])
    await scan(world, scanner, sold.event, nth(sold, 0).code)
    expect(await rows()).toEqual(['5', '5', '5'])
    expect(await changesAfter(sold.event, 3)).toMatchObject({ seq: 4, tickets: [{ uuid: nth(sold, 0).uuid }] })
  })

  it('lose nothing under sales, entries and cancellations at the same time', async () => {
    const sold = await soldEventOf(world, owner, 12)
    const device = new Map((await listOf(sold.event)).tickets.map((ticket) => [ticket.uuid, ticket]))
    let { seq } = await listOf(sold.event)
    let isOver = false
    const follow = async (): Promise<void> => {
      for (let isLast = false; !isLast;) {
        isLast = isOver
        const changes = await changesAfter(sold.event, seq)
        expect(changes.gap).toBe(false)
        for (const ticket of changes.tickets) device.set(ticket.uuid, ticket)
        ;({ seq } = changes)
      }
    }
    const type = nth(sold, 0).events_ticket_uuid
    const following = follow()
    await Promise.all([
      ...Array.from({ length: 12 }, () => freeOrder(world, sold.event.uuid, { [type]: 2 })),
      ...sold.tickets.slice(0, 8).map(({ code }) => scan(world, scanner, sold.event, code)),
      ...sold.tickets.slice(8).map(({ uuid }) =>
        world.call(cancelOrder, {
          ...as(owner),
          params: { uuid: sold.order },
          body: { ticket_uuids: [uuid], refund: false },
        }),
      ),
    ])
    isOver = true
    await following
    const { tickets, seq: last } = await listOf(sold.event)
    expect([...device.values()].toSorted((a, b) => a.uuid.localeCompare(b.uuid))).toEqual(tickets)
    expect(seq).toBe(last)
    expect(await kindsOf(sold.event)).toHaveLength(last)
    expect(last).toBe(12 + 24 + 8 + 4)
  })

  it('are readable only by members who may scan', async () => {
    const sold = await soldEventOf(world, owner, 1)
    const stranger = as(await producer(world))
    const reply = await world.call(admissionChanges, {
      ...stranger,
      params: { uuid: sold.event.uuid },
      query: { after: 0 },
    })
    expect(reply.error?.code).toBe('not_found')
  })
})
