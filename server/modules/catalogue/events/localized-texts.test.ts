import { updateAccount } from '@kartis/contract/accounts.ts'
import { createForm, showForm, updateForm } from '@kartis/contract/forms.ts'
import { duplicateEvent, showEvent, updateEvent } from '@kartis/contract/events.ts'
import { eventCalendar, listEventCities, listPublicEvents, showPublicEvent } from '@kartis/contract/public-events.ts'
import { createVenue, updateVenue } from '@kartis/contract/venues.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, draftEvent, eventOnSale } from '../../../testing/events.ts'
import { joinAs, producer, type Producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

const read = async (uuid: string, lang: 'he' | 'en' | 'ar') =>
  (await world.call(showPublicEvent, { params: { uuid }, lang })).body.data

const VENUE = {
  name: 'כרם נבט',
  address_street: 'דרך היין',
  address_street_number: '1',
  address_city: 'בנימינה־גבעת עדה',
}
const VENUE_TEXTS = {
  en: { name: 'Nevet Vineyard', address_street: 'Wine Road', address_city: 'Binyamina' },
  ar: { name: 'كرم نيفت' },
}

const eventAt = async (texts = {}) => {
  const venue = (await world.call(createVenue, { ...as(owner), body: { ...VENUE, texts: VENUE_TEXTS } })).body.data
  const { name, ...address } = VENUE
  const fields = { venue_uuid: venue.uuid, address_description: name, ...address, texts }
  return { venue, ...(await eventOnSale(world, owner, { event: fields })) }
}

describe('the place of an event', () => {
  it('is read in the language of the buyer, then in English, then in Hebrew', async () => {
    const { event, venue } = await eventAt()
    expect(venue.texts).toEqual(VENUE_TEXTS)
    expect(await read(event.uuid, 'he')).toMatchObject({
      address_description: VENUE.name,
      address_city: VENUE.address_city,
    })
    expect(await read(event.uuid, 'en')).toMatchObject({
      address_description: 'Nevet Vineyard',
      address_street: 'Wine Road',
      address_street_number: '1',
      address_city: 'Binyamina',
    })
    expect(await read(event.uuid, 'ar')).toMatchObject({ address_description: 'كرم نيفت', address_street: 'Wine Road' })
  })

  it('is what the event says of it before what its venue says', async () => {
    const { event } = await eventAt({ en: { address_description: 'Nevet Vineyard, north gate' } })
    expect(await read(event.uuid, 'en')).toMatchObject({
      address_description: 'Nevet Vineyard, north gate',
      address_street: 'Wine Road',
    })
  })

  it('no longer has the texts of the venue where the event has another address', async () => {
    const { event } = await eventAt()
    const body = { address_street: 'רחוב אחר', address_city: 'חיפה' }
    await world.call(updateEvent, { ...as(owner), params: { uuid: event.uuid }, body })
    expect(await read(event.uuid, 'en')).toMatchObject({ address_street: 'רחוב אחר', address_city: 'Haifa' })
    expect(await read(event.uuid, 'ar')).toMatchObject({ address_city: 'حيفا' })
  })

  it('has the name of a known city in every spelling, with no text at all', async () => {
    const { event } = await eventOnSale(world, owner, { event: { address_city: 'תל אביב־יפו' } })
    expect((await read(event.uuid, 'en')).address_city).toBe('Tel Aviv-Yafo')
    expect((await read(event.uuid, 'ar')).address_city).toBe('تل أبيب-يافا')
  })

  it('is found and listed by its names in other languages', async () => {
    const { event } = await eventAt()
    const found = async (or: Record<string, string>) =>
      (await world.call(listPublicEvents, { query: { filter: { or }, per_page: 100 } })).body.data.map(
        ({ uuid }) => uuid,
      )
    expect(await found({ address_description: 'nevet' })).toContain(event.uuid)
    expect(await found({ address_city: 'binyam' })).toContain(event.uuid)
    const { event: northern } = await eventOnSale(world, owner, { event: { address_city: 'עכו' } })
    expect(await found({ address_city: 'acre' })).toEqual([northern.uuid])
    const cities = (await world.call(listEventCities, { lang: 'en' })).body.data
    expect(cities).toContainEqual({ city: VENUE.address_city, name: 'Binyamina', events: expect.any(Number) })
    expect(cities).toContainEqual({ city: 'עכו', name: 'Acre', events: 1 })
  })

  it('is in the language of the reader in the calendar file', async () => {
    const { event } = await eventAt({ en: { name: 'Wine Festival' } })
    const file = (await world.call(eventCalendar, { params: { uuid: event.uuid }, lang: 'en' })).text
    const unfolded = file.replaceAll(/\r?\n[ \t]/g, '')
    expect(unfolded).toContain('SUMMARY:Wine Festival')
    expect(unfolded).toContain(String.raw`LOCATION:Nevet Vineyard\, Wine Road 1\, Binyamina`)
  })
})

describe('artists, accessibility and organiser', () => {
  it('are read in the language of the buyer, else in Hebrew', async () => {
    const texts = { en: { accessibility: 'Step-free entrance' } }
    const { event } = await eventOnSale(world, owner, {
      event: {
        texts,
        settings: { accessibility: 'כניסה ללא מדרגות' },
        artists: [{ name: 'נועה שחר', texts: { en: { name: 'Noa Shahar' }, ar: { name: ' ' } } }, 'להקת המזח'],
      },
    })
    const names = { en: { name: 'Stage Ltd' } }
    const own = await world.call(updateAccount, {
      token: owner.token,
      params: { uuid: owner.account.uuid },
      body: { texts: { en: { ...names.en, vat_name: '' } } },
    })
    expect(own.body.data.texts).toEqual(names)
    const english = await read(event.uuid, 'en')
    expect(english.artists).toEqual(['Noa Shahar', 'להקת המזח'])
    expect(english.settings.accessibility).toBe('Step-free entrance')
    expect(english.organiser).toMatchObject({ name: 'Stage Ltd', vat_name: owner.account.vat_name })
    const hebrew = await read(event.uuid, 'he')
    expect(hebrew.artists).toEqual(['נועה שחר', 'להקת המזח'])
    expect(hebrew.settings.accessibility).toBe('כניסה ללא מדרגות')
    expect(hebrew.organiser.name).toBe(owner.account.name)
  })

  it('keeps the texts of an artist who is sent as a name, and copies them with the event', async () => {
    const artists = [{ name: 'נועה שחר', texts: { en: { name: 'Noa Shahar' } } }]
    const event = await draftEvent(world, owner, { artists })
    const params = { uuid: event.uuid }
    await world.call(updateEvent, { ...as(owner), params, body: { artists: ['אורח', 'נועה שחר'] } })
    const query = { with: ['artists' as const] }
    const shown = (await world.call(showEvent, { ...as(owner), params, query })).body.data
    expect(shown.artists).toEqual(['אורח', 'נועה שחר'])
    expect(shown.artists_texts).toEqual([{ name: 'אורח', texts: {} }, ...artists])
    const copy = (await world.call(duplicateEvent, { ...as(owner), params })).body.data
    const copied = await world.call(showEvent, { ...as(owner), params: { uuid: copy.uuid }, query })
    expect(copied.body.data.artists_texts).toEqual(shown.artists_texts)
  })

  it('does not let an artist’s or a place’s text turn the direction of what follows', async () => {
    const turned = '\u202EaoN\u2066'
    const event = await draftEvent(world, owner, {
      artists: [{ name: 'נועה', texts: { en: { name: turned } } }],
      texts: { en: { address_description: turned } },
    })
    const query = { with: ['artists' as const] }
    const shown = (await world.call(showEvent, { ...as(owner), params: { uuid: event.uuid }, query })).body.data
    expect(shown.artists_texts?.[0]?.texts).toEqual({ en: { name: 'aoN' } })
    expect(shown.texts.en?.address_description).toBe('aoN')
  })
})

describe('the questions of a form', () => {
  const field = (name: string, more = {}) => ({ type: 'text' as const, name, ...more })
  const DIET = {
    type: 'select' as const,
    name: 'תזונה',
    description: 'לארוחה',
    options: ['טבעוני', 'דג'],
    texts: { en: { name: 'Diet', options: ['Vegan', 'Fish'] }, ar: { options: ['', 'سمك'] } },
  }

  it('are read with their options in the language of the buyer, and answered with the option', async () => {
    const body = { name: 'פרטים', texts: { en: { name: 'Details' } }, fields: [DIET, field('הערה')] }
    const form = (await world.call(createForm, { ...as(owner), body })).body.data
    expect(form.texts).toEqual({ en: { name: 'Details' } })
    const { event } = await eventOnSale(world, owner, { event: { forms: [form.uuid] } })
    const [english] = (await read(event.uuid, 'en')).forms
    expect(english).toMatchObject({
      name: 'Details',
      fields: [
        { name: 'Diet', description: 'לארוחה', options: ['טבעוני', 'דג'], option_labels: ['Vegan', 'Fish'] },
        { name: 'הערה', option_labels: [] },
      ],
    })
    expect(english?.fields[0]).not.toHaveProperty('texts')
    const [arabic] = (await read(event.uuid, 'ar')).forms
    expect(arabic?.fields[0]).toMatchObject({ name: 'Diet', option_labels: ['Vegan', 'سمك'] })
    expect((await read(event.uuid, 'he')).forms[0]?.fields[0]?.option_labels).toEqual(['טבעוני', 'דג'])
  })

  it('keep the texts of a question that is sent without any, each option its own', async () => {
    const form = (await world.call(createForm, { ...as(owner), body: { name: 'פרטים', fields: [DIET] } })).body.data
    const [before] = form.fields
    const { texts: _, ...sent } = { ...DIET, uuid: before?.uuid, options: ['דג', 'בשר', 'טבעוני'] }
    const params = { uuid: form.uuid }
    await world.call(updateForm, { ...as(owner), params, body: { fields: [sent] } })
    const after = (await world.call(showForm, { ...as(owner), params })).body.data
    expect(after.fields[0]?.texts).toEqual({
      en: { name: 'Diet', options: ['Fish', '', 'Vegan'] },
      ar: { options: ['سمك', '', ''] },
    })
  })
})

describe('texts in other languages', () => {
  it('are changed only by those who may change what they belong to', async () => {
    const scanner = await joinAs(world, owner, 'scanner')
    const stranger = await producer(world)
    const { venue, event } = await eventAt()
    const texts = { en: { name: 'Mine' } }
    for (const [who, account, status] of [
      [scanner, owner.account.uuid, 403],
      [stranger, stranger.account.uuid, 404],
    ] as const) {
      const caller = { token: who.token, account }
      const calls = [
        world.call(updateEvent, { ...caller, params: { uuid: event.uuid }, body: { texts } }),
        world.call(updateAccount, { token: who.token, params: { uuid: owner.account.uuid }, body: { texts } }),
        world.call(updateVenue, { ...caller, params: { uuid: venue.uuid }, body: { texts } }),
      ]
      expect((await Promise.all(calls)).map((answer) => answer.status)).toEqual([status, status, status])
    }
    expect(await read(event.uuid, 'en')).toMatchObject({ address_description: 'Nevet Vineyard' })
  })

  it('name the field that is too long, and refuse an unknown one', async () => {
    const params = { uuid: (await eventAt()).venue.uuid }
    const long = await world.call(updateVenue, {
      ...as(owner),
      params,
      body: { texts: { en: { name: 'x'.repeat(121) } } },
    })
    expect(long).toMatchObject({ status: 422, error: { detail: { 'texts.en.name': expect.any(Array) } } })
    const path = `/api/v1/producer/venues/${params.uuid}`
    expect((await world.http('PATCH', path, { texts: { en: { notes: 'x' } } }, as(owner))).status).toBe(422)
  })
})
