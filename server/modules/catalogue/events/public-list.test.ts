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

/** Published, in a city of its own, so that no other event of the world is found. */
const onTheList = async (name: string, city: string, starts_at: string, ends_at: string, texts = {}) => {
  const fields = { name, address_city: city, starts_at, ends_at, texts }
  const event = await draftEvent(world, owner, fields)
  await world.call(publishEvent, { ...as(owner), params: { uuid: event.uuid } })
}

const names = async (filter: object): Promise<string[]> =>
  (await world.call(listPublicEvents, { query: { filter, per_page: 100 } })).body.data.map(({ name }) => name)

const year = (): number => world.clock.now().getFullYear() + 1

describe('the public list by day', () => {
  it('filters by calendar days in the zone of the event, both included', async () => {
    const city = 'עיר הימים'
    // 22:30 in Israel on the 5th, and half past midnight of the 6th.
    await onTheList('ערב', city, `${year()}-02-05T20:30:00Z`, `${year()}-02-05T21:30:00Z`)
    await onTheList('אחרי חצות', city, `${year()}-02-05T22:30:00Z`, `${year()}-02-06T10:00:00Z`)
    const day = (from: string, to = from) => names({ city, from: `${year()}-02-${from}`, to: `${year()}-02-${to}` })
    expect(await day('05')).toEqual(['ערב'])
    expect(await day('06')).toEqual(['אחרי חצות'])
    expect(await day('05', '06')).toEqual(['ערב', 'אחרי חצות'])
    expect(await day('07', '09')).toEqual([])
    expect(await names({ city, from: `${year()}-02-06` })).toEqual(['אחרי חצות'])
    expect(await names({ city, to: `${year()}-02-05` })).toEqual(['ערב'])
  })

  it('lists an event of several days on each of them, and a night on its first day only', async () => {
    const city = 'עיר הלילות'
    await onTheList('פסטיבל', city, `${year()}-03-03T08:00:00Z`, `${year()}-03-05T20:00:00Z`)
    await onTheList('מסיבה', city, `${year()}-03-03T21:30:00Z`, `${year()}-03-04T03:30:00Z`)
    const day = (dayOfMonth: string) =>
      names({ city, from: `${year()}-03-${dayOfMonth}`, to: `${year()}-03-${dayOfMonth}` })
    expect(await day('03')).toEqual(['פסטיבל', 'מסיבה'])
    expect(await day('04')).toEqual(['פסטיבל'])
  })

  it('refuses an invalid day', async () => {
    const answer = await world.http('GET', '/api/v1/public/events?filter%5Bfrom%5D=2027-02-31')
    expect(answer.status).toBe(422)
  })
})

describe('the public list by city', () => {
  it('matches a part of the city name, and lists the cities of current events', async () => {
    const at = [`${year()}-04-01T18:00:00Z`, `${year()}-04-01T20:00:00Z`] as const
    await onTheList('ראשון', 'מודיעין-מכבים-רעות', ...at)
    await onTheList('שני', ' מודיעין-מכבים-רעות ', ...at)
    await draftEvent(world, owner, { name: 'טיוטה', address_city: 'אי שם' })
    expect(await names({ city: 'מודיעין' })).toEqual(['ראשון', 'שני'])
    const cities = (await world.call(listEventCities)).body.data
    expect(cities).toContainEqual({ city: 'מודיעין-מכבים-רעות', events: 2 })
    expect(cities.map(({ city }) => city)).not.toContain('אי שם')
  })

  it('matches a name in any language it is shown in', async () => {
    const texts = { en: { name: 'The Quiet Harbour' }, ar: { name: 'الميناء الهادئ' } }
    await onTheList('הנמל השקט', 'עיר', `${year()}-05-01T18:00:00Z`, `${year()}-05-01T20:00:00Z`, texts)
    for (const name of ['quiet harb', 'الهادئ', 'הנמל השקט'])
      expect(await names({ or: { name } })).toEqual(['הנמל השקט'])
  })
})
