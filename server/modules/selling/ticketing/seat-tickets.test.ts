import { showEvent } from '@kartis/contract/events.ts'
import { createGateDevice, showGateLink } from '@kartis/contract/gate-devices.ts'
import { writeFileSync } from 'node:fs'
import { findAtGate, scanTicket } from '@kartis/contract/admission.ts'
import { admissionList, gateSnapshot } from '@kartis/contract/admission-list.ts'
import { exportOrders, listOrders } from '@kartis/contract/orders.ts'
import { orderCalendar, pay, ticketsPdf } from '@kartis/contract/public-orders.ts'
import { orderWallet } from '@kartis/contract/wallet-passes.ts'
import { findInSnapshot, readSnapshot } from '@kartis/domain/gate-snapshot.ts'
import { shortTicketType } from '@kartis/domain/ticket-code.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scannerOf } from '../../../testing/check-in.ts'
import { as } from '../../../testing/events.ts'
import { holding, showOrder, withDetails } from '../../../testing/orders.ts'
import { newPhone, type Producer, producer } from '../../../testing/people.ts'
import { requestSeats, type SeatedEvent, seatedEvent } from '../../../testing/seats.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { sheetOf } from '../../../testing/xlsx.ts'
import { anyEventRow } from '../../catalogue/events/index.ts'
import { organiserOf } from '../../people/accounts/index.ts'
import { readOrder } from '../orders/orders-queries.ts'
import { passSheet } from './pass/pass-content.ts'
import { readTickets } from './tickets-queries.ts'

let world: World
let owner: Producer
let hall: SeatedEvent
beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  hall = await seatedEvent(world, owner, { price: 0, rows: [{ label: 'ה׳' }, { label: 'ו׳' }] })
})
afterAll(() => world.close())

/** A paid order of the places with these indexes. */
const sold = async (...indexes: number[]) => {
  const order = (
    await requestSeats(
      world,
      hall,
      indexes.map((index) => hall.seat(index)),
    )
  ).body.data
  const phone = newPhone()
  await withDetails(world, order, phone)
  expect((await world.call(pay, holding(order))).status).toBe(200)
  return { order, phone, tickets: (await showOrder(world, order)).tickets }
}

it('SMS and e-mail of the tickets name their seats, and so does the calendar file', async () => {
  const { order, phone } = await sold(0, 1)
  await world.handleEvents()
  for (const to of [phone, 'dana@example.co.il']) {
    const messages = await world.http('GET', `/api/dev/messages?to=${encodeURIComponent(to)}`)
    expect(messages.text).toContain('אולם, שורה ה׳, כיסאות 9, 10')
  }
  const calendar = await world.call(orderCalendar, { ...holding(order), query: { lang: 'en' } })
  expect(calendar.text.replaceAll(/\r?\n /g, '')).toContain('row \u200e5 (ה׳)\\, seats 9\\, 10')
})

it('the printed ticket is one page for each seat', async () => {
  const { order } = await sold(2)
  const pdf = await world.call(ticketsPdf, { ...holding(order), query: { lang: 'en' } })
  expect([pdf.status, pdf.bytes.subarray(0, 4).toString()]).toEqual([200, '%PDF'])
  if (process.env['KEEP_PDF']) writeFileSync(process.env['KEEP_PDF'], pdf.bytes)
})

it('each printed ticket says its own section, gate, row and seat', async () => {
  const { order, tickets } = await sold(3, 4)
  const key = { eventId: hall.event.uuid, orderId: order.uuid }
  const [row, event] = [await readOrder(world.db, key), await anyEventRow(world.db, key.eventId)]
  if (!row || !event) throw new Error('no order')
  const facts = { order: row, event, tickets: await readTickets(world.db, key.eventId, key.orderId), artists: [] }
  const organiser = await organiserOf(world.db, row.account_id, 'he')
  const sheet = await passSheet(world.platform, { ...facts, organiser, banner: undefined, colour: undefined }, 'he')
  const printed = sheet.pages.map((page) => page.facts.map(({ value }) => value))
  for (const [page, { seat }] of tickets.entries())
    expect(printed[page]).toEqual(expect.arrayContaining([seat?.section, seat?.gate, seat?.row, seat?.number]))
  expect(new Set(tickets.map(({ seat }) => seat?.number)).size).toBe(2)
})

it('a producer finds an order by the row and the number of one of its seats', async () => {
  const { order } = await sold(13, 14)
  const find = async (seat: string) =>
    (
      await world.call(listOrders, {
        ...as(owner),
        query: { filter: { event_uuid: hall.event.uuid, or: { seat } } },
      })
    ).body.data.map(({ uuid }) => uuid)
  expect(await find('שורה ו׳ כיסא 7')).toEqual([order.uuid])
  expect(await find('אולם ו׳')).toEqual([order.uuid])
  expect(await find('row 6 seat 7')).toEqual([order.uuid])
  expect(await find('\u200e6 (ו׳), 7')).toEqual([order.uuid])
  expect(await find('ו׳ 1')).toEqual([])
  const stranger = await producer(world)
  const theirs = await world.call(listOrders, { ...as(stranger), query: { filter: { or: { seat: '7' } } } })
  expect(theirs.body.data).toEqual([])
})

