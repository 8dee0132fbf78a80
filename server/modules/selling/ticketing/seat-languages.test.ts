import { findAtGate, scanTicket } from '@kartis/contract/admission.ts'
import { admissionList } from '@kartis/contract/admission-list.ts'
import { changeSeating, listEventSeats, showSeating } from '@kartis/contract/event-seating.ts'
import { duplicateEvent } from '@kartis/contract/events.ts'
import { sendInvitation } from '@kartis/contract/invitations.ts'
import { exportOrders, listOrders } from '@kartis/contract/orders.ts'
import { orderCalendar, pay, reserve, showBuyerOrder, updateOrder } from '@kartis/contract/public-orders.ts'
import { type PublicSeat, showSeats } from '@kartis/contract/public-seats.ts'
import { listSeatReport } from '@kartis/contract/seat-report.ts'
import { showVenueMap } from '@kartis/contract/venue-maps.ts'
import { LANGS, type Lang } from '@kartis/i18n/lang.ts'
import { hallOf, section } from '@kartis/seat-map/testing/documents.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scannerOf } from '../../../testing/check-in.ts'
import { as } from '../../../testing/events.ts'
import { holding } from '../../../testing/orders.ts'
import { newPhone, type Producer, producer } from '../../../testing/people.ts'
import { publishEdition } from '../../../testing/seating.ts'
import { requestItems, type SeatedEvent, seatedEvent } from '../../../testing/seats.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { sheetOf } from '../../../testing/xlsx.ts'

const SECTION = { he: 'אולם', en: 'Stalls', ar: 'الصالة' } as const
const FLOOR = { he: 'קומת קרקע', en: 'Ground floor', ar: 'Ground floor' } as const
/** Who does not read Hebrew letters reads the number of the row; the letters stand on the seats of the hall. */
const ROW = { he: 'ו׳', en: '\u200e6 (ו׳)', ar: '\u200f6 (ו׳)' } as const
const FIRST_ROW = { he: 'ה׳', en: '\u200e5 (ה׳)', ar: '\u200f5 (ה׳)' } as const
const CATEGORY = { he: 'זהב', en: 'Gold', ar: 'ذهبي' } as const

const named = ({ en, ar }: { readonly en: string; readonly ar: string }) => ({ en: { name: en }, ar: { name: ar } })
const document = hallOf([{ label: 'ה׳' }, { label: 'ו׳', count: 20 }], {
  // Arabic lacks the floor, which is then read in English.
  floors: [
    { id: '1', name: FLOOR.he, texts: { en: { name: FLOOR.en } } },
    { id: '2', name: 'יציע' },
  ],
  categories: [
    { id: 'a', name: CATEGORY.he, texts: named(CATEGORY), color: '#aa8800', rank: 0 },
    { id: 'b', name: 'כסף', color: '#8888aa', rank: 1 },
  ],
  sections: [section({ gate: '5', texts: named(SECTION) })],
})

let world: World
let owner: Producer
let hall: SeatedEvent
beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  hall = await seatedEvent(world, owner, { price: 0, document })
})
afterAll(() => world.close())

/** From the last seat: the best ones are taken from the first. */
let next = 29

/** A paid order of one seat, by a buyer who reads this language. */
const bought = async (lang: Lang, event = hall, seat = event.seat(next--)) => {
  const seat_uuids = [seat]
  const items = [{ events_ticket_uuid: event.type.uuid, quantity: 1, seat_uuids }]
  const order = (await world.call(reserve, { lang, body: { event_uuid: event.event.uuid, items } })).body.data
  const phone = newPhone()
  const body = { name: 'Dana Cohen', phone, email: 'dana@example.com' }
  await world.call(updateOrder, { ...holding(order), body, lang })
  const paid = await world.call(pay, { ...holding(order), lang })
  if (paid.error) throw new Error(paid.text)
  const shown = await world.call(showBuyerOrder, { ...holding(order), lang })
  return { order, phone, tickets: shown.body.data.tickets }
}

