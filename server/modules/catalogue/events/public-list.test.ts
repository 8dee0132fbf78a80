import { listEventCities, listPublicEvents } from '@kartis/contract/public-events.ts'
import { publishEvent } from '@kartis/contract/events.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, draftEvent } from '../../../testing/events.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

/** Publishes an event. Each test uses its own city, so that it finds no events of other tests. */
const publish = async (
  name: string,
  city: string,
  starts_at: string,
  ends_at: string,
  texts = {},
  artists: { name: string; texts: object }[] = [],
) => {
  const fields = { name, address_city: city, starts_at, ends_at, texts, artists }
  const event = await draftEvent(world, owner, fields)
  await world.call(publishEvent, { ...as(owner), params: { uuid: event.uuid } })
}

const names = async (filter: object): Promise<string[]> =>
  (await world.call(listPublicEvents, { query: { filter, per_page: 100 } })).body.data.map(({ name }) => name)

const year = (): number => world.clock.now().getFullYear() + 1

describe('the public list by day', () => {
  it("filters by calendar day in the event's time zone, from and to inclusive", async () => {
    const city = 'עיר הימים'
    // 22:30 in Israel on the 5th, and half past midnight of the 6th.
    await publish('ערב', city, `${year()}-02-05T20:30:00Z`, `${year()}-02-05T21:30:00Z`)
    await publish('אחרי חצות', city, `${year()}-02-05T22:30:00Z`, `${year()}-02-06T10:00:00Z`)
    const day = (from: string, to = from) => names({ city, from: `${year()}-02-${from}`, to: `${year()}-02-${to}` })
    expect(await day('05')).toEqual(['ערב'])
    expect(await day('06')).toEqual(['אחרי חצות'])
    expect(await day('05', '06')).toEqual(['ערב', 'אחרי חצות'])
    expect(await day('07', '09')).toEqual([])
    expect(await names({ city, from: `${year()}-02-06` })).toEqual(['אחרי חצות'])
    expect(await names({ city, to: `${year()}-02-05` })).toEqual(['ערב'])
  })

  it('lists a multi-day event on each of its days, and a party past midnight only on its first day', async () => {
    const city = 'עיר הלילות'
    await publish('פסטיבל', city, `${year()}-03-03T08:00:00Z`, `${year()}-03-05T20:00:00Z`)
    await publish('מסיבה', city, `${year()}-03-03T21:30:00Z`, `${year()}-03-04T03:30:00Z`)
    const day = (dayOfMonth: string) =>
      names({ city, from: `${year()}-03-${dayOfMonth}`, to: `${year()}-03-${dayOfMonth}` })
    expect(await day('03')).toEqual(['פסטיבל', 'מסיבה'])
    expect(await day('04')).toEqual(['פסטיבל'])
  })

  it('refuses a date that does not exist', async () => {
    const answer = await world.http('GET', '/api/v1/public/events?filter%5Bfrom%5D=2027-02-31')
    expect(answer.status).toBe(422)
  })
})

describe('the public list by city', () => {
  it('matches part of a city name, and counts cities with published events', async () => {
    const at = [`${year()}-04-01T18:00:00Z`, `${year()}-04-01T20:00:00Z`] as const
    await publish('ראשון', 'מודיעין-מכבים-רעות', ...at)
    await publish('שני', ' מודיעין-מכבים-רעות ', ...at)
    await draftEvent(world, owner, { name: 'טיוטה', address_city: 'אי שם' })
    expect(await names({ city: 'מודיעין' })).toEqual(['ראשון', 'שני'])
    const cities = (await world.call(listEventCities)).body.data
    expect(cities).toContainEqual({ city: 'מודיעין-מכבים-רעות', name: 'מודיעין-מכבים-רעות', events: 2 })
    expect(cities.map(({ city }) => city)).not.toContain('אי שם')
  })

  it('matches the name of an event in Hebrew, English and Arabic', async () => {
    const texts = { en: { name: 'The Quiet Harbour' }, ar: { name: 'الميناء الهادئ' } }
    await publish('הנמל השקט', 'עיר', `${year()}-05-01T18:00:00Z`, `${year()}-05-01T20:00:00Z`, texts)
    for (const name of ['quiet harb', 'الهادئ', 'הנמל השקט'])
      expect(await names({ or: { name } })).toEqual(['הנמל השקט'])
  })

  it('matches the artists of an event by name, in every language', async () => {
    const at = [`${year()}-06-01T18:00:00Z`, `${year()}-06-01T20:00:00Z`] as const
    const artists = [{ name: 'תקליטן נועם', texts: { en: { name: 'DJ Noam' }, ar: { name: 'دي جي نوعام' } } }]
    await publish('לילה לבן', 'עיר', ...at, {}, artists)
    for (const name of ['נועם', 'dj noam', 'نوعام']) expect(await names({ or: { name } })).toEqual(['לילה לבן'])
  })
})
