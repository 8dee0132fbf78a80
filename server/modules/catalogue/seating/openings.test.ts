import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { abandonSale, sell } from '@kartis/contract/box-office.ts'
import { changeSeating, listEventSeats, showSeating, updateEventSeats } from '@kartis/contract/event-seating.ts'
import { archiveEvent, duplicateEvent } from '@kartis/contract/events.ts'
import { sendInvitation } from '@kartis/contract/invitations.ts'
import { showPublicEvent } from '@kartis/contract/public-events.ts'
import { showTicketType } from '@kartis/contract/tickets.ts'
import { hallOf, row } from '@kartis/seat-map/testing/documents.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/database/db.ts'
import { registerFor, shiftOf } from '../../../testing/box-office.ts'
import { as } from '../../../testing/events.ts'
import { newPhone, type Producer, producer } from '../../../testing/people.ts'
import { publishEdition } from '../../../testing/seating.ts'
import { requestSeats, type SeatedEvent, seatedEvent } from '../../../testing/seats.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { cancelEvent } from '../events/index.ts'

/** Short, so that the producer stays signed in. */
const MINUTE = 60

let world: World
let owner: Producer
let hall: SeatedEvent
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  owner = await producer(world)
  hall = await seatedEvent(world, owner, {
    event: { starts_at: inSeconds(20 * MINUTE), ends_at: inSeconds(23 * MINUTE) },
  })
})
afterAll(() => world.close())

const inSeconds = (seconds: number): string => new Date(world.clock.now().getTime() + seconds * 1000).toISOString()

const change = (body: BodyIn<typeof updateEventSeats>, who = owner) =>
  world.call(updateEventSeats, { ...as(who), params: { uuid: hall.event.uuid }, body })
const set = (seats: readonly number[], sale: Omit<BodyIn<typeof updateEventSeats>, 'seat_uuids' | 'opening'>) =>
  change({ seat_uuids: seats.map(hall.seat), ...sale })

const seating = async () =>
  (await world.call(showSeating, { ...as(owner), params: { uuid: hall.event.uuid } })).body.data
const seats = async () =>
  (await world.call(listEventSeats, { ...as(owner), params: { uuid: hall.event.uuid }, query: { per_page: 100 } })).body
    .data
const standings = async (): Promise<string[]> => (await seats()).map(({ standing }) => standing)
const opening = async (): Promise<number[]> =>
  (await seats()).filter(({ opens_at: at }) => at !== null).map(({ number_in_board: seat }) => seat)

/** Runs the openings that are enqueued, also those that the queue would start later. */
const runJobs = () => world.platform.jobs.drain({ names: ['seats.open'], later: true })
/** Looks for what is due, as every minute. */
const runSweep = async (): Promise<void> => {
  await world.platform.jobs.enqueue(world.db, 'seats.open-due', {})
  await world.platform.jobs.drain({ names: ['seats.open-due'] })
  await world.platform.jobs.drain({ names: ['seats.open'] })
}
const openedRows = async () => {
  const { rows } = await sql<{ data: { seats: number; rev: number }; account_id: string; subject: string }>`
    select data, account_id, subject from events_log
    where type = 'seats.opened' and event_id = ${hall.event.uuid}`.execute(world.db)
  return rows
}