it('the exported list has the seats of each order', async () => {
  await sold(16)
  const file = await world.call(exportOrders, {
    ...as(owner),
    query: { filter: { event_uuid: hall.event.uuid } },
  })
  expect(sheetOf(file.bytes)).toContain('אולם, שורה ו׳, כיסא 4')
})

it('people at the entrance see the seat and its gate: online, by search and offline', async () => {
  const { tickets } = await sold(18)
  const seat = { section: 'אולם', row: 'ו׳', number: '2', gate: 'שער 5' }
  const scanner = { token: (await scannerOf(world, owner)).token, account: owner.account.uuid }
  const params = { uuid: hall.event.uuid }
  const list = await world.call(admissionList, { ...scanner, params, query: {} })
  const ticket = tickets[0]
  expect(list.body.data.tickets.find(({ uuid }) => uuid === ticket?.uuid)?.seat).toEqual(seat)
  const found = await world.call(findAtGate, { ...scanner, params, query: { q: ticket?.number ?? '' } })
  expect(found.body.data[0]?.tickets[0]?.seat).toMatchObject(seat)
  const scanned = await world.call(scanTicket, { ...scanner, params, body: { ticket_uuid: ticket?.code ?? '' } })
  expect(scanned.body.data.ticket.seat).toEqual({ uuid: hall.seat(18), ...seat })
})

it('wallets get section, row, seat and gate in their own fields, beside the code of the ticket', async () => {
  const { order, tickets } = await sold(10)
  const wallet = await world.call(orderWallet, { ...holding(order), query: { lang: 'he' } })
  const [ticket] = wallet.body.data.tickets
  expect(ticket).toMatchObject({
    uuid: tickets[0]?.uuid,
    barcode: { message: tickets[0]?.code, altText: tickets[0]?.number },
    apple: {
      venueEntrance: 'שער 5',
      seats: [{ seatIdentifier: hall.seat(10), seatSection: 'אולם', seatRow: 'ו׳', seatNumber: '10' }],
    },
    google: {
      ticketNumber: tickets[0]?.number,
      seatInfo: {
        section: { defaultValue: { language: 'he', value: 'אולם' } },
        row: { defaultValue: { value: 'ו׳' } },
        gate: { defaultValue: { value: 'שער 5' } },
      },
    },
  })
  const english = await world.call(orderWallet, { ...holding(order), query: { lang: 'en' } })
  expect(english.body.data.tickets[0]?.apple.seats?.[0]?.seatRow).toContain('6')
  const unpaid = (await requestSeats(world, hall, [hall.seat(11)])).body.data
  expect((await world.call(orderWallet, { ...holding(unpaid), query: {} })).error?.code).toBe('order_state')
})

it('devices of an event that lists no gates choose among those of its hall', async () => {
  const params = { uuid: hall.event.uuid }
  const shown = await world.call(showEvent, { ...as(owner), params, query: { with: ['settings'] } })
  expect(shown.body.data.seat_gates).toEqual(['שער 5'])
  expect((await world.call(showEvent, { ...as(owner), params, query: {} })).body.data).not.toHaveProperty('seat_gates')
  const expires_at = new Date(world.clock.now().getTime() + 8 * 3_600_000).toISOString()
  const made = await world.call(createGateDevice, { ...as(owner), params, body: { label: 'כניסה', expires_at } })
  const secret = new URL(made.body.data.link).hash.slice(1)
  expect((await world.call(showGateLink, { body: { secret } })).body.data.gates).toEqual(['שער 5'])
})

it('a seat enters at the gate of its section: another one refuses it, and says which', async () => {
  const { tickets } = await sold(12)
  const scanner = { token: (await scannerOf(world, owner)).token, account: owner.account.uuid }
  const params = { uuid: hall.event.uuid }
  const ticket_uuid = tickets[0]?.code ?? ''
  const scanAt = (gate: string) => world.call(scanTicket, { ...scanner, params, body: { ticket_uuid, gate } })
  const refused = await scanAt('שער 4')
  expect(refused.error).toMatchObject({ code: 'S7', detail: { gates: ['שער 5'] } })
  const list = await world.call(admissionList, { ...scanner, params, query: {} })
  expect(list.body.data.event.seat_gates).toEqual(['שער 5'])
  const file = await world.call(gateSnapshot, { ...scanner, params })
  const snapshot = readSnapshot(new Uint8Array(file.bytes))
  const place = snapshot && findInSnapshot(snapshot, tickets[0]?.uuid ?? '')?.type
  expect(snapshot?.header.rules).toMatchObject({ place_gates: ['', '', 'שער 5'] })
  expect([place, snapshot?.header.types[2]]).toEqual([2, shortTicketType(hall.type.uuid)])
  expect((await scanAt('5')).body.data.ticket.seat?.gate).toBe('שער 5')
})
