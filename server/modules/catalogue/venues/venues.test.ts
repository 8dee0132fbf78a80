import { showEvent } from '@kartis/contract/events.ts'
import { createVenue, deleteVenue, exportVenues, listVenues, showVenue, updateVenue } from '@kartis/contract/venues.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, draftEvent } from '../../../testing/events.ts'
import { joinAs, producer, type Producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

const HANGAR = {
  name: 'האנגר 11',
  address_street: 'יורדי הסירה',
  address_street_number: '1',
  address_city: 'תל אביב-יפו',
  notes: 'כניסת ספקים מצד הים',
}

const made = async (fields: Partial<typeof HANGAR> = {}, who = owner) =>
  (await world.call(createVenue, { ...as(who), body: { ...HANGAR, ...fields } })).body.data

describe('the venues of a workspace', () => {
  it('are searched by name, city, street or note, page by page, at both URLs', async () => {
    const own = await producer(world)
    for (const [name, address_city, notes] of [
      ['בארבי', 'תל אביב-יפו', ''],
      ['זאפה', 'הרצליה', 'חניה תת-קרקעית'],
      ['היכל התרבות', 'נתניה', ''],
    ] as const)
      await made({ name, address_city, notes, address_street: 'הנמל' }, own)
    const names = async (or: Record<string, string>) =>
      (await world.call(listVenues, { ...as(own), query: { filter: { or } } })).body.data.map(({ name }) => name)
    expect(await names({ name: 'זאפ', address_city: 'זאפ' })).toEqual(['זאפה'])
    expect(await names({ notes: 'חניה' })).toEqual(['זאפה'])
    expect(await names({ address_street: 'נמל' })).toHaveLength(3)
    const second = await world.call(listVenues, { ...as(own), query: { page: 2, per_page: 2, sort: 'name' } })
    expect(second.body.meta).toEqual({ current_page: 2, per_page: 2, total: 3, last_page: 2 })
    const query = { sort: 'name' }
    const [byPath, byPlainPath] = [
      await world.call(listVenues, { ...as(own), query }),
      await world.call({ ...listVenues, path: '/v1/venues' }, { ...as(own), query }),
    ]
    expect(byPlainPath.body).toEqual(byPath.body)
  })

  it('keep the address of their events when they are changed or deleted', async () => {
    const venue = await made()
    const event = await draftEvent(world, owner, {
      venue_uuid: venue.uuid,
      address_description: venue.name,
      address_street: venue.address_street,
      address_street_number: venue.address_street_number,
      address_city: venue.address_city,
    })
    const params = { uuid: venue.uuid }
    const moved = await world.call(updateVenue, { ...as(owner), params, body: { address_city: 'חולון', notes: '' } })
    expect(moved.body.data).toMatchObject({ name: HANGAR.name, address_city: 'חולון', notes: '', events_count: 1 })
    expect((await world.call(deleteVenue, { ...as(owner), params })).status).toBe(200)
    expect((await world.call(showVenue, { ...as(owner), params })).status).toBe(404)
    expect((await world.call(updateVenue, { ...as(owner), params, body: { notes: 'x' } })).status).toBe(404)
    expect((await world.call(deleteVenue, { ...as(owner), params })).status).toBe(404)
    const shown = (await world.call(showEvent, { ...as(owner), params: { uuid: event.uuid } })).body.data
    expect(shown).toMatchObject({ venue: HANGAR.name, address_city: HANGAR.address_city, venue_uuid: venue.uuid })
  })

  it('are exported as a spreadsheet', async () => {
    const file = await world.call(exportVenues, { ...as(owner), lang: 'en' })
    expect(file.status).toBe(200)
    expect(file.headers['content-disposition']).toContain('Venues')
    expect(file.bytes.subarray(0, 2).toString()).toBe('PK')
  })

  it('come with an event as an object when the relation is requested, and as a name otherwise', async () => {
    const venue = await made()
    const { uuid } = await draftEvent(world, owner, { venue_uuid: venue.uuid })
    const shown = async (query: { with?: ('venue' | 'settings')[] }) =>
      (await world.call(showEvent, { ...as(owner), params: { uuid }, query })).body.data.venue
    expect(await shown({ with: ['venue'] })).toMatchObject({ uuid: venue.uuid, name: venue.name })
    expect(await shown({})).toBe(venue.name)
    const without = await draftEvent(world, owner)
    const params = { uuid: without.uuid }
    const none = await world.call(showEvent, { ...as(owner), params, query: { with: ['venue'] } })
    expect(none.body.data.venue).toBeNull()
  })

  it('are restricted to managers of their workspace', async () => {
    const venue = await made()
    const stranger = await producer(world)
    const scanner = await joinAs(world, owner, 'scanner')
    const params = { uuid: venue.uuid }
    expect((await world.call(showVenue, { ...as(stranger), params })).status).toBe(404)
    expect((await world.call(updateVenue, { ...as(stranger), params, body: { name: 'שלי' } })).status).toBe(404)
    expect((await world.call(deleteVenue, { ...as(stranger), params })).status).toBe(404)
    const asScanner = { token: scanner.token, account: owner.account.uuid }
    expect((await world.call(listVenues, asScanner)).error?.code).toBe('forbidden')
    expect((await world.call(listVenues, { token: stranger.token, account: owner.account.uuid })).error?.code).toBe(
      'wrong_workspace',
    )
  })
})