describe.each(LANGS)('a seat in %s', (lang) => {
  const seat = { floor: FLOOR[lang], section: SECTION[lang], row: ROW[lang], gate: '5' }

  it('is named so in the order, the message and the calendar of the buyer', async () => {
    const { order, phone, tickets } = await bought(lang)
    expect(tickets[0]?.seat).toMatchObject(seat)
    await world.handleEvents()
    const messages = await world.http('GET', `/api/dev/messages?to=${encodeURIComponent(phone)}`)
    for (const name of [SECTION[lang], ROW[lang]]) expect(messages.text).toContain(name)
    const calendar = await world.call(orderCalendar, { ...holding(order), query: { lang } })
    for (const name of [SECTION[lang], ROW[lang]]) expect(calendar.text.replaceAll(/\r?\n /g, '')).toContain(name)
  })

  it('is named so to people at the gate, whose list, search and result have the same names', async () => {
    const { tickets } = await bought('he')
    const params = { uuid: hall.event.uuid }
    const scanner = { token: (await scannerOf(world, owner)).token, account: owner.account.uuid, lang }
    const list = await world.call(admissionList, { ...scanner, params, query: {} })
    expect(list.body.data.tickets.find(({ uuid }) => uuid === tickets[0]?.uuid)?.seat).toMatchObject(seat)
    const found = await world.call(findAtGate, { ...scanner, params, query: { q: tickets[0]?.number ?? '' } })
    expect(found.body.data[0]?.tickets[0]?.seat).toMatchObject(seat)
    const body = { ticket_uuid: tickets[0]?.code ?? '' }
    const scanned = await world.call(scanTicket, { ...scanner, params, body })
    expect(scanned.body.data.ticket.seat).toMatchObject(seat)
  })

  it('is named so in the lists, the reports and the prices of the producer', async () => {
    const { order } = await bought('he')
    const reader = { ...as(owner), lang }
    const params = { uuid: hall.event.uuid }
    const seating = await world.call(showSeating, { ...reader, params })
    expect(seating.body.data.categories[0]).toMatchObject({ name: CATEGORY.he, texts: named(CATEGORY) })
    const map = await world.call(showVenueMap, { ...reader, params: { uuid: seating.body.data.venues_map_uuid } })
    expect(map.body.data.editions[0]?.categories[0]).toEqual({ key: 'a', name: CATEGORY.he, texts: named(CATEGORY) })
    const seats = await world.call(listEventSeats, { ...reader, params, query: {} })
    expect(seats.body.data[0]).toMatchObject({ section: SECTION[lang], row: FIRST_ROW[lang] })
    const part = async (by: 'section' | 'category' | 'rows') =>
      (await world.call(listSeatReport, { ...reader, params, query: { filter: { by } } })).body.data[0]
    expect([(await part('section'))?.name, (await part('category'))?.name]).toEqual([SECTION[lang], CATEGORY[lang]])
    expect((await part('rows'))?.rows).toEqual({ first: FIRST_ROW[lang], last: ROW[lang] })
    const filter = { event_uuid: hall.event.uuid, or: { number: order.number } }
    const orders = await world.call(listOrders, { ...reader, query: { with: ['tickets'], filter } })
    expect(orders.body.data[0]?.tickets?.[0]?.seat).toMatchObject(seat)
    const file = await world.call(exportOrders, { ...reader, query: { filter: { event_uuid: hall.event.uuid } } })
    for (const name of [SECTION[lang], ROW[lang]]) expect(sheetOf(file.bytes)).toContain(name)
  })

  it('is named so in the list of seats that everybody may read, also of a section by its name', async () => {
    for (const section of [undefined, SECTION.he, SECTION[lang], 's']) {
      const listed = await world.call(showSeats, {
        lang,
        params: { uuid: hall.event.uuid },
        query: { list: '1', section },
      })
      expect((listed.body.data as PublicSeat[])[0]).toMatchObject({ section: SECTION[lang], row: FIRST_ROW[lang] })
      expect(listed.headers['vary']).toBe('accept-encoding, accept-language')
    }
  })

  it('is named so in the reply to an invitation', async () => {
    const items = [{ events_ticket_uuid: hall.type.uuid, quantity: 1, seat_uuids: [hall.seat(next--)] }]
    const body = { recipient: { name: 'Dana Cohen', phone: newPhone() }, items }
    const sent = await world.call(sendInvitation, { ...as(owner), lang, params: { uuid: hall.event.uuid }, body })
    expect(sent.body.data.tickets?.[0]?.seat).toMatchObject(seat)
  })

  it('is found among the best of a section by the name in that language', async () => {
    const best = { section: SECTION[lang] }
    const items = [{ events_ticket_uuid: hall.type.uuid, quantity: 1, best }]
    expect((await requestItems(world, hall.event.uuid, items)).status).toBe(201)
  })
})

describe('translations that come after the sale', () => {
  it('are read on tickets that were sold before, and nobody is notified of them', async () => {
    const before = await seatedEvent(world, owner, {
      price: 0,
      document: { ...document, sections: [section({ gate: '5' })] },
    })
    next = 29
    const { order, phone } = await bought('en', before)
    const params = { uuid: before.event.uuid }
    const { venues_map_uuid: map } = (await world.call(showSeating, { ...as(owner), params })).body.data
    await world.handleEvents()
    const messages = async () => {
      await world.handleEvents()
      return (await world.http('GET', `/api/dev/messages?to=${encodeURIComponent(phone)}`)).text
    }
    const sent = await messages()
    const edition = await publishEdition(world, owner, map, document)
    const changed = await world.call(changeSeating, { ...as(owner), params, body: { edition } })
    expect(changed.body.data).toMatchObject({ relabelled_sold: 0, counts: { ['kept']: 30, relabelled: 0 } })
    const filter = { event_uuid: before.event.uuid, or: { number: order.number } }
    const read = { ...as(owner), lang: 'en', query: { with: ['tickets' as const], filter } }
    expect((await world.call(listOrders, read)).body.data[0]?.tickets?.[0]?.seat?.section).toBe('Stalls')
    expect(await messages()).toBe(sent)
  })

  it('go along when the event is duplicated', async () => {
    const copied = await world.call(duplicateEvent, { ...as(owner), params: { uuid: hall.event.uuid } })
    const params = { uuid: copied.body.data.uuid }
    const seats = await world.call(listEventSeats, { ...as(owner), lang: 'en', params, query: {} })
    expect(seats.body.data[0]?.section).toBe('Stalls')
  })
})

it('a row of a single letter is found at the gate by its number as its hall counts: כ is 11 after י, and 20 before כא', async () => {
  const scanner = { token: (await scannerOf(world, owner)).token, account: owner.account.uuid }
  for (const [rows, own, other] of [
    [['י', 'כ', 'ל'], '11', '20'],
    [['יט', 'כ', 'כא'], '20', '11'],
  ] as const) {
    const event = await seatedEvent(world, owner, { price: 0, document: hallOf(rows.map((label) => ({ label }))) })
    const { tickets } = await bought('he', event, event.seat(15))
    const { row, number } = tickets[0]?.seat ?? {}
    const params = { uuid: event.event.uuid }
    const found = async (text: string) => {
      const { body } = await world.call(findAtGate, { ...scanner, params, query: { q: `${text} ${number}` } })
      return body.data.map((order) => order.number)
    }
    expect(row).toBe('כ')
    for (const text of ['כ', own]) expect(await found(text)).toHaveLength(1)
    expect(await found(other)).toEqual([])
  }
})
