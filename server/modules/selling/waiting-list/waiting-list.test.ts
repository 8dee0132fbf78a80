import { updateTicketType } from '@kartis/contract/tickets.ts'
import {
  deleteOwnEntry,
  exportWaitingList,
  joinWaitingList,
  leaveWaitingList,
  listOwnEntries,
  listWaitingList,
} from '@kartis/contract/waiting-list.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale, soldOutEvent } from '../../../testing/events.ts'
import { newPhone, type Producer, producer, signIn } from '../../../testing/people.ts'
import { sheetOf } from '../../../testing/xlsx.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { notifyOpened } from './notify-opened.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

const join = (event: { uuid: string }, token: string | undefined, body: object) =>
  world.call(joinWaitingList, {
    ...(token && { token }),
    params: { uuid: event.uuid },
    body: { kind: 'sold_out', quantity: 2, consent: true, ...body } as never,
  })
const entriesOf = async (event: { uuid: string }, kind?: 'sold_out' | 'sale_opens') =>
  (
    await world.call(listWaitingList, {
      ...as(owner),
      params: { uuid: event.uuid },
      query: kind ? { filter: { kind } } : {},
    })
  ).body.data
const soldOut = () => soldOutEvent(world, owner)

describe('the waiting list of a sold-out event', () => {
  it('takes one entry for each verified phone, with its quantity; the producer sees it and the person may leave', async () => {
    const { event } = await soldOut()
    const person = await signIn(world)
    const entry = await join(event, person.token, { phone: person.phone })
    expect(entry.status).toBe(201)
    expect((await join(event, person.token, { phone: person.phone, quantity: 4 })).body.data.uuid).toBe(
      entry.body.data.uuid,
    )
    expect(await entriesOf(event)).toMatchObject([{ kind: 'sold_out', phone: person.phone, quantity: 4 }])
    const leave = (token: string) =>
      world.call(leaveWaitingList, {
        params: { uuid: event.uuid },
        body: { uuid: entry.body.data.uuid, token },
      })
    await leave('forged')
    expect(await entriesOf(event)).toHaveLength(1)
    await leave(entry.body.data.token)
    expect(await entriesOf(event)).toEqual([])
  })

  it('takes no phone that the caller has not proved, no entry without consent, and none while tickets are on sale', async () => {
    const { event } = await soldOut()
    const person = await signIn(world)
    expect((await join(event, undefined, { phone: newPhone() })).error?.code).toBe('phone_unverified')
    expect((await join(event, person.token, { phone: newPhone() })).error?.code).toBe('phone_unverified')
    expect((await join(event, person.token, { phone: person.phone, consent: false })).status).toBe(422)
    expect((await join(event, person.token, { phone: 'abc' })).error?.detail).toHaveProperty('phone')
    const { event: open } = await eventOnSale(world, owner)
    expect((await join(open, person.token, { phone: person.phone })).error?.code).toBe('conflict')
    expect((await join({ uuid: owner.account.uuid }, person.token, { phone: person.phone })).status).toBe(404)
    expect(await entriesOf(event)).toEqual([])
  })

  it('is exported as a spreadsheet with each phone as people write it', async () => {
    const { event } = await soldOut()
    const person = await signIn(world)
    await join(event, person.token, { phone: person.phone, quantity: 3 })
    const sheet = await world.call(exportWaitingList, { ...as(owner), params: { uuid: event.uuid } })
    const xml = sheetOf(sheet.bytes)
    expect(xml).toContain(nationalPhone(person.phone))
    expect(xml).toContain('עדכון כשמתפנים כרטיסים')
    expect(xml).toMatch(/<v>3<\/v>/u)
  })

  it('is not shown to another account', async () => {
    const { event } = await soldOut()
    const stranger = await producer(world)
    const answer = await world.call(listWaitingList, { ...as(stranger), params: { uuid: event.uuid } })
    expect(answer.status).toBe(404)
    const sheet = await world.call(exportWaitingList, { ...as(stranger), params: { uuid: event.uuid } })
    expect(sheet.status).toBe(404)
  })
})

describe('the entries of a signed-in phone', () => {
  const own = async (token: string, event?: { uuid: string }) =>
    (await world.call(listOwnEntries, { token, query: event ? { filter: { event_uuid: event.uuid } } : {} })).body.data

  it('name the event in the language of the reader, and no other phone sees or deletes them', async () => {
    const { event } = await soldOut()
    const { event: other } = await soldOut()
    const [person, stranger] = [await signIn(world), await signIn(world)]
    const entry = (await join(event, person.token, { phone: person.phone })).body.data
    world.clock.advance(1)
    await join(other, person.token, { phone: person.phone, quantity: 1 })
    expect(await own(person.token, event)).toMatchObject([
      {
        uuid: entry.uuid,
        kind: 'sold_out',
        quantity: 2,
        event: { uuid: event.uuid, slug: event.slug, name: event.name },
      },
    ])
    expect((await own(person.token)).map((each) => each.event.uuid)).toEqual([other.uuid, event.uuid])
    expect(await own(stranger.token)).toEqual([])
    const params = { uuid: entry.uuid }
    expect((await world.call(deleteOwnEntry, { token: stranger.token, params })).status).toBe(404)
    expect((await world.call(deleteOwnEntry, { token: person.token, params })).body.data).toEqual({ done: true })
    expect((await world.call(deleteOwnEntry, { token: person.token, params })).status).toBe(404)
    expect(await own(person.token, event)).toEqual([])
    expect(await entriesOf(event)).toEqual([])
  })

  it('are left out once the event is over', async () => {
    const { event } = await soldOut()
    const person = await signIn(world)
    await join(event, person.token, { phone: person.phone })
    await sql`update events set starts_at = starts_at - interval '1 year', ends_at = ends_at - interval '1 year' where id = ${event.uuid}`.execute(
      world.db,
    )
    expect(await own(person.token)).toEqual([])
  })
})

describe('the reminder of a sale', () => {
  it('is sent once when the sale opens, in the language of the person', async () => {
    const opens = new Date(world.clock.now().getTime() + 3_600_000).toISOString()
    const { event, type } = await eventOnSale(world, owner, { type: { sale_starts_at: opens } })
    const person = await signIn(world)
    const entry = await world.call(joinWaitingList, {
      token: person.token,
      lang: 'en',
      params: { uuid: event.uuid },
      body: { kind: 'sale_opens', phone: person.phone, consent: true },
    })
    expect(entry.status).toBe(201)
    const reminders = async () =>
      (await world.http('GET', `/api/dev/messages?to=${encodeURIComponent(person.phone)}`)).text.match(
        /on sale now/g,
      ) ?? []
    await notifyOpened(world.platform)
    expect(await reminders()).toHaveLength(0)
    await world.call(updateTicketType, { ...as(owner), params: { uuid: type.uuid }, body: { sale_starts_at: null } })
    await notifyOpened(world.platform)
    await notifyOpened(world.platform)
    await world.platform.jobs.drain({ later: true })
    expect(await reminders()).toHaveLength(1)
    expect((await entriesOf(event, 'sale_opens'))[0]?.notified_at).not.toBeNull()
  })
})