describe('seats with an opening', () => {
  it('are for everybody from that time on, closed and allotted ones alike, and nothing else is', async () => {
    const at = inSeconds(2 * MINUTE)
    await set([0, 1], { for_sale: false })
    await set([2, 3], { channel: 'house' })
    await set([4], { channel: 'box_office' })
    const before = await set([1, 2, 4], { opens_at: at })
    expect(before.body.data).toMatchObject({ changed: 3 })
    expect((await seating()).openings).toEqual([{ opens_at: at, seats: 3 }])
    expect(await opening()).toEqual([1, 2, 4])
    expect((await requestSeats(world, hall, [hall.seat(1)])).error?.code).toBe('seat_taken')

    await runSweep()
    expect((await standings()).slice(0, 6)).toEqual(['blocked', 'blocked', 'house', 'house', 'box_office', 'free'])
    const type = async () =>
      (await world.call(showTicketType, { ...as(owner), params: { uuid: hall.type.uuid } })).body.data
    expect((await type()).sum_total_available).toBe(8)

    world.clock.advance(2 * MINUTE)
    await runSweep()
    expect((await standings()).slice(0, 6)).toEqual(['blocked', 'free', 'free', 'house', 'free', 'free'])
    expect((await type()).sum_total_available).toBe(9)
    expect(await seating()).toMatchObject({ openings: [], counts: { free: 8, blocked: 1, ['house']: 1 } })
    expect((await requestSeats(world, hall, [hall.seat(1), hall.seat(2)])).status).toBe(201)
    const [row, ...more] = await openedRows()
    expect(more).toEqual([])
    expect(row).toMatchObject({ account_id: owner.account.uuid, subject: hall.event.uuid, data: { seats: 3 } })
    expect(row?.data.rev).toBeGreaterThan(before.body.data.rev)
  })

  it('may be closed with the time at which they open, in one call', async () => {
    await set([5, 6], { for_sale: false, opens_at: inSeconds(MINUTE) })
    expect((await standings()).slice(5, 8)).toEqual(['blocked', 'blocked', 'free'])
    world.clock.advance(MINUTE)
    expect(await runJobs()).toMatchObject({ failed: 0 })
    expect((await standings()).slice(5, 8)).toEqual(['free', 'free', 'free'])
  })

  it('are changed, opened at once or left closed by naming their opening', async () => {
    const [first, second, third] = [inSeconds(MINUTE), inSeconds(2 * MINUTE), inSeconds(3 * MINUTE)]
    await set([0, 1], { channel: 'house', opens_at: first })
    await set([2, 3, 4], { channel: 'house', opens_at: second })
    expect((await change({ opening: first, opens_at: third })).body.data.changed).toBe(2)
    expect((await seating()).openings).toEqual([
      { opens_at: second, seats: 3 },
      { opens_at: third, seats: 2 },
    ])
    expect((await change({ opening: second, opens_at: null })).body.data.changed).toBe(3)
    expect((await change({ opening: third, for_sale: true, channel: 'public' })).body.data.changed).toBe(2)
    expect((await seating()).openings).toEqual([])
    expect((await standings()).slice(0, 5)).toEqual(['free', 'free', 'house', 'house', 'house'])
    // The jobs of the times that no longer stand find nothing.
    world.clock.advance(4 * MINUTE)
    expect(await runJobs()).toMatchObject({ failed: 0 })
    expect((await standings()).slice(0, 5)).toEqual(['free', 'free', 'house', 'house', 'house'])
    expect(await openedRows()).toEqual([])
  })

  it('lose it when they are closed, allotted or opened by hand, and keep it when a note is written', async () => {
    await set([0, 1, 2, 3], { channel: 'house', opens_at: inSeconds(MINUTE) })
    await set([0, 3], { note: 'שמור לתזמורת' })
    expect(await opening()).toEqual([0, 1, 2, 3])
    await set([0], { for_sale: false })
    await set([1], { channel: 'house' })
    await set([2], { channel: 'public' })
    expect(await opening()).toEqual([3])
    world.clock.advance(MINUTE)
    await runSweep()
    expect((await standings()).slice(0, 4)).toEqual(['blocked', 'house', 'free', 'free'])
  })

  it('lose it when they are sold: the ticket stays, and a seat that comes back stays with its channel', async () => {
    await set([0, 1], { channel: 'invitations', opens_at: inSeconds(MINUTE) })
    const invited = await world.call(sendInvitation, {
      ...as(owner),
      params: { uuid: hall.event.uuid },
      body: {
        recipient: { name: 'דנה כהן', phone: newPhone() },
        items: [{ events_ticket_uuid: hall.type.uuid, quantity: 1, seat_uuids: [hall.seat(0)] }],
      },
    })
    expect(invited.status).toBe(201)
    expect((await seating()).openings).toMatchObject([{ seats: 1 }])
    world.clock.advance(MINUTE)
    await runSweep()
    expect((await seats()).slice(0, 2)).toMatchObject([
      { standing: 'sold', channel: 'invitations', opens_at: null },
      { standing: 'free', channel: 'public', opens_at: null },
    ])
  })

  it('keep it while they are held: given back before the time they wait again, after it they open', async () => {
    const register = await registerFor(world, owner)
    await shiftOf(world, register)
    const hold = async (seat: number) => {
      const items = [{ events_ticket_uuid: hall.type.uuid, quantity: 1, seat_uuids: [hall.seat(seat)] }]
      const body = { event_uuid: hall.event.uuid, items, total_amount: 100, method: 'terminal' as const }
      return (await world.call(sell, { ...register.who, body })).body.data.uuid
    }
    const giveBack = (uuid: string) => world.call(abandonSale, { ...register.who, params: { uuid } })
    await set([0, 1, 2], { channel: 'box_office', opens_at: inSeconds(MINUTE) })
    const [early, late] = [await hold(0), await hold(1)]
    expect((await standings()).slice(0, 3)).toEqual(['held', 'held', 'box_office'])
    expect((await seating()).openings).toMatchObject([{ seats: 1 }])
    await giveBack(early)
    expect((await seating()).openings).toMatchObject([{ seats: 2 }])
    world.clock.advance(MINUTE)
    await runSweep()
    expect((await standings()).slice(0, 3)).toEqual(['free', 'held', 'free'])
    await giveBack(late)
    expect((await standings())[1]).toBe('box_office')
    await runSweep()
    expect((await standings())[1]).toBe('free')
  })

  it.each([
    ['given another time', () => ({ opens_at: inSeconds(3 * MINUTE) }), 'box_office', 'free'],
    ['opened by hand', () => ({ for_sale: true, channel: 'public' as const }), 'free', 'free'],
    ['left closed', () => ({ opens_at: null }), 'box_office', 'box_office'],
    ['closed', () => ({ for_sale: false }), 'box_office', 'box_office'],
  ])('that are held follow the others when their opening is %s', async (_, sale, soon, later) => {
    const register = await registerFor(world, owner)
    await shiftOf(world, register)
    const at = inSeconds(MINUTE)
    await set([0, 1], { channel: 'box_office', opens_at: at })
    const items = [{ events_ticket_uuid: hall.type.uuid, quantity: 1, seat_uuids: [hall.seat(0)] }]
    const body = { event_uuid: hall.event.uuid, items, total_amount: 100, method: 'terminal' as const }
    const { uuid } = (await world.call(sell, { ...register.who, body })).body.data
    expect((await change({ opening: at, ...sale() })).status).toBe(200)
    await world.call(abandonSale, { ...register.who, params: { uuid } })
    world.clock.advance(MINUTE)
    await runSweep()
    expect((await standings())[0]).toBe(soon)
    world.clock.advance(2 * MINUTE)
    await runSweep()
    expect((await standings())[0]).toBe(later)
  })

  it('of an earlier version that sold one without clearing its time leave it sold', async () => {
    await set([0, 1], { channel: 'house', opens_at: inSeconds(MINUTE) })
    await sql`
      update event_seats set state = 2, order_id = ${world.platform.newId()}, ticket_type_id = ${hall.type.uuid}
      where event_id = ${hall.event.uuid} and seat_no = 0`.execute(world.db)
    world.clock.advance(MINUTE)
    await runSweep()
    expect((await seats()).slice(0, 2)).toMatchObject([
      { standing: 'sold', channel: 'house' },
      { standing: 'free', channel: 'public' },
    ])
    expect(await openedRows()).toMatchObject([{ data: { seats: 1 } }])
  })

  it('keep it in another edition of the map where they stay, and a copy of the event has none', async () => {
    await set([0, 9], { channel: 'house', opens_at: inSeconds(MINUTE) })
    const edition = await publishEdition(
      world,
      owner,
      (await seating()).venues_map_uuid,
      hallOf([row({ count: 9, keys: [1, 2, 3, 4, 5, 6, 7, 8, 9] })]),
    )
    const params = { uuid: hall.event.uuid }
    const changed = await world.call(changeSeating, { ...as(owner), params, body: { edition } })
    expect(changed.body.data.counts).toMatchObject({ removed: 1, refused: 0 })
    expect((await seating()).openings).toMatchObject([{ seats: 1 }])
    const copy = (await world.call(duplicateEvent, { ...as(owner), params })).body.data
    const copied = await world.call(showSeating, { ...as(owner), params: { uuid: copy.uuid } })
    expect(copied.body.data).toMatchObject({ openings: [], counts: { ['house']: 1 } })
    world.clock.advance(MINUTE)
    await runSweep()
    expect((await seats())[0]).toMatchObject({ standing: 'free', opens_at: null })
  })

  it('open although the job of their time was lost: what is due is looked for every minute', async () => {
    await set([0], { channel: 'house', opens_at: inSeconds(MINUTE) })
    await sql`delete from jobs.job where name = 'seats.open'`.execute(world.db)
    world.clock.advance(MINUTE - 1)
    await runSweep()
    expect((await standings())[0]).toBe('house')
    world.clock.advance(1)
    await runSweep()
    expect((await standings())[0]).toBe('free')
  })

  it('stay closed in an event that is archived or was cancelled', async () => {
    await set([0], { channel: 'house', opens_at: inSeconds(MINUTE) })
    const params = { uuid: hall.event.uuid }
    await inTransaction(world.db, (tx) => cancelEvent(tx, hall.event.uuid, world.clock.now()))
    world.clock.advance(MINUTE)
    await runSweep()
    expect(await runJobs()).toMatchObject({ failed: 0 })
    expect((await standings())[0]).toBe('house')
    expect((await set([0], { opens_at: inSeconds(MINUTE) })).error).toMatchObject({ code: 'conflict' })
    expect((await world.call(archiveEvent, { ...as(owner), params })).status).toBe(200)
    await runSweep()
    expect((await standings())[0]).toBe('house')
    expect((await set([0], { opens_at: inSeconds(MINUTE) })).error).toMatchObject({ code: 'conflict' })
    expect((await set([0], { opens_at: null })).status).toBe(200)
    expect(await openedRows()).toEqual([])
  })
})

describe('an opening is refused', () => {
  it('in the past, in this very moment and from the end of the event on', async () => {
    await set([0], { channel: 'house' })
    const detailOf = async (opens_at: string) => (await set([0], { opens_at })).error?.detail
    expect(await detailOf(inSeconds(-1))).toEqual({ opens_at: ['must_be_future'] })
    expect(await detailOf(inSeconds(0))).toEqual({ opens_at: ['must_be_future'] })
    expect(await detailOf(hall.event.ends_at)).toEqual({ opens_at: ['after_event_end'] })
    expect(await opening()).toEqual([])
  })

  it('for seats that are open already, of all or of none', async () => {
    await set([0], { channel: 'house' })
    const refused = await set([0, 1, 2], { opens_at: inSeconds(MINUTE) })
    expect(refused.error?.detail).toEqual({
      'seat_uuids.1': ['already_for_sale'],
      'seat_uuids.2': ['already_for_sale'],
    })
    const both = await set([0], { for_sale: true, channel: 'public', opens_at: inSeconds(MINUTE) })
    expect(both.error?.detail).toEqual({ 'seat_uuids.0': ['already_for_sale'] })
    expect(await opening()).toEqual([])
  })

  it('for seats that are held or sold, with each of them', async () => {
    expect((await requestSeats(world, hall, [hall.seat(3)])).status).toBe(201)
    await set([4], { channel: 'house' })
    const refused = await set([3, 4], { opens_at: inSeconds(MINUTE) })
    expect(refused.error).toMatchObject({
      code: 'seats_in_use',
      detail: { seats: [{ seat_uuid: hall.seat(3), state: 'held' }] },
    })
    expect(await opening()).toEqual([])
  })

  it('without seats, with both names for them, and for a time at which nothing opens', async () => {
    const opens_at = inSeconds(MINUTE)
    expect((await change({ opens_at })).error?.detail).toEqual({ seat_uuids: ['required'] })
    const both = await change({ seat_uuids: [hall.seat(0)], opening: opens_at, opens_at: null })
    expect(both.error?.detail).toEqual({ seat_uuids: ['required'] })
    expect((await change({ opening: opens_at, opens_at: null })).error?.detail).toEqual({
      opening: ['unknown_option'],
    })
  })

  it('for strangers, and buyers see nothing of it', async () => {
    await set([0], { channel: 'house', opens_at: inSeconds(MINUTE) })
    const stranger = await producer(world)
    expect((await change({ opening: inSeconds(MINUTE), opens_at: null }, stranger)).status).toBe(404)
    const page = await world.call(showPublicEvent, { params: { uuid: hall.event.uuid } })
    expect(page.text).not.toContain('opens_at')
    expect((await world.http('GET', `/api/v1/public/events/${hall.event.uuid}/seats?list=1`)).text).not.toContain(
      'opens_at',
    )
  })
})
